import { request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Controller, Get } from '@nestjs/common';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ADMIN, bearer, IdentityDoors } from '../../../test/support/identity-doors.js';
import { RequireRight } from './require-right.js';

@Controller('admin-door')
@RequireRight('audit:read')
class AdminDoor {
  @Get()
  open() {
    return { open: true };
  }
}

const doors = new IdentityDoors([AdminDoor]);

beforeEach(() => doors.reset());
afterAll(() => doors.drop());

describe('RequireRight', () => {
  it('200 with the right, 403 without, 401 for nobody', async () => {
    const open = (token: string) => doors.http().get('/admin-door').set(bearer(token));
    expect((await open(await doors.loginToken(ADMIN))).status).toBe(200);
    expect((await open(await doors.loginToken())).status).toBe(403);
    expect((await doors.http().get('/admin-door')).status).toBe(401);
  });
});

it('tok-scheme-parsing: two Authorization headers are refused, not the first one taken', async () => {
  const token = await doors.loginToken();
  const server = doors.process.app.getHttpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  // Only the flat form sends a header twice.
  const headers = ['host', 'localhost', 'authorization', `Bearer ${token}`, 'authorization', 'Bearer other'];
  const status = await new Promise((resolve, reject) => {
    const sent = send({ port, host: '127.0.0.1', path: '/api/v1/keys', headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject).end();
  });
  expect(status).toBe(401);
  expect((await doors.http().get('/api/v1/keys').set('authorization', `bearer ${token}`)).status).toBe(200);
});
