import { createHmac, hkdfSync } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config/index.js';
import type { JsonObject } from '../kernel/index.js';
import { canonicalJson } from '../platform/index.js';

const KEY_BYTES = 32;

/** HMAC-SHA256 of a tool and its arguments: equal calls can be recognised, arguments can't be guessed from it. */
@Injectable()
export class ArgumentDigest {
  private readonly key: Buffer;

  constructor(@Inject(CONFIG) config: Config) {
    if (config.auth.secret === undefined)
      throw new Error('The server secret is resolved before the application is made');
    this.key = Buffer.from(hkdfSync('sha256', config.auth.secret, '', 'turnpike audit argument digest', KEY_BYTES));
  }

  /** 64 hex digits. */
  of(tool: string, input: JsonObject): string {
    return createHmac('sha256', this.key).update(tool).update('\0').update(canonicalJson(input)).digest('hex');
  }
}
