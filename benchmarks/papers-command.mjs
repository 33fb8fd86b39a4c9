/**
 * Measures the processor time of `tonstift papers search`, from the start of Node.js to its end, with as many papers
 * as a conference has, without an embedding server and without a daemon. Runs on `dist`, on Linux.
 *
 *   node benchmarks/papers-command.mjs [--papers 2130] [--rounds 25]
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { paperOf, words } from './papers/made.mjs';

/** Milliseconds: an alarm only, with room for a busy machine. */
const limitMs = 1000;
const { values: options } = parseArgs({
  options: { papers: { type: 'string', default: '2130' }, rounds: { type: 'string', default: '25' } },
});
const rounds = Number(options.rounds);
const program = fileURLToPath(new URL('../dist/daemon/main.js', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'tonstift-bench-'));

/** proc(5), fields 16 and 17: processor time of ended children in ticks, a hundred per second. */
function ticksOfChildren() {
  const stat = readFileSync('/proc/self/stat', 'latin1');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15)
    .map(Number);
  return user + system;
}

/** @param {string[]} given */
function run(given) {
  const environment = { ...process.env, TONSTIFT_HOME: home };
  const { status, stdout, stderr } = spawnSync(process.execPath, given, { encoding: 'utf8', env: environment });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** Returns the average processor time in milliseconds. */
function taken(given) {
  run(given);
  const before = ticksOfChildren();
  for (let i = 0; i < rounds; i++) run(given);
  return ((ticksOfChildren() - before) * 10) / rounds;
}

try {
  const papers = Array.from({ length: Number(options.papers) }, (_, i) => paperOf(i));
  writeFileSync(join(home, 'papers.json'), JSON.stringify(papers));
  run([program, 'papers', 'import', join(home, 'papers.json')]);
  const search = [program, 'papers', 'search', `${words[20]} ${words[300]} for ${words[900]}`];
  const found = run(search)
    .split('\n')
    .filter((line) => line.includes('words: ')).length;
  if (found !== 10) throw new Error(`${found} papers were found, not 10.`);
  console.log(`${papers.length.toLocaleString('en')} papers, 10 found`);
  const nodeMs = taken(['-e', '0']);
  const ms = taken(search);
  const missed = ms > limitMs;
  if (missed) process.exitCode = 1;
  console.log(
    `  a search: ${ms.toFixed(1)} ms of the processor, ${nodeMs.toFixed(1)} of them Node.js alone` +
      `; at most ${limitMs}${missed ? ' MISSED' : ''}`,
  );
} finally {
  rmSync(home, { recursive: true, force: true });
}
