import type { Json, JsonObject } from '../kernel/index.js';
import type { DtoClass, PiiKind } from '../toolkit/index.js';
import { maskText } from './detectors/mask-text.js';
import { maskValue } from './masks.js';
import { piiPlanOf, type PiiPlan } from './pii-plan.js';

const LONGEST_TEXT = 200;
const LONGEST_KEY = 64;
/** How far a text is searched beyond the cut, so that what crosses it is still recognised: the longest e-mail address. */
const MARGIN = 400;
const MOST_BYTES = 4_096;
const DEEPEST = 10;
const CUT = '…';
const SECRET = /password|secret|token/i;

/**
 * The arguments of a call as the audit keeps them: tagged fields and secrets masked, personal data in other texts too,
 * texts cut at 200 characters, at most 4 096 bytes of JSON; what was left out is marked with the key `…`.
 * @param input as it came, not yet validated
 */
export function maskArguments(dto: DtoClass, input: JsonObject): JsonObject {
  const shrinker = new Shrinker();
  const masked = shrinker.object(piiPlanOf(dto), input, 0);
  return shrinker.cut ? { ...masked, [CUT]: true } : masked;
}

class Shrinker {
  cut = false;
  private left = MOST_BYTES - 2 - Buffer.byteLength(`,"${CUT}":true`);

  object(plan: PiiPlan | undefined, value: JsonObject, depth: number): JsonObject {
    const entries: [string, Json][] = [];
    for (const key of Object.keys(value)) {
      const name = this.text(key, LONGEST_KEY);
      if (!this.spend(JSON.stringify(name), 2)) break;
      const shrunk = this.value(plan, key, value[key] ?? null, depth);
      if (shrunk === undefined) break;
      entries.push([name, shrunk]);
    }
    return Object.fromEntries(entries);
  }

  private value(plan: PiiPlan | undefined, key: string, value: Json, depth: number): Json | undefined {
    if (Array.isArray(value)) return this.list(plan, key, value as readonly Json[], depth);
    if (typeof value === 'object' && value !== null) {
      if (depth >= DEEPEST) return this.spend('""', 3) ? CUT : undefined;
      return this.spend('{}', 0) ? this.object(plan?.nestedIn(key), value as JsonObject, depth + 1) : undefined;
    }
    const shown = this.scalar(plan?.kindOf(key), key, value);
    return this.spend(JSON.stringify(shown), 0) ? shown : undefined;
  }

  private list(plan: PiiPlan | undefined, key: string, list: readonly Json[], depth: number): Json | undefined {
    if (depth >= DEEPEST) return this.spend('""', 3) ? CUT : undefined;
    if (!this.spend('[]', 0)) return undefined;
    const result: Json[] = [];
    for (const item of list) {
      const shrunk = this.spend('', 1) ? this.value(plan, key, item, depth + 1) : undefined;
      if (shrunk === undefined) break;
      result.push(shrunk);
    }
    return result;
  }

  private scalar(kind: PiiKind | undefined, key: string, value: Json): Json {
    if (value === null || value === '') return value;
    if (SECRET.test(key)) return '***';
    if (typeof value !== 'string') return kind === undefined ? value : '***';
    // A mask shows the tail of its value, so a tagged text is masked whole, however long.
    return this.text(kind === undefined || kind === 'text' ? value : maskValue(kind, value), LONGEST_TEXT);
  }

  private text(text: string, longest: number): string {
    const masked = maskText(text.slice(0, longest + MARGIN), undefined, Math.min(text.length, longest));
    const whole = masked.length <= longest && text.length <= longest;
    const shown = whole ? masked : `${masked.slice(0, longest)}${CUT}`;
    // PostgreSQL stores neither NUL nor half of a surrogate pair.
    return shown.replace(/[\0\p{Cs}]/gu, '\ufffd');
  }

  private spend(json: string, extra: number): boolean {
    this.left -= Buffer.byteLength(json) + extra;
    if (this.left < 0) this.cut = true;
    return this.left >= 0;
  }
}
