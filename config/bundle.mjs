/**
 * Makes of each program in `dist` (the daemon, its threads and processes, the library) one file with what it needs, and
 * of what several need, files in `dist/chunks`: twelve hundred small files take a second of the processor to be found
 * and read, at each start. What only a part of the program needs is loaded when that part is, as it is in the sources.
 * The daemon shares no files with its threads: so of its own those that it always loads together can be one.
 */
import { build } from 'esbuild';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { partsOfPackages } from './bundled-parts.mjs';
import { writeLicences } from './licences.mjs';
import { writeMerged } from './merge-chunks.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const program = 'daemon/main.ts';
const others = [
  'workers/index.ts',
  ...['daemon', 'workers'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /-(thread|process)\.ts$/.test(path))
      .map((path) => join(folder, path)),
  ),
];

/** Looked for by themselves as files, or made for one kind of machine. */
const asFiles = ['usb', 'piscina', 'ioredis', '@ffmpeg/core', '@jsquash/jpeg'];
/** What would use these knows that they may not be there. */
const notInstalled = ['pg-native', 'pg-cloudflare', 'redis'];
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Packages of the older kind ask for these names, which an ES module does not have. */
const names = `import { createRequire as __createRequire } from 'node:module';
import { dirname as __folderOf } from 'node:path';
import { fileURLToPath as __pathOf } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __pathOf(import.meta.url), __dirname = __folderOf(__filename);`;

rmSync(`${root}dist/chunks`, { recursive: true, force: true });
/** @satisfies {import('esbuild').BuildOptions} */
const options = {
  metafile: true,
  absWorkingDir: root,
  outbase: '.',
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: `node${/\d+/.exec(manifest.engines.node)?.[0]}`,
  external: [...asFiles, ...notInstalled],
  plugins: partsOfPackages,
  banner: { js: names },
  // The text of what runs stays in memory. Licences have a file of their own (`licences.mjs`).
  minifyWhitespace: true,
  legalComments: 'none',
  lineLimit: 160,
  logLevel: 'warning',
};
const daemon = await build({ ...options, entryPoints: [program], chunkNames: 'chunks/[name]-[hash]', write: false });
const merged = await writeMerged(root, daemon);
const beside = await build({ ...options, entryPoints: others, chunkNames: 'chunks/beside-[hash]' });

// One letter beyond Latin-1, and the whole text takes two bytes a letter in memory; in strings, templates and patterns
// its number is the same.
const written = [...merged.map(({ fileName }) => `dist/${fileName}`), ...Object.keys(beside.metafile.outputs)];
for (const file of written) {
  const text = readFileSync(join(root, file), 'utf8');
  const narrow = text.replace(/[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  if (narrow !== text) writeFileSync(join(root, file), narrow);
}

const inputs = { ...daemon.metafile.inputs, ...beside.metafile.inputs };
const outputs = { ...daemon.metafile.outputs, ...beside.metafile.outputs };
// What such a package exports has names only where it is imported at the head of a file.
const nameless = Object.entries(inputs).flatMap(([file, { imports }]) =>
  imports
    .filter(({ kind, path }) => kind === 'dynamic-import' && inputs[path]?.format === 'cjs')
    .map(
      ({ original }) => `${file} loads ${original}, a package without ES modules, late: do so in a file of its own.`,
    ),
);
const { dependencies, optionalDependencies } = manifest;
const installed = new Set([...Object.keys({ ...dependencies, ...optionalDependencies }), ...notInstalled]);
const packageOf = (path) => /^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path;
const unknown = Object.entries(outputs).flatMap(([file, { imports }]) =>
  imports
    .filter(
      ({ path, external }) =>
        external && !isBuiltin(path) && !path.startsWith('node:') && !installed.has(packageOf(path)),
    )
    .map(({ path }) => `${file} needs ${path}, which is not among the dependencies of package.json.`),
);
/** The files of the daemon, each after those that it imports (`daemon/cli/few-files.ts`). */
function inOrder() {
  const files = new Map(merged.map((file) => [file.fileName, file]));
  const order = new Set();
  const visited = new Set();
  const visit = (name) => {
    const file = files.get(name);
    if (file?.type !== 'chunk' || visited.has(name)) return;
    visited.add(name);
    file.imports.forEach(visit);
    order.add(basename(name));
  };
  merged.forEach(({ fileName, name }) => /^daemon-(?!requests)/.test(name ?? '') && visit(fileName));
  return [...order];
}
writeFileSync(join(root, 'dist/chunks/order.json'), JSON.stringify(inOrder()));

const problems = [...nameless, ...unknown];
for (const sentence of problems) console.error(sentence);
writeLicences(root, Object.keys(inputs));
if (daemon.warnings.length + beside.warnings.length + problems.length > 0) process.exitCode = 1;
