// Jest runs in CommonJS mode and compiles the ESM packages below on the fly: native ESM in Jest
// breaks as soon as a CommonJS plugin requires an ESM package of Nest (docs/adr/0001-esm-and-jest.md).
const swc = (typescript) => [
  '@swc/jest',
  {
    swcrc: false,
    sourceMaps: 'inline',
    jsc: {
      target: 'es2022',
      keepClassNames: true,
      parser: typescript
        ? { syntax: 'typescript', decorators: true }
        : { syntax: 'ecmascript', importAttributes: true },
      transform: typescript ? { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false } : {},
    },
    module: { type: 'commonjs', ignoreDynamic: false },
  },
];

const ESM_PACKAGES = [
  '@nestjs/(common|core|platform-express|testing|jwt|terminus)',
  '@modelcontextprotocol/(client|core|server)',
  'eventsource(-parser)?',
  'fast-check',
  'file-type',
  'jose',
  'load-esm',
  'pkce-challenge',
  'pure-rand',
  'uid',
];

export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testRegex: '\\.spec\\.ts$',
  moduleFileExtensions: ['ts', 'js', 'mjs', 'json'],
  transform: { '^.+\\.ts$': swc(true), '^.+\\.m?js$': swc(false) },
  transformIgnorePatterns: [`/node_modules/(?!(${ESM_PACKAGES.join('|')})/)`],
  moduleNameMapper: {
    '^(@prisma/client/runtime/.*)\\.mjs$': '$1.js',
    '^(\\.{1,2}/.*)\\.js$': ['$1', '$1.js'],
  },
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  maxWorkers: 2,
  testTimeout: 20_000,
};
