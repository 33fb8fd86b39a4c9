/** Tests run on the TypeScript sources; `npm test` builds first, for the tests that start the program itself. */
export default {
  rootDir: '..',
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'es6' } },
    ],
  },
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  testTimeout: 30_000,
  maxWorkers: 2,
  // What a file's modules take is not given back before the process ends, and collecting garbage takes ever longer.
  workerIdleMemoryLimit: '600MB',
  testSequencer: '<rootDir>/test/sequencer.js',
  reporters: ['default', '<rootDir>/test/reporter.js'],
};
