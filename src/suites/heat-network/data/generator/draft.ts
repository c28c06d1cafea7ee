import { distance } from './numbers.js';
import type { Laying, NodeType } from './city.types.js';
import { groundLevel } from './relief.js';

/** A site before it becomes a node. */
export interface Site {
  readonly index: number;
  readonly zone: number;
  readonly type: NodeType;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** The street of its address. */
  readonly street: number;
}

/** A pair of supply and return pipes before it becomes two lines. */
export interface Span {
  readonly index: number;
  readonly role: 'main' | 'branch' | 'chord' | 'stub';
  readonly zone: number;
  /** Site nearer to the plant. */
  readonly from: Site;
  readonly to: Site;
  /** Length of the supply pipe, tenths of a metre. */
  readonly decimetres: number;
  /** Street block that it lies in; spans of one block are laid in one year. */
  readonly block: number;
  dn: number;
  year: number;
  rebuilt: number | null;
  laying: Laying;
  inService: boolean;
  hideDn: boolean;
}

/** The network while it grows. Spans are added from the plants outwards, so that reversed order sums up loads. */
export class Draft {
  readonly sites: Site[] = [];
  readonly spans: Span[] = [];
  private readonly counters = new Map<string, number>();

  addSite(type: NodeType, zone: number, x: number, y: number, street: number, name?: string): Site {
    const site = {
      index: this.sites.length,
      zone,
      type,
      name: name ?? this.nextName(type, zone),
      x,
      y,
      z: groundLevel(x, y),
      street,
    };
    this.sites.push(site);
    return site;
  }

  addSpan(role: Span['role'], from: Site, to: Site, block: number): Span {
    const span: Span = {
      index: this.spans.length,
      role,
      zone: from.zone,
      from,
      to,
      decimetres: Math.max(10, Math.round(distance(from, to) * 10)),
      block,
      dn: 0,
      year: 0,
      rebuilt: null,
      laying: 'channel',
      inService: true,
      hideDn: false,
    };
    this.spans.push(span);
    return span;
  }

  /** `ТК-2-0017`: kind, zone, number within the kind and zone. */
  private nextName(type: NodeType, zone: number): string {
    const prefix = type === 'valve' ? 'СЗ' : type === 'compensator' ? 'К' : 'ТК';
    const key = `${prefix}-${String(zone + 1)}`;
    const number = (this.counters.get(key) ?? 0) + 1;
    this.counters.set(key, number);
    return `${key}-${String(number).padStart(4, '0')}`;
  }
}
