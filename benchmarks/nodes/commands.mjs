/** Runs every command of the program once. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../dist/daemon/main.js', import.meta.url));

/**
 * @param {string} node
 * @param {readonly string[]} words
 * @param {{ input?: string, environment?: NodeJS.ProcessEnv }} options
 */
export async function run(node, words, { input = '', environment = process.env } = {}) {
  const child = spawn(node, [program, ...words], { env: environment, stdio: 'pipe' });
  child.stdin.end(input);
  const [output, complaints, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, output, complaints };
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
};

/**
 * @typedef {object} Place
 * @property {string} home
 * @property {string} folder for files of its own
 * @property {string} scan a picture of a printed page
 * @property {string} papers a file of papers
 * @property {string} album a folder with audio
 * @property {string} uid of an album
 * @property {string} paperUid
 */

/**
 * Commands that send requests to the running daemon, or run next to it.
 * @param {Place} place
 * @returns {[words: string[], expected: RegExp, input?: string][]}
 */
export function besideDaemon({ home, folder, scan, papers, uid, paperUid }) {
  const gme = readdirSync(join(home, 'library', 'gme')).find((name) => name.endsWith('.gme')) ?? '';
  const file = join(home, 'library', 'gme', gme);
  return [
    [['--version'], /^\d/],
    [['--help'], /Usage: tonstift/],
    [['config'], /inbox_path/],
    [['config', 'set', 'print_columns', '2'], /print_columns/],
    [['completion', 'bash'], /complete/],
    [['gme', 'info', file], /product/i],
    [['gme', 'dump', file], /\d/],
    [['gme', 'play', file, '920'], /./],
    [['gme', 'export', uid, join(folder, 'project')], /./],
    [['oid', 'read', scan], /./],
    [['pen', 'simulate', join(folder, 'second-pen')], /./],
    [['pen', 'status'], /./],
    [['pen', 'sync'], /./],
    [['backup', join(folder, 'all.zip')], /./],
    [['papers', 'import', papers], /30 read/],
    [['papers', 'embed'], /./],
    [['papers', 'status'], /\d/],
    [['papers', 'search', 'parsing'], /Paper/],
    [['papers', 'like', paperUid], /Paper/],
    [['papers', 'saved'], /./],
    [['papers', 'export', 'ACL', '2001', join(folder, 'vectors.json')], /./],
    [['papers', 'import-embeddings', join(folder, 'vectors.json'), 'ACL', '2001'], /./],
    [['mcp'], /protocolVersion/, `${JSON.stringify(initialize)}\n`],
    [['service', 'status'], /./],
  ];
}

/**
 * Commands that need exclusive access to the library.
 * @param {Place} place
 * @returns {[words: string[], expected: RegExp, input?: string][]}
 */
export const withoutDaemon = ({ folder, album }) => [
  [['library', 'check', 'all'], /./],
  [['import', album], /./],
  [['restore', join(folder, 'all.zip')], /./],
  [['library', 'rebuild'], /./],
  [['library', 'accept'], /./],
  [['import-ttmp32gme', folder], /config\.sqlite/],
  [['password'], /./, 'open sesame please\n'],
];

/** These exit with 1 if there is nothing to do or the machine lacks a program, and print why. */
const mayFail = [/^service status$/, /^library rebuild$/, /^library accept$/, /^import-ttmp32gme /];

/**
 * @param {string} node
 * @param {NodeJS.ProcessEnv} environment
 * @param {[words: string[], expected: RegExp, input?: string][]} rows
 * @returns {Promise<string[]>} a line for each command with another result
 */
export async function runAll(node, environment, rows) {
  const wrong = /** @type {string[]} */ ([]);
  for (const [words, expected, input] of rows) {
    const { code, output, complaints } = await run(node, words, { input, environment });
    const isAllowed = code === 0 || (mayFail.some((one) => one.test(words.join(' '))) && [1, 2].includes(code));
    const said = output + complaints;
    if (!isAllowed || !expected.test(said) || /ExperimentalWarning|DeprecationWarning|at .*\.js:\d+:\d+/.test(said))
      wrong.push(`${words.slice(0, 2).join(' ')}: exit ${code}, ${JSON.stringify(said.slice(-500))}`);
  }
  return wrong;
}
