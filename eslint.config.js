// The lint rules. What is banned carries its reason in the message: the linter is the project's memory.
import tseslint from 'typescript-eslint';

const timeRoom = 'time moves only through common/clock, so that tests own it';

const bans = {
  'no-restricted-globals': [
    'error',
    { name: 'setTimeout', message: timeRoom },
    { name: 'setInterval', message: timeRoom },
    { name: 'console', message: 'programs log through common/log and print through common/cli' },
    { name: 'process', message: 'the process belongs to main.ts and common/lifecycle' },
  ],
  'no-restricted-properties': [
    'error',
    { object: 'Date', property: 'now', message: timeRoom },
    { object: 'performance', property: 'now', message: timeRoom },
    {
      object: 'Math',
      property: 'random',
      message: 'randomness comes from node:crypto or is injected',
    },
  ],
  'no-restricted-syntax': [
    'error',
    { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: timeRoom },
    { selector: 'ExportDefaultDeclaration', message: 'named exports only' },
    { selector: 'ExportAllDeclaration', message: 'no barrel files' },
  ],
};

export default tseslint.config(
  { ignores: ['dist/', 'coverage/', 'node_modules/', 'proto/gen/', '**/*.cjs'] },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      ...bans,
      eqeqeq: 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      // `void promise` says that a rejection boundary is inside; a bare promise is an error.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: true },
      ],
      '@typescript-eslint/no-extraneous-class': 'off',
    },
  },
  {
    // Tests register themselves and their promises belong to the runner.
    files: ['**/*.test.ts', 'testkit/suites/**'],
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', name: ['test', 'suite', 'describe', 'it'], package: 'node:test' },
          ],
        },
      ],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
    },
  },
  // The rooms that own what the others may not touch.
  {
    files: ['common/clock/**'],
    rules: {
      'no-restricted-globals': 'off',
      'no-restricted-properties': 'off',
      'no-restricted-syntax': 'off',
    },
  },
  {
    files: [
      '*/main.ts',
      'common/lifecycle/**',
      'common/cli/**',
      'scripts/**',
      'integration/**',
      'bench/**',
      'testkit/**',
      'testing/**',
      '**/*.test.ts',
    ],
    rules: {
      'no-restricted-globals': [
        'error',
        ...bans['no-restricted-globals']
          .slice(1)
          .filter((ban) => ban.name !== 'process' && ban.name !== 'setInterval'),
      ],
    },
  },
  {
    files: ['scripts/**', 'bench/**', 'integration/**'],
    rules: {
      'no-restricted-globals': 'off',
      'no-restricted-properties': 'off',
      'no-restricted-syntax': 'off',
    },
  },
);
