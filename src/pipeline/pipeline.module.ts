import { Module } from '@nestjs/common';
import { CallsModule } from '../calls/index.js';
import { PrivacyModule } from '../privacy/index.js';
import { ArgumentDigest } from './argument-digest.js';
import { CallRecords } from './call-records.js';
import { AdmitStep } from './steps/admit.js';
import { MaskStep } from './steps/mask.js';
import { RecordStep } from './steps/record.js';
import { RunStep } from './steps/run.js';
import { ScopeStep } from './steps/scope.js';
import { ValidateInputStep } from './steps/validate-input.js';
import { ValidateOutputStep } from './steps/validate-output.js';
import { ToolCallPipeline } from './tool-call.pipeline.js';

const STEPS = [RecordStep, ScopeStep, ValidateInputStep, AdmitStep, MaskStep, ValidateOutputStep, RunStep];

@Module({
  imports: [CallsModule, PrivacyModule],
  providers: [ArgumentDigest, CallRecords, ...STEPS, ToolCallPipeline],
  exports: [ToolCallPipeline],
})
export class PipelineModule {}
