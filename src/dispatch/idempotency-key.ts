import { META } from '../catalog/index.js';
import { badIdempotencyKey, twoIdempotencyKeys } from './dispatch.errors.js';
import type { RpcContext } from './rpc-context.js';

/** The key of `params._meta` that carries an idempotency key; it works in batches too, unlike the header. */
const IDEMPOTENCY_META_KEY = `${META}/idempotencyKey`;

const KEY = /^[\x21-\x7e]{1,128}$/;

/**
 * The idempotency key of a call, from `_meta["io.turnpike/idempotencyKey"]` or the header `Idempotency-Key`.
 * @throws AppError `invalid_params` when it is malformed or the two places disagree
 */
export function idempotencyKeyOf({ meta, idempotencyKey: header }: RpcContext): string | undefined {
  const inMeta = meta.raw[IDEMPOTENCY_META_KEY];
  if (header !== undefined && !KEY.test(header)) throw badIdempotencyKey('Idempotency-Key');
  if (inMeta === undefined || inMeta === null) return header;
  if (typeof inMeta !== 'string' || !KEY.test(inMeta)) throw badIdempotencyKey(`_meta["${IDEMPOTENCY_META_KEY}"]`);
  if (header !== undefined && header !== inMeta) throw twoIdempotencyKeys(`_meta["${IDEMPOTENCY_META_KEY}"]`);
  return inMeta;
}
