import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { buildCatalog, type ToolOwner } from './build-catalog.js';
import { ToolRegistry } from './tool-registry.js';

/** Fills the registry once all providers exist. A mistake in a tool stops the start. */
@Injectable()
export class ToolExplorer implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly registry: ToolRegistry,
  ) {}

  onModuleInit(): void {
    const owners = new Map<object, ToolOwner>();
    for (const wrapper of this.discovery.getProviders()) {
      const instance = wrapper.instance as unknown;
      if (typeof instance !== 'object' || instance === null || typeof instance.constructor !== 'function') continue;
      owners.set(instance, { instance, requestScoped: wrapper.isTransient || !wrapper.isDependencyTreeStatic() });
    }
    this.registry.fill(buildCatalog(owners.values()));
  }
}
