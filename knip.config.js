/** Dead files, exports and dependencies: `npm run dead`. Each exception has its reason beside it. */

/** Scripts import what `npm run build` makes of the sources; the sources stand for it, also where nothing is built. */
const ofSources = (text) => text.replaceAll('/dist/', '/');

export default {
  entry: [
    'daemon/main.ts',
    'workers/papers/index.ts',
    // Started by their file, as threads and processes.
    'workers/**/*-{thread,process}.ts',
    // Types only: the keys of a feature's sentences.
    'workers/**/language/sentences.ts',
    // Steps of the build.
    'packaging/*.mjs',
    'daemon/cli/man-page.ts',
    // Compiled to WebAssembly by hand.
    'workers/**/*.as.ts',
    'workers/**/compile-*.mjs',
    // Loaded by pages.
    'http/public/**/*.js',
    // Run by a person, or by a test in a process of its own.
    'benchmarks/*.mjs',
    'benchmarks/chaos/{kills,soak,works}.mjs',
    'docs/*.{js,mjs}',
    'test/**/*.js',
    'test/machine/{run,embedding-api}.mjs',
    // The second is compiled in an empty folder, against the packed package.
    'test/package/{run.mjs,consumer.ts}',
    'test/**/*.test.ts',
  ],
  project: ['**/*.{ts,js,mjs}'],
  jest: { config: ['test/jest.config.js'] },
  compilers: { js: ofSources, mjs: ofSources },
  // A type beside its function is there for the reader of its signature.
  ignoreExportsUsedInFile: { interface: true, type: true },
  // Handed as a whole to the table of configuration (`config/field.ts`).
  ignoreIssues: { 'workers/base/input/schema.ts': ['exports'] },
  // Programs are the system's; the tests that want them look for them.
  exclude: ['binaries'],
  ignoreDependencies: [
    // Found by `createRequire(…).resolve`: its WebAssembly is read as a file.
    '@ffmpeg/core',
    // In test/browser/package.json.
    'axe-core',
    'playwright-core',
  ],
};
