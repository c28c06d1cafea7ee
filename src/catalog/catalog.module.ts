import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ToolExplorer } from './tool-explorer.js';
import { ToolListCache } from './tool-list-cache.js';
import { ToolRegistry } from './tool-registry.js';

/** Finds the tools of all modules at start; provides `ToolRegistry` and `ToolListCache` everywhere. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [ToolExplorer, ToolListCache, ToolRegistry],
  exports: [ToolRegistry, ToolListCache],
})
export class CatalogModule {}
