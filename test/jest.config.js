/** ES modules that citation-js requires from CommonJS. Node.js can do that, Jest cannot before Node.js 24.9. */
const required = 'node-fetch|fetch-blob|data-uri-to-buffer|formdata-polyfill';

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
    [`/node_modules/(${required})/.+\\.js$`]: [
      '@swc/jest',
      { jsc: { target: 'es2022' }, module: { type: 'commonjs', ignoreDynamic: true } },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${required})/)`],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  testTimeout: 30_000,
  maxWorkers: 2,
  // What a file's modules take is not given back before the process ends, and collecting garbage takes ever longer.
  workerIdleMemoryLimit: '600MB',
  testSequencer: '<rootDir>/test/sequencer.js',
  reporters: ['default', '<rootDir>/test/reporter.js'],
};
