/**
 * Makes of each program in `dist` (the daemon, its threads and processes, the library) one file with what it needs, and
 * of what several need, files in `dist/chunks`: twelve hundred small files take a second of the processor to be found
 * and read, at each start. What only a part of the program needs is loaded when that part is, as it is in the sources.
 */
import { build } from 'esbuild';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const entries = [
  'daemon/main.ts',
  'workers/index.ts',
  ...['daemon', 'workers'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /-(thread|process)\.ts$/.test(path))
      .map((path) => join(folder, path)),
  ),
];

/** Looked for by themselves as files, or made for one kind of machine. */
const asFiles = [
  'usb',
  'libsql',
  'vectra',
  'piscina',
  'ioredis',
  '@ffmpeg/core',
  '@jsquash/jpeg',
  // Not installed; what would use them knows that.
  'pg-native',
  'pg-cloudflare',
];

/** Packages of the older kind ask for these names, which an ES module does not have. */
const names = `import { createRequire as __createRequire } from 'node:module';
import { dirname as __folderOf } from 'node:path';
import { fileURLToPath as __pathOf } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __pathOf(import.meta.url), __dirname = __folderOf(__filename);`;

rmSync(`${root}dist/chunks`, { recursive: true, force: true });
const { warnings, metafile } = await build({
  metafile: true,
  absWorkingDir: root,
  entryPoints: entries,
  outbase: '.',
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: `node${/\d+/.exec(JSON.parse(readFileSync(`${root}package.json`, 'utf8')).engines.node)?.[0]}`,
  external: asFiles,
  banner: { js: names },
  logLevel: 'warning',
});

// What such a package exports has names only where it is imported at the head of a file.
const nameless = Object.entries(metafile.inputs).flatMap(([file, { imports }]) =>
  imports
    .filter(({ kind, path }) => kind === 'dynamic-import' && metafile.inputs[path]?.format === 'cjs')
    .map(
      ({ original }) => `${file} loads ${original}, a package without ES modules, late: do so in a file of its own.`,
    ),
);
for (const sentence of nameless) console.error(sentence);
if (warnings.length + nameless.length > 0) process.exitCode = 1;
