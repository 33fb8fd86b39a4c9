/**
 * Measures very many papers: the speed of an import from a table, by a running daemon and without one; the speed of
 * searches; and how long GET /healthz, as an example of other requests, waits meanwhile. Uses the real program.
 *
 *   node benchmarks/million.mjs [--papers 100000] [--rounds 5] [--folder DIR]
 *
 * `--folder` reuses the database of an earlier run with the same number of papers. Linux only: it reads /proc.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { factsOf, startDaemon } from './chaos/daemon.mjs';
import { wordOf, writePapers } from './million/papers-file.mjs';
import { watchHealth } from './million/watch-health.mjs';

const limits = { healthMs: 100, perSecond: 2000, residentMb: 450 };

const { values: options } = parseArgs({
  options: {
    papers: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    folder: { type: 'string' },
  },
});
const papers = Number(options.papers);
const rounds = Number(options.rounds);
const base = options.folder ?? mkdtempSync(join(tmpdir(), 'tonstift-bench-'));
const program = fileURLToPath(new URL('../dist/daemon/main.js', import.meta.url));
/** The embedding server is unreachable: searches use words, and no paper is embedded. */
const settings = { 'llm-backend-url': 'http://127.0.0.1:9', 'log-level': 'info', 'max-upload-mb': 100_000 };

const missed = (what) => {
  console.log(`    MISSED: ${what}`);
  process.exitCode = 1;
};

/** Returns seconds of processor time of a process and its threads. */
function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function watchMemory(pid) {
  let most = 0;
  const timer = setInterval(() => (most = Math.max(most, factsOf(pid).resident)), 500);
  return () => {
    clearInterval(timer);
    return most;
  };
}

function reportImport(how, { seconds, cpu, most, before }) {
  console.log(
    `  import ${how}: ${seconds.toFixed(1)} s, ${Math.round(papers / seconds)} a second, ` +
      `at least ${limits.perSecond}; ${cpu.toFixed(1)} s of the processor, ${Math.round(papers / cpu)} a second of it`,
  );
  const grown = before === undefined ? '' : ` (${before.toFixed(0)} before)`;
  console.log(`    memory at most ${most.toFixed(0)} MB${grown}; at most ${limits.residentMb}`);
  if (papers / seconds < limits.perSecond) missed('speed');
  if (most > limits.residentMb) missed('memory');
}

function reportHealth({ longest, idle, asked }) {
  const waited = `/healthz waits ${longest.toFixed(0)} ms at most of ${asked} times`;
  console.log(`    ${waited}, an idle process ${idle.toFixed(0)}; at most ${limits.healthMs}`);
  if (longest > limits.healthMs) missed('others wait');
}

/** Runs `tonstift papers import`. */
async function command(home, file) {
  const words = [
    'papers',
    'import',
    file,
    `--home=${home}`,
    ...Object.entries(settings).map(([k, v]) => `--${k}=${v}`),
  ];
  const child = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'ignore'] });
  let told = '';
  child.stdout.setEncoding('utf8').on('data', (piece) => (told += piece));
  const ended = once(child, 'exit');
  return { child, ended: ended.then(([code]) => ({ code, told })) };
}

async function importAlone(file) {
  const home = join(base, 'alone');
  mkdirSync(home, { recursive: true });
  const begun = performance.now();
  const { child, ended } = await command(home, file);
  const memory = watchMemory(child.pid);
  let cpu = 0;
  const timer = setInterval(() => (cpu = cpuOf(child.pid)), 100);
  const { told } = await ended;
  clearInterval(timer);
  if (!told.includes(`${papers} new`)) throw new Error(`Unexpected output: ${told}`);
  reportImport('without a daemon', {
    seconds: (performance.now() - begun) / 1000,
    cpu,
    most: memory(),
    before: undefined,
  });
  rmSync(home, { recursive: true, force: true });
}

