/** ES modules that a package of CommonJS requires (citation-js). Jest cannot do that before Node.js 24.9. */
const required = 'node-fetch|fetch-blob|data-uri-to-buffer|formdata-polyfill';

/**
 * Suites that take long are in two folders or are named `*.slow.test.ts`. Those named `*.databases.test.ts` are in both
 * runs: on SQLite in the quick one, on PostgreSQL in the slow one. Those named `*.long.test.ts` are only in the long
 * run.
 */
const runs = {
  quick: ['<rootDir>/test/*.test.ts', '<rootDir>/test/!(browser|scenarios)/**/!(*.slow|*.long).test.ts'],
  slow: ['<rootDir>/test/@(browser|scenarios)/**/!(*.long).test.ts', '<rootDir>/test/**/*.@(slow|databases).test.ts'],
  every: ['<rootDir>/test/**/*.test.ts'],
};

/** Words that pick tests by path or name, as in `npm test -- test/workers/gme`, pick among the suites of both runs. */
const words = process.argv.slice(2).filter((word, n, before) => word !== '-c' && before[n - 1] !== '-c');
const picks = words.some((word) => !word.startsWith('-') || /^(-t|--test)/.test(word));
const run = picks ? 'every' : (process.env['TEST_RUN'] ?? 'quick');
if (!Object.hasOwn(runs, run)) throw new Error(`TEST_RUN is ${run}, expected ${Object.keys(runs).join(', ')}.`);
// The reporter and the suites read it.
process.env['TEST_RUN'] = run;

/** Tests run on the TypeScript sources; `npm test` builds first, for the tests that start the program itself. */
export default {
  rootDir: '..',
  testEnvironment: 'node',
  testMatch: runs[run],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'es6' } },
    ],
    [`/node_modules/(${required})/.+\\.js$`]: [
      '@swc/jest',
      { jsc: { target: 'es2022' }, module: { type: 'commonjs', ignoreDynamic: true } },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${required})/)`],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  setupFilesAfterEnv: ['<rootDir>/test/support/patience.ts'],
  // One more than the two cores of CI: suites that start the program mostly wait for it.
  maxWorkers: 3,
  // What a file's modules take is not given back before the process ends, and collecting garbage takes ever longer.
  workerIdleMemoryLimit: '600MB',
  testSequencer: '<rootDir>/test/sequencer.js',
  reporters: ['default', '<rootDir>/test/reporter.js'],
};
