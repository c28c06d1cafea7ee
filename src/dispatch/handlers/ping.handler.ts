import { Injectable } from '@nestjs/common';
import type { Handler, HandlerReply } from '../handler.js';

/** Answers that the server is there. */
@Injectable()
export class PingHandler implements Handler {
  handle(): HandlerReply {
    return { result: {} };
  }
}
