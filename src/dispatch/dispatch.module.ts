import { Module } from '@nestjs/common';
import { PipelineModule } from '../pipeline/index.js';
import { Dispatcher } from './dispatcher.js';
import { CancelledHandler } from './handlers/cancelled.handler.js';
import { DiscoverHandler } from './handlers/discover.handler.js';
import { InitializeHandler } from './handlers/initialize.handler.js';
import { PingHandler } from './handlers/ping.handler.js';
import { ToolsCallHandler } from './handlers/tools-call.handler.js';
import { ToolsListHandler } from './handlers/tools-list.handler.js';
import { MethodRegistry } from './method-registry.js';
import { RunningCalls } from './running-calls.js';

/** Methods of both protocol generations over the catalog and the pipeline. */
@Module({
  imports: [PipelineModule],
  providers: [
    CancelledHandler,
    DiscoverHandler,
    Dispatcher,
    InitializeHandler,
    MethodRegistry,
    PingHandler,
    RunningCalls,
    ToolsCallHandler,
    ToolsListHandler,
  ],
  exports: [Dispatcher],
})
export class DispatchModule {}
