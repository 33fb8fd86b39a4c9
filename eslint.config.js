import tseslint from 'typescript-eslint';

/** Type-checked linting of the files that a tsconfig includes. */
const checkedBy = (project) => ({
  extends: [...tseslint.configs.recommendedTypeChecked],
  languageOptions: { parserOptions: { project, tsconfigRootDir: import.meta.dirname } },
});

/** @type {import('eslint').Linter.RulesRecord} */
const rules = {
  '@typescript-eslint/no-floating-promises': 'error',
  '@typescript-eslint/require-await': 'off',
  '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
  '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
  '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
  eqeqeq: 'error',
  'no-console': 'error',
};

const program = ['config/**', 'daemon/**', 'http/**', 'workers/**'];

export default tseslint.config(
  // AssemblyScript has types of its own (`i32`), which no linter of TypeScript knows.
  // The one file of CommonJS is what a package of CommonJS asks for.
  { ignores: ['dist/', 'node_modules/', '**/*.as.ts', '**/*.cjs'] },
  {
    files: ['**/*.ts'],
    ...checkedBy('./tsconfig.json'),
    rules: { ...rules, '@typescript-eslint/consistent-type-imports': 'error' },
  },
  {
    files: ['http/public/*.js'],
    ...checkedBy('./tsconfig.browser.json'),
    // What comes as JSON gets its type in a comment, which the compiler sees and this rule does not.
    rules: { ...rules, '@typescript-eslint/no-unsafe-assignment': 'off' },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    ignores: ['http/public/**'],
    ...checkedBy('./tsconfig.scripts.json'),
    rules: {
      ...rules,
      // Scripts print. Their parameters have no types, so the compiler takes them for `any`.
      'no-console': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/restrict-template-expressions': 'off',
    },
  },
  {
    files: program,
    rules: {
      '@typescript-eslint/max-params': ['error', { max: 4 }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    },
  },
);
