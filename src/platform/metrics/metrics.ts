import { Counter, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

const MAX_TOOLS = 200;
const OTHER = 'other';

/** A database round of `calls`: admissions before tools, settlements after them. */
export type RoundKind = 'admit' | 'settle';

/** The figures of the process, in the text format of Prometheus. Label values come from closed lists or are bounded. */
export class Metrics {
  private readonly registry = new Registry();
  private readonly tools = new Set<string>();
  private readonly calls = new Counter({
    name: 'turnpike_tool_calls_total',
    help: 'Tool calls by tool and outcome',
    labelNames: ['tool', 'outcome'],
    registers: [this.registry],
  });
  private readonly durations = new Histogram({
    name: 'turnpike_tool_call_duration_seconds',
    help: 'Time from the arrival of a tool call to its answer',
    labelNames: ['tool'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [this.registry],
  });
  private readonly rounds = new Histogram({
    name: 'turnpike_round_size',
    help: 'Calls that share one database round',
    labelNames: ['kind'],
    buckets: [1, 2, 5, 10, 20, 50, 100, 200],
    registers: [this.registry],
  });
  private readonly authentications = new Counter({
    name: 'turnpike_authentication_lookups_total',
    help: 'Look-ups of keys and tokens by whether the cache knew the answer',
    labelNames: ['cache'],
    registers: [this.registry],
  });

  /** @param options.process also collect memory, CPU, event loop and garbage collection of the process */
  constructor(options: { readonly process: boolean } = { process: false }) {
    if (options.process) collectDefaultMetrics({ register: this.registry, prefix: 'turnpike_' });
  }

  /**
   * Counts a finished call.
   * @param tool a name from the catalog; beyond 200 different names the rest counts as `other`
   * @param outcome how it ended, as in its terminal audit record
   * @param durationMs from arrival to answer, ms
   */
  toolCall(tool: string, outcome: string, durationMs: number): void {
    const label = this.boundedTool(tool);
    this.calls.inc({ tool: label, outcome });
    this.durations.observe({ tool: label }, durationMs / 1_000);
  }

  /** Counts a database round over `size` calls. */
  round(kind: RoundKind, size: number): void {
    this.rounds.observe({ kind }, size);
  }

  /** Counts a look-up of a key or token. */
  authentication(cache: 'hit' | 'miss'): void {
    this.authentications.inc({ cache });
  }

  /** The media type of `text()`. */
  get contentType(): string {
    return this.registry.contentType;
  }

  text(): Promise<string> {
    return this.registry.metrics();
  }

  private boundedTool(tool: string): string {
    if (this.tools.has(tool)) return tool;
    if (this.tools.size >= MAX_TOOLS) return OTHER;
    this.tools.add(tool);
    return tool;
  }
}
