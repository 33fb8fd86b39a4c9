/**
 * Runs the program on each supported version of Node.js: a full run with an album and papers (`nodes/long-way.mjs`),
 * with times and memory. An older version must refuse with one sentence. Exits with 1 if a step fails or a figure is
 * over its limit. Runs on `dist`; npm has the versions as packages.
 *
 *   node benchmarks/nodes.mjs [--versions 20.19.0,20,22,24,26] [--work MINUTES] [--install] [--no-limits]
 *     [--at-once]
 *
 * `--no-limits` only prints the figures, for a busy machine; `--at-once` runs all versions in parallel. `--install`
 * also runs `npm ci` in a clean copy of HEAD with each version, and counts its lines.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { run } from './nodes/commands.mjs';
import { goLongWay, makeFiles } from './nodes/long-way.mjs';
import { nodeOfVersion } from './nodes/versions.mjs';

const { values: options } = parseArgs({
  options: {
    versions: { type: 'string', default: '20.19.0,20,22,24,26' },
    work: { type: 'string', default: '0' },
    install: { type: 'boolean', default: false },
    'no-limits': { type: 'boolean', default: false },
    'at-once': { type: 'boolean', default: false },
  },
});
const root = fileURLToPath(new URL('..', import.meta.url));
/** Limits, by name of the figure. */
const limits = { 'first answer, ms': 1000, 'at rest, MB': 150, 'most at work, MB': 600, 'at rest after work, MB': 300 };
const tooOld = '18';
const faults = 'commands with a fault';

/** Counts the lines that `npm ci` prints in a clean checkout. */
function linesOfInstall(node) {
  const folder = mkdtempSync(join(tmpdir(), 'tonstift-install-'));
  try {
    execFileSync('sh', ['-c', `git archive HEAD | tar -x -C "${folder}"`], { cwd: root });
    const environment = { ...process.env, PATH: `${dirname(node)}:${process.env.PATH}` };
    const { status, stdout, stderr } = spawnSync('npm', ['ci'], { cwd: folder, env: environment, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    const lines = (stdout + stderr).split('\n').filter((line) => line.trim() !== '');
    console.log(lines.map((line) => `  ${line}`).join('\n'));
    return lines.length;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function refuses(node) {
  const { code, complaints } = await run(node, ['--version']);
  console.log(`Node.js ${tooOld}: exit ${code}, ${complaints.trim()}`);
  return code === 78 && complaints.trim().split('\n').length === 1;
}

/** Does the full run, and prints the error if a step fails. @returns {Promise<import('./nodes/long-way.mjs').Row>} */
async function figuresOf(node) {
  try {
    /** @type {import('./nodes/long-way.mjs').Row} */
    const install = options.install ? { "npm ci's lines": linesOfInstall(node) } : {};
    return { ...install, ...(await goLongWay(node, files, Number(options.work))) };
  } catch (error) {
    console.log(error);
    return { [faults]: 1 };
  }
}

const files = await makeFiles();
/** @type {[version: string, row: import('./nodes/long-way.mjs').Row][]} */
const rows = [];
/** One result per version: true if it passed. */
const results = /** @type {boolean[]} */ ([]);
try {
  results.push(await refuses(nodeOfVersion(tooOld)));
  const nodes = options.versions.split(',').map(nodeOfVersion);
  const working = /** @type {Promise<void>[]} */ ([]);
  for (const node of nodes) {
    const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
    working.push(
      figuresOf(node).then((row) => {
        rows.push([version, row]);
        results.push(row[faults] === 0);
      }),
    );
    if (!options['at-once']) await Promise.all(working);
  }
  await Promise.all(working);
} finally {
  rmSync(files.folder, { recursive: true, force: true });
}
const names = [...new Set(rows.flatMap(([, row]) => Object.keys(row)))];
console.log(['', ...rows.map(([version]) => version)].map((cell, n) => cell.padEnd(n ? 12 : 48)).join(''));
for (const name of names) {
  const cells = rows.map(([, row]) => String(row[name] ?? ''));
  const isOver = !options['no-limits'] && cells.some((cell) => Number(cell) > (limits[name] ?? Infinity));
  if (isOver) process.exitCode = 1;
  const limit = name in limits ? `limit ${limits[name]}${isOver ? ', MISSED' : ''}` : '';
  console.log([name, ...cells, limit].map((cell, n) => cell.padEnd(n ? 12 : 48)).join(''));
}
const passed = results.filter(Boolean).length;
if (passed < results.length) process.exitCode = 1;
console.log(`${passed} passed, ${results.length - passed} failed`);
