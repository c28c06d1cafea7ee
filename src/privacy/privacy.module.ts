import { Global, Module } from '@nestjs/common';
import { Masker } from './masker.js';

/** Provides the `Masker` everywhere; `@MaskedResponse` needs it. */
@Global()
@Module({ providers: [Masker], exports: [Masker] })
export class PrivacyModule {}
