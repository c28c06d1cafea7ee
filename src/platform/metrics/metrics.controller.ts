import { createHash, timingSafeEqual } from 'node:crypto';
import { Controller, Get, Inject, NotFoundException, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import ipaddr from 'ipaddr.js';
import { CONFIG, type Config } from '../../config/index.js';
import { Metrics } from './metrics.js';

// Their presence shows that a proxy passed the request on: then its peer address says nothing about who asks.
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/** `GET /metrics` for a collector on this machine or one that has `METRICS_TOKEN`; to others the address does not exist. */
@Controller('metrics')
export class MetricsController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly metrics: Metrics,
  ) {}

  @Get()
  async read(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { enabled, token } = this.config.metrics;
    if (!enabled || !(isLocal(request) || hasToken(request, token))) throw new NotFoundException();
    response.setHeader('Content-Type', this.metrics.contentType);
    response.end(await this.metrics.text());
  }
}

function isLocal(request: Request): boolean {
  if (FORWARDED.some((name) => request.headers[name] !== undefined)) return false;
  const address = request.socket.remoteAddress ?? '';
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

function hasToken(request: Request, token: string | undefined): boolean {
  const given = /^bearer ([\x21-\x7e]{1,512})$/i.exec(request.headers.authorization ?? '')?.[1];
  return token !== undefined && given !== undefined && timingSafeEqual(digest(given), digest(token));
}

// Digests have one length, which timingSafeEqual needs and the token's own length must not show.
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
