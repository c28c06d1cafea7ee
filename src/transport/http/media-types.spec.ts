import { describe, expect, it } from '@jest/globals';
import { acceptsAnswer, isJson, isPlain } from './media-types.js';

describe('isJson', () => {
  it.each([
    'application/json',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json ; Charset = utf-8 ;',
    'application/json;',
  ])('http-content-type-charset: takes %j', (value) => {
    expect(isJson(value)).toBe(true);
  });

  it.each([
    undefined,
    '',
    'text/plain',
    'application/json; charset=utf-16',
    'application/json; charset="utf-8',
    'application/jsonp',
    'application/json-rpc',
    'text/json',
    'application/json, text/plain',
    'multipart/form-data; boundary=application/json',
  ])('http-content-type-charset: refuses %j', (value) => {
    expect(isJson(value)).toBe(false);
  });
});

describe('isPlain', () => {
  it.each([undefined, 'identity', ' Identity '])('takes %j', (value) => {
    expect(isPlain(value)).toBe(true);
  });

  it.each(['gzip', 'br', 'deflate', 'identity, gzip', ''])('http-body-limit-and-inflate: refuses %j', (value) => {
    expect(isPlain(value)).toBe(false);
  });
});

describe('acceptsAnswer', () => {
  it.each([
    undefined,
    '',
    '*/*',
    'application/*',
    'application/json',
    'Application/JSON',
    'text/event-stream;q=0.9, application/json;q=1',
    'text/event-stream, application/json',
    'text/event-stream',
    'text/html, */*;q=0.1',
    'text/*',
    'application/json;q=0, text/event-stream',
  ])('http-accept-wildcards: %j can be answered', (value) => {
    expect(acceptsAnswer(value)).toBe(true);
  });

  it.each([
    'text/html',
    'application/xml, image/*',
    'application/json;q=0',
    '*/*;q=0.000',
    'application/json;q=0, text/event-stream; q=0.0, */*',
  ])('http-accept-wildcards: %j cannot', (value) => {
    expect(acceptsAnswer(value)).toBe(false);
  });
});
