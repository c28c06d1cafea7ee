// The floor: Nest 12 + Express 5, one controller that answers a tools/call with its argument. No auth, no ledger, no audit.
import 'reflect-metadata';
import { Body, Controller, HttpCode, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

class EchoController {
  handle(body) {
    const { text } = body.params.arguments;
    return {
      jsonrpc: '2.0',
      id: body.id,
      result: {
        content: [{ type: 'text', text: JSON.stringify({ text }) }],
        structuredContent: { text },
        isError: false,
      },
    };
  }
}
Body()(EchoController.prototype, 'handle', 0);
Reflect.defineMetadata('design:paramtypes', [Object], EchoController.prototype, 'handle');
const descriptor = Object.getOwnPropertyDescriptor(EchoController.prototype, 'handle');
Post('mcp')(EchoController.prototype, 'handle', descriptor);
HttpCode(200)(EchoController.prototype, 'handle', descriptor);
Controller()(EchoController);

class EchoModule {}
Module({ controllers: [EchoController] })(EchoModule);

const app = await NestFactory.create(EchoModule, { logger: ['error'] });
await app.listen(Number(process.env.PORT), '127.0.0.1');
console.log('ready');
