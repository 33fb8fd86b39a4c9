/**
 * Makes of each program in `dist` (the daemon, its threads and processes, the library) one file with what it needs, and
 * of what several need, files in `dist/chunks`: twelve hundred small files take a second of the processor to be found
 * and read, at each start. What only a part of the program needs is loaded when that part is, as it is in the sources.
 */
import { build } from 'esbuild';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { partsOfPackages } from './bundled-parts.mjs';
import { writeLicences } from './licences.mjs';

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
const asFiles = ['usb', 'piscina', 'ioredis', '@ffmpeg/core', '@jsquash/jpeg'];
/** What would use these knows that they may not be there. */
const notInstalled = ['pg-native', 'pg-cloudflare'];
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

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
  target: `node${/\d+/.exec(manifest.engines.node)?.[0]}`,
  external: [...asFiles, ...notInstalled],
  plugins: partsOfPackages,
  banner: { js: names },
  // The text of what runs stays in memory. Licences have a file of their own (`licences.mjs`).
  minifyWhitespace: true,
  legalComments: 'none',
  lineLimit: 160,
  logLevel: 'warning',
});

// One letter beyond Latin-1, and the whole text takes two bytes a letter in memory; in strings, templates and patterns
// its number is the same.
for (const file of Object.keys(metafile.outputs).filter((path) => path.endsWith('.js'))) {
  const text = readFileSync(join(root, file), 'utf8');
  const narrow = text.replace(/[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  if (narrow !== text) writeFileSync(join(root, file), narrow);
}

// What such a package exports has names only where it is imported at the head of a file.
const nameless = Object.entries(metafile.inputs).flatMap(([file, { imports }]) =>
  imports
    .filter(({ kind, path }) => kind === 'dynamic-import' && metafile.inputs[path]?.format === 'cjs')
    .map(
      ({ original }) => `${file} loads ${original}, a package without ES modules, late: do so in a file of its own.`,
    ),
);
const { dependencies, optionalDependencies } = manifest;
const installed = new Set([...Object.keys({ ...dependencies, ...optionalDependencies }), ...notInstalled]);
const packageOf = (path) => /^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path;
const unknown = Object.entries(metafile.outputs).flatMap(([file, { imports }]) =>
  imports
    .filter(
      ({ path, external }) =>
        external && !isBuiltin(path) && !path.startsWith('node:') && !installed.has(packageOf(path)),
    )
    .map(({ path }) => `${file} needs ${path}, which is not among the dependencies of package.json.`),
);
/** The files of the daemon, each after those that it imports (`daemon/cli/few-files.ts`). */
function inOrder() {
  const { outputs } = metafile;
  const [daemon] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === 'daemon/daemon.ts') ?? [];
  const order = new Set();
  const visited = new Set();
  const visit = (file) => {
    if (visited.has(file)) return;
    visited.add(file);
    for (const { path, kind, external } of outputs[file].imports)
      if (kind === 'import-statement' && !external) visit(path);
    order.add(basename(file));
  };
  visit(daemon);
  return [...order];
}
writeFileSync(join(root, 'dist/chunks/order.json'), JSON.stringify(inOrder()));

const problems = [...nameless, ...unknown];
for (const sentence of problems) console.error(sentence);
writeLicences(root, Object.keys(metafile.inputs));
if (warnings.length + problems.length > 0) process.exitCode = 1;
