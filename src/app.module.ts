import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { CabinetModule } from './cabinet/index.js';
import { CatalogModule } from './catalog/index.js';
import type { Config } from './config/index.js';
import { IdentityModule } from './identity/index.js';
import { PipelineModule } from './pipeline/index.js';
import { PlatformModule, type Database, type PlatformParts } from './platform/index.js';
import { PortsModule } from './ports.module.js';
import { SUITES } from './suites.js';
import { TransportModule } from './transport/index.js';

/** The composition root: the only file that knows all modules. */
@Module({})
export class AppModule {
  /**
   * @param config with the server secret resolved (`boot/start.ts`)
   * @param suites further modules with decorated tools, for instance a customer's own
   */
  static forRoot(
    config: Config,
    database: Database,
    parts: PlatformParts = {},
    suites: readonly Type[] = [],
  ): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.forRoot(config, database, parts),
        CatalogModule,
        PortsModule,
        IdentityModule,
        PipelineModule,
        TransportModule,
        CabinetModule,
        ...SUITES,
        ...suites,
      ],
    };
  }
}
