// The import table of the house. A module's face is its index.ts; who may import whom is listed below and nowhere else.
const MODULES = {
  kernel: [],
  toolkit: ['kernel'],
  protocol: ['kernel'],
  config: ['kernel'],
  platform: ['kernel', 'config'],
  privacy: ['kernel', 'toolkit', 'platform'],
  catalog: ['kernel', 'toolkit'],
  identity: ['kernel', 'config', 'platform'],
  billing: ['kernel', 'config', 'platform'],
  audit: ['kernel', 'config', 'platform'],
  calls: ['kernel', 'config', 'platform'],
  tasks: ['kernel', 'config', 'platform'],
  pipeline: ['kernel', 'toolkit', 'catalog', 'calls', 'privacy', 'tasks', 'platform', 'config'],
  dispatch: ['kernel', 'toolkit', 'protocol', 'catalog', 'pipeline', 'tasks'],
  transport: ['kernel', 'config', 'platform', 'protocol', 'dispatch', 'identity'],
  ogc: ['kernel', 'config', 'platform', 'identity', 'billing', 'audit', 'catalog', 'pipeline', 'tasks'],
  cabinet: [
    'kernel',
    'config',
    'platform',
    'identity',
    'billing',
    'audit',
    'catalog',
    'pipeline',
    'tasks',
    'privacy',
    'toolkit',
  ],
};
const SUITES = ['kernel', 'toolkit', 'platform'];
const SPEC = '\\.spec\\.ts$';

const allowed = (names) => (names.length === 0 ? '(?!)' : `^src/(${names.join('|')})/`);

const rules = Object.entries(MODULES).map(([name, may]) => ({
  name: `${name}-imports`,
  severity: 'error',
  from: { path: `^src/${name}/`, pathNot: SPEC },
  to: { path: '^src/', pathNot: [`^src/${name}/`, '^src/generated/', allowed(may)] },
}));

module.exports = {
  forbidden: [
    ...rules,
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true, viaOnly: { pathNot: 'src/generated' } } },
    {
      name: 'suites-imports',
      comment: 'A suite knows nothing of HTTP, credits, audit, tokens or other suites.',
      severity: 'error',
      from: { path: '^src/suites/([^/]+)/', pathNot: SPEC },
      to: { path: '^src/', pathNot: ['^src/suites/$1/', allowed(SUITES)] },
    },
    {
      name: 'engine-is-pure',
      severity: 'error',
      from: { path: '^src/suites/[^/]+/engine/', pathNot: SPEC },
      to: { pathNot: ['^src/suites/[^/]+/engine/', '^src/kernel/'], dependencyTypesNot: ['core'] },
    },
    {
      name: 'faces-only',
      comment: 'Other modules import a module through its index.ts.',
      severity: 'error',
      from: { path: '^src/([^/]+)/', pathNot: SPEC },
      to: {
        path: '^src/([^/]+)/.+',
        pathNot: ['^src/$1/', '^src/[^/]+/index\\.ts$', '^src/generated/', '^src/suites/'],
      },
    },
    {
      name: 'pure-cores',
      comment: 'The vocabulary and the protocol import no framework.',
      severity: 'error',
      from: { path: '^src/(kernel|protocol)/', pathNot: SPEC },
      to: { dependencyTypes: ['npm', 'npm-dev'] },
    },
    {
      name: 'prisma-in-repositories',
      severity: 'error',
      from: { path: '^src/', pathNot: ['\\.repository\\.ts$', '^src/platform/database/', '^src/generated/', SPEC] },
      to: { path: ['^src/generated/', '@prisma/client'] },
    },
    {
      name: 'no-test-code-in-product',
      severity: 'error',
      from: { path: '^src/', pathNot: SPEC },
      to: { path: '^test/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^src/generated' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.mjs', '.json'],
    },
  },
};
