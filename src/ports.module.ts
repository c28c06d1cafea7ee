import { Global, Injectable, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { AuditModule, AuditWriter } from './audit/index.js';
import { BillingDirectory, BillingModule, PriceBook } from './billing/index.js';
import { ToolRegistry } from './catalog/index.js';
import { ACTION_JOURNAL, BILLING_DIRECTORY, TOOL_DIRECTORY, type ToolDirectory } from './identity/index.js';
import { PRICES } from './pipeline/index.js';

/** Writes the prices of the decorators into the price book before the first call comes. */
@Injectable()
class PriceSync implements OnApplicationBootstrap {
  constructor(
    private readonly registry: ToolRegistry,
    private readonly prices: PriceBook,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.prices.sync(
      this.registry.list().map(({ name, definition }) => ({
        name,
        amount: definition.price,
        ...(definition.metered === undefined ? {} : { meter: definition.metered.name }),
      })),
    );
  }
}

function toolDirectory(registry: ToolRegistry): ToolDirectory {
  return {
    list: () => registry.list().map(({ name, title, definition }) => ({ name, title, right: definition.right })),
  };
}

/** Where modules that never import each other meet: each port and who stands behind it. */
@Global()
@Module({
  imports: [AuditModule, BillingModule],
  providers: [
    PriceSync,
    { provide: ACTION_JOURNAL, useExisting: AuditWriter },
    { provide: BILLING_DIRECTORY, useExisting: BillingDirectory },
    { provide: PRICES, useExisting: PriceBook },
    { provide: TOOL_DIRECTORY, inject: [ToolRegistry], useFactory: toolDirectory },
  ],
  exports: [ACTION_JOURNAL, BILLING_DIRECTORY, PRICES, TOOL_DIRECTORY],
})
export class PortsModule {}
