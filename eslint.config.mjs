import js from '@eslint/js';
import ts from 'typescript-eslint';

export default ts.config(
  { ignores: ['dist', 'src/generated', 'node_modules', 'coverage', '.data'] },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [...ts.configs.strictTypeChecked, ...ts.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only src/config reads the environment.' },
        { object: 'Math', property: 'random', message: 'Inject RANDOM.' },
        { object: 'Date', property: 'now', message: 'Inject CLOCK.' },
      ],
      // Nest finds modules, controllers and providers by class, also when they have no members.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true, allowStaticOnly: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      // DTOs are classes for their decorators; an object of the same shape is as good.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // `type` and `interface` with an index signature read alike; generated members are written with quotes where they hold dots.
      '@typescript-eslint/consistent-indexed-object-style': 'off',
    },
  },
  {
    files: ['src/config/**/*.ts', 'prisma.config.ts', 'test/**/*.ts', '**/*.spec.ts', 'bench/**/*.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['src/platform/time/*.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    // A describe() block is a list of tests, not a function to be kept short.
    files: ['test/**/*.ts', '**/*.spec.ts'],
    rules: {
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        fetch: 'readonly',
        Buffer: 'readonly',
        globalThis: 'readonly',
        performance: 'readonly',
        AbortSignal: 'readonly',
        module: 'readonly',
      },
    },
  },
);
