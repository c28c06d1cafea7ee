import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get, Module, type INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { NextFunction, Request, Response } from 'express';
import request from 'supertest';
import type { Server } from 'node:http';
import { Pii } from '../toolkit/index.js';
import { MaskedResponse, PrivacyModule } from './index.js';

class Account {
  @Pii('email') email!: string;
}

@Controller('account')
class AccountController {
  @Get()
  @MaskedResponse(Account)
  one(): Account[] {
    return [Object.assign(new Account(), { email: 'ivan@domain.ru' })];
  }

  @Get('broken')
  @MaskedResponse(Account)
  broken(): object {
    return { email: { address: 'ivan@domain.ru' } };
  }

  @Get('open')
  open(): object {
    return { email: 'help@domain.ru' };
  }
}
@Module({ imports: [PrivacyModule], controllers: [AccountController] })
class AccountModule {}

describe('MaskInterceptor', () => {
  let app: INestApplication<Server>;
  beforeAll(async () => {
    const module = await Test.createTestingModule({ imports: [AccountModule] }).compile();
    app = module.createNestApplication<INestApplication<Server>>();
    app.useLogger(false);
    app.use((req: Request & { principal?: object }, _res: Response, next: NextFunction) => {
      const rights = req.get('rights');
      if (rights !== undefined) req.principal = { rights: new Set([rights]) };
      next();
    });
    await app.init();
  });
  afterAll(() => app.close());

  const get = (path: string, rights?: string) => {
    const call = request(app.getHttpServer()).get(path);
    return rights === undefined ? call : call.set('rights', rights);
  };

  it('masks without the right and without a principal', async () => {
    expect((await get('/account', 'usage:read')).body).toEqual([{ email: 'i***@d***.ru' }]);
    expect((await get('/account')).body).toEqual([{ email: 'i***@d***.ru' }]);
  });

  it('shows clear values to a caller with pii:read', async () => {
    expect((await get('/account', 'pii:read')).body).toEqual([{ email: 'ivan@domain.ru' }]);
  });

  it('lets nothing out when masking fails', async () => {
    const answer = await get('/account/broken');
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('ivan');
  });

  it('leaves answers without a declared class alone', async () => {
    expect((await get('/account/open')).body).toEqual({ email: 'help@domain.ru' });
  });
});
