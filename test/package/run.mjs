/**
 * Packs the package and uses it as a stranger does: `npm run test:package`. It installs the tarball in an empty folder,
 * compiles a strict TypeScript project against it, runs that, and compares what npm has installed with the CycloneDX
 * list. It takes a minute or two, and needs the npm registry.
 */
import { deepEqual, equal, match } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));
const consumer = await mkdtemp(join(tmpdir(), 'tonstift-package-'));
const installed = join(consumer, 'node_modules/tonstift');
const json = async (...path) => JSON.parse(await readFile(join(...path), 'utf8'));

async function run(program, words, env = {}, cwd = consumer) {
  const limits = { maxBuffer: 2 ** 25, timeout: 600_000 };
  const { stdout } = await promisify(execFile)(program, words, { cwd, env: { ...process.env, ...env }, ...limits });
  return stdout;
}

const checks = [];
const check = (name, work) => checks.push({ name, work });

async function install() {
  const packed = await run('npm', ['pack', '--silent', '--pack-destination', consumer], {}, root);
  const tarball = join(consumer, packed.trim().split('\n').at(-1) ?? '');
  await writeFile(join(consumer, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
  const compilers = ['typescript-5.9@npm:typescript@5.9', 'typescript-newest@npm:typescript@latest'];
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', ['install', ...quietly, tarball]);
  // Before the compilers come, only the program and its packages are there.
  const shipped = packagesIn(await json(consumer, 'node_modules/.package-lock.json'));
  await run('npm', ['install', ...quietly, ...compilers, '@types/node@20']);
  return shipped;
}

const packagesIn = ({ packages }) => {
  const entries = Object.entries(packages).filter(([folder]) => folder !== 'node_modules/tonstift');
  const names = entries.map(
    ([folder, { name, version }]) => `${name ?? folder.split('node_modules/').at(-1)}@${version}`,
  );
  return [...new Set(names)].sort();
};

check('has built files, declarations of the public entry, and no sources', async () => {
  const files = (await readdir(installed, { recursive: true, encoding: 'utf8' })).filter(
    (file) => !file.startsWith('node_modules'),
  );
  const unwanted = /\.(map|deb|sh|tsbuildinfo)$|(^|\/)test\/|(?<!\.d)\.ts$|^(?!dist\/types\/).*\.d\.ts$/;
  deepEqual(
    files.filter((file) => unwanted.test(file)),
    [],
  );
  const declarations = files.filter((file) => file.endsWith('.d.ts'));
  equal(declarations.length > 20 && declarations.length < 70, true, `${declarations.length} declaration files`);
});

check('names in dist/sbom.cdx.json what npm installs, and in dist/LICENCES.txt its licences', async (shipped) => {
  const sbom = await readFile(join(installed, 'dist/sbom.cdx.json'), 'utf8');
  const { components, bomFormat } = JSON.parse(sbom);
  equal(bomFormat, 'CycloneDX');
  const listed = new Map(
    components.map(({ purl, scope }) => [decodeURIComponent(purl.slice('pkg:npm/'.length)), scope]),
  );
  deepEqual(
    shipped.filter((one) => !listed.has(one)),
    [],
  );
  // Packages for other platforms are listed as well.
  const others = [...listed].filter(([one]) => !shipped.includes(one));
  deepEqual(
    others.filter(([, scope]) => scope !== 'optional'),
    [],
  );
  const licences = await readFile(join(installed, 'dist/LICENCES.txt'), 'utf8');
  const named = new Set([...licences.matchAll(/^(\S+) \d+\.\d+\.\d+\S*$/gm)].map(([, name]) => name));
  deepEqual(
    [...listed.keys()].map((one) => one.slice(0, one.lastIndexOf('@'))).filter((name) => !named.has(name)),
    [],
  );
  for (const text of ['GNU GENERAL PUBLIC LICENSE', 'also send the complete source'])
    equal(licences.includes(text), true, text);
  equal(
    [root, consumer, tmpdir()].some((path) => sbom.includes(`${path}/`) || licences.includes(`${path}/`)),
    false,
  );
});

for (const compiler of ['typescript-5.9', 'typescript-newest']) {
  check(`compiles in a strict project, with ${compiler}`, () =>
    run(process.execPath, [join('node_modules', compiler, 'bin/tsc'), '-p', '.']),
  );
}

/** Plays the embedding API. */
async function answer(request, response) {
  const { input = [] } = JSON.parse((await text(request)) || '{}');
  const vector = (words) => [1, /birds/i.test(words) ? 1 : 0];
  const data = [input].flat().map((words, index) => ({ index, embedding: vector(words) }));
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }));
}

check('runs, as docs/programs.md says', async () => {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const env = {
    TONSTIFT_HOME: join(consumer, 'home'),
    LLM_BACKEND_URL: `http://127.0.0.1:${port}`,
    EMBEDDING_MODEL: 'x',
  };
  try {
    const lines = '2 papers added, 2 embedded\nBirds (2024), distance 0.0\nSuns (2025), distance 1.0\n';
    equal(await run(process.execPath, ['out/papers.js'], env), lines);
    equal(await run(process.execPath, ['out/consumer.js'], env), 'consumer done\n');
    match(await run(process.execPath, ['out/gme.js', 'consumer.gme'], env), /920/);
  } finally {
    server.close();
  }
});

check('has the command', async () => {
  const { version } = await json(root, 'package.json');
  match(await run(join(consumer, 'node_modules/.bin/tonstift'), ['--version']), new RegExp(`\\b${version}\\b`));
});

async function writeProject() {
  const docs = await readFile(join(root, 'docs/programs.md'), 'utf8');
  const [papers = '', gme = ''] = [...docs.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, program]) => program);
  await writeFile(join(consumer, 'papers.ts'), papers);
  await writeFile(join(consumer, 'gme.ts'), gme);
  await cp(join(root, 'test/package/consumer.ts'), join(consumer, 'consumer.ts'));
  const compilerOptions = {
    ...{ strict: true, skipLibCheck: false, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ...{ module: 'nodenext', target: 'es2022', lib: ['es2022'], types: ['node'], outDir: 'out' },
  };
  await writeFile(
    join(consumer, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['papers.ts', 'gme.ts', 'consumer.ts'] }),
  );
}

let failed = 0;
try {
  const shipped = await install();
  await writeProject();
  for (const { name, work } of checks) {
    try {
      await work(shipped);
      console.log(`ok      ${name}`);
    } catch (thrown) {
      const error = /** @type {Error & { stdout?: string, stderr?: string }} */ (thrown);
      failed += 1;
      console.log(`failed  ${name}\n${error.stdout ?? ''}${error.stderr ?? ''}${error.stack}`);
    }
  }
} finally {
  await rm(consumer, { recursive: true, force: true });
}
console.log(`${checks.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
