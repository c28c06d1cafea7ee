import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, microCredits, type Clock, type Credits } from '../kernel/index.js';
import { PricesRepository } from './prices.repository.js';

/** A tool and what its decorator says it costs: a call, or one unit of `meter`. */
interface ToolPrice {
  readonly name: string;
  readonly amount: Credits;
  readonly meter?: string;
}

/** The version of a price that a call remembers. */
interface CurrentPrice {
  readonly priceId: bigint;
  readonly amount: Credits;
}

/** The prices of this process's tools, versioned in the database, answered from memory. */
@Injectable()
export class PriceBook {
  private prices: ReadonlyMap<string, CurrentPrice> = new Map();

  constructor(
    private readonly repository: PricesRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Makes the database agree with the decorators; called once at boot. A changed price takes effect now. */
  async sync(tools: readonly ToolPrice[]): Promise<void> {
    const wanted = tools.map(({ name, amount, meter }) => ({ tool: name, amount, meter: meter ?? null }));
    const rows = await this.repository.sync(wanted, this.clock.now());
    this.prices = new Map(rows.map((row) => [row.tool, { priceId: row.id, amount: microCredits(row.amount) }]));
  }

  /** @throws RangeError for a tool that `sync` was not told of: a mistake in the composition */
  current(tool: string): CurrentPrice {
    const price = this.prices.get(tool);
    if (price === undefined) throw new RangeError(`No price of the tool ${tool}: PriceBook.sync() must run at boot`);
    return price;
  }
}
