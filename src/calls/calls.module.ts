import { Module } from '@nestjs/common';
import { CallRegister } from './call-register.js';
import { CallsRepository } from './calls.repository.js';
import { Sweeper } from './sweeper.js';

@Module({ providers: [CallsRepository, CallRegister, Sweeper], exports: [CallRegister, Sweeper] })
export class CallsModule {}