async function importInto(daemon, home, file) {
  const { pid } = daemon.child;
  const health = await watchHealth(await daemon.url);
  const before = factsOf(pid).resident;
  const cpu = cpuOf(pid);
  const memory = watchMemory(pid);
  const begun = performance.now();
  const { told } = await (await command(home, file)).ended;
  const seconds = (performance.now() - begun) / 1000;
  if (!told.includes(`${papers} new`)) throw new Error(`Unexpected output: ${told}`);
  reportImport('into a running daemon', { seconds, cpu: cpuOf(pid) - cpu, most: memory(), before });
  reportHealth(await health());
}

const q = (text, more = '') => `/papers?q=${encodeURIComponent(text)}${more}`;
/** Requests by name; each round uses other words. */
const kinds = {
  'two words that most papers have': (n) => q(`${wordOf(n)} ${wordOf(n + 1)}`),
  'a common and a rare word': (n) => q(`${wordOf(n)} ${wordOf(30_000 + n)}`),
  'two rare words': (n) => q(`${wordOf(5000 + n)} ${wordOf(9000 + n)}`),
  'words of a conference and a year': (n) =>
    q(`${wordOf(20 + n)} ${wordOf(40 + n)}`, `&conference=ICLR&year=${2010 + n}`),
  'a part of the title': (n) => q(`title:"${wordOf(60 + n)}"`),
  'words, and a part of the title': (n) => q(`title:"${wordOf(60 + n)}" ${wordOf(n)}`),
  'a part of the abstract': (n) => q(`abstract:"${wordOf(60 + n)}"`),
  'words, and a part of the abstract': (n) => q(`abstract:"${wordOf(60 + n)}" ${wordOf(n)}`),
  'the page without a search': () => '/papers',
};

async function search(daemon) {
  const url = await daemon.url;
  for (const [name, path] of Object.entries(kinds)) {
    const health = await watchHealth(url);
    const times = [];
    for (let round = 0; round < rounds; round++) {
      const begun = performance.now();
      const answer = await fetch(url + path(round), { headers: { accept: 'text/html' } });
      await answer.text();
      if (answer.status !== 200) throw new Error(`${path(round)} answered ${answer.status}`);
      times.push(performance.now() - begun);
    }
    const [first] = times;
    const sorted = times.toSorted((a, b) => a - b);
    const middle = sorted[rounds >> 1];
    console.log(`  ${name}: ${middle.toFixed(0)} ms (first ${first.toFixed(0)}, slowest ${sorted.at(-1)?.toFixed(0)})`);
    reportHealth(await health());
  }
}

async function firstSearch(home) {
  const daemon = startDaemon(home, settings);
  try {
    const url = await daemon.url;
    const health = await watchHealth(url);
    const begun = performance.now();
    await (await fetch(url + q(`${wordOf(77)} ${wordOf(5000)}`))).text();
    console.log(`  first search of a process: ${(performance.now() - begun).toFixed(0)} ms`);
    reportHealth(await health());
    await search(daemon);
  } finally {
    await daemon.end('SIGTERM');
  }
}

async function main() {
  const home = join(base, 'home');
  const file = join(base, `${papers}.csv`);
  mkdirSync(home, { recursive: true });
  try {
    console.log(`${papers.toLocaleString('en')} papers`);
    if (!existsSync(join(home, 'data', 'papers.db')) && !existsSync(join(home, 'papers.db'))) {
      if (!existsSync(file)) await writePapers(file, papers);
      console.log(`  a table of ${(statSync(file).size / 1e6).toFixed(0)} MB`);
      await importAlone(file);
      const daemon = startDaemon(home, settings);
      try {
        await importInto(daemon, home, file);
      } finally {
        await daemon.end('SIGTERM');
      }
    }
    await firstSearch(home);
  } finally {
    if (options.folder === undefined) rmSync(base, { recursive: true, force: true });
  }
}

await main();
