/**
 * Measures how fast the local vector store opens, searches and adds, and its memory; against reading the matrix of
 * floats once with all cores, and against other exact searches, in the same run. Runs on `dist`; each measurement has
 * its own process.
 *
 *   node benchmarks/vectors.mjs [--rounds 25] [--folder DIR] [--keep] [--only 384]
 *
 * `--folder` chooses the disk, and reuses the files that an earlier run kept. `npm ci` in this folder installs the
 * other libraries.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { unitEnvironment } from './chaos/daemon.mjs';
import { fillStore } from './vectors/fill-store.mjs';
import { peers } from './vectors/peers.mjs';
import { createReading } from './vectors/read-matrix.mjs';

/**
 * `memory`: a multiple of the raw floats, at rest and while searching. `peer`: least ratio of usearch's time to ours.
 */
const limits = { memory: 1.4, firstMs: 3000, addMs: 1000, peer: 1 };
const cases = [
  { name: '10,000 × 384', rows: 10_000, dimension: 384, compares: false },
  { name: '20,000 × 4,096', rows: 20_000, dimension: 4096, compares: true },
  { name: '100,000 × 384', rows: 100_000, dimension: 384, compares: true },
  { name: '400,000 × 384', rows: 400_000, dimension: 384, compares: false },
];

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '25' },
    folder: { type: 'string' },
    keep: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    peer: { type: 'string', default: '' },
    phase: { type: 'string' },
    case: { type: 'string', default: '0' },
  },
});
const rounds = Number(options.rounds);
/** Rounds before the measured ones: the optimizing compilers need that many. */
const warmUp = 40;

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
/** Returns the private memory of the process: without the pages of Node's executable, which vary and are shared. */
function resident() {
  const status = readFileSync('/proc/self/status', 'latin1');
  const bytes = (name) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
  return bytes('RssAnon') + bytes('RssShmem');
}

/** Random numbers from -0.5 to 0.5, the same on every run (xorshift). */
function vectorOf(dimension, seed) {
  let state = Math.imul(seed + 1, 0x9e3779b1) | 1;
  return Float32Array.from({ length: dimension }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296 - 0.5;
  });
}

const abstract = (
  'We show that what was thought to be hard is easy where the data are right, ' +
  'and measure how hard it is where they are not. '
).repeat(10);
const recordOf = (dimension, i) => ({
  id: `paper ${i}`,
  document: `Paper number ${i}\n\n${abstract}`,
  embedding: vectorOf(dimension, i),
  metadata: {
    uid: `paper ${i}`,
    title: `Paper number ${i}: on what was thought to be hard where the data are not right`,
    abstract,
    authors: `Ada Author ${i % 977}; Bert Author ${i % 3001}; Cilla Author ${i % 101}; Dora Author`,
    year: String(2015 + (i % 10)),
    conference: `Conference ${i % 12}`,
    session: `Session ${i % 40}`,
    keywords: 'vectors, search',
    decision: 'accepted',
    url: `https://example.org/papers/${i}`,
  },
});

async function timed(act) {
  const started = performance.now();
  await act();
  return performance.now() - started;
}

async function openStore(folder, options = {}) {
  const { openLocalStore } = await import('../dist/workers/papers/vectors/local/store.js');
  return openLocalStore(folder, options);
}

/** A clock that ends idle threads a second after the last search. */
const hasty = {
  now: () => Date.now(),
  after(_ms, call) {
    const timer = setTimeout(() => call(), 1000).unref();
    return () => clearTimeout(timer);
  },
  every: () => () => undefined,
};

const query = (dimension, i) => vectorOf(dimension, -i - 2);

/** Each phase returns its measurements, which are printed as JSON on the standard output. */
const phases = {
  async fill(folder, { rows, dimension }) {
    await fillStore(folder, { rows, dimension, recordOf: (i) => recordOf(dimension, i) });
    return {};
  },
  async open(folder, { dimension }) {
    const started = performance.now();
    const store = await openStore(folder, { clock: hasty });
    globalThis.gc?.();
    const idle = resident();
    const papers = await store.collection('papers');
    const openMs = performance.now() - started;
    await papers.nearest(query(dimension, 0), { limit: 10 });
    const firstMs = performance.now() - started;
    // The threads that read have ended by then.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const found = /** @type {number[]} */ ([]);
    for (let i = 0; i < rounds; i++) found.push(await timed(() => papers.nearest(query(dimension, i), { limit: 10 })));
    globalThis.gc?.();
    const searching = resident() - idle;
    // So have the threads that search.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    globalThis.gc?.();
    const memory = resident() - idle;
    await store.close();
    return { openMs, firstMs, memory, searching, found: median(found) };
  },
  async use(folder, { rows, dimension }) {
    const store = await openStore(folder);
    const papers = await store.collection('papers');
    const reading = await createReading(rows * dimension * 4);
    const [found, read, filtered, counted] = /** @type {number[][]} */ ([[], [], [], []]);
    // Alternates, so that other work of the machine affects both.
    for (let i = 0; i < rounds + warmUp; i++) {
      read.push(await timed(() => reading.read()));
      found.push(await timed(() => papers.nearest(query(dimension, i), { limit: 10 })));
    }
    await reading.close();
    const where = { year: 2020, conference: 'Conference 5' };
    const firstFiltered = await timed(() => papers.nearest(query(dimension, 0), { limit: 10, where }));
    for (let i = 0; i < rounds; i++)
      filtered.push(await timed(() => papers.nearest(query(dimension, i), { limit: 10, where })));
    const radius = Math.sqrt(dimension / 6);
    for (let i = 0; i < rounds; i++) counted.push(await timed(() => papers.within(query(dimension, i), { radius })));
    const adding = async (count) => {
      const fresh = Array.from({ length: count }, (_, i) => recordOf(dimension, rows + i));
      const ms = await timed(() => papers.upsert(fresh));
      await papers.delete(fresh.map(({ id }) => id));
      return ms;
    };
    // The first call starts the thread that writes.
    const addMs = await adding(100);
    const addManyMs = await adding(1000);
    await store.close();
    return {
      found: median(found.slice(warmUp)),
      read: median(read.slice(warmUp)),
      firstFiltered,
      filtered: median(filtered),
      counted: median(counted),
      addMs,
      addManyMs,
    };
  },
  async peer(_, { rows, dimension }) {
    const { prepare } = peers[options.peer];
    let search;
    try {
      search = await prepare({ dimension, count: rows, vectorOf: (i) => vectorOf(dimension, i) });
    } catch (thrown) {
      return { missing: String(/** @type {Error} */ (thrown).message).split('\n')[0] };
    }
    const found = /** @type {number[]} */ ([]);
    for (let i = 0; i < Math.min(rounds, 9) + warmUp; i++) {
      const asked = query(dimension, i);
      found.push(await timed(() => search(asked)));
    }
    return { found: median(found.slice(warmUp)) };
  },
};

function inChild(phase, folder, number, more = []) {
  const script = fileURLToPath(import.meta.url);
  // For memory measurements: free memory is returned to the system as in the daemon.
  const asUnit = phase === 'open' ? unitEnvironment() : {};
  const answer = execFileSync(
    process.execPath,
    [
      '--expose-gc',
      '--max-old-space-size=8192',
      script,
      '--phase',
      phase,
      '--folder',
      folder,
      '--case',
      String(number),
      '--rounds',
      String(rounds),
      ...more,
    ],
    // The output of the packages is not needed.
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, ...asUnit } },
  );
  return JSON.parse(answer);
}

function say(what, value, limit, unit, most = true) {
  const missed = most ? value > limit : value < limit;
  const bound = `${most ? 'at most' : 'at least'} ${limit}`;
  console.log(`  ${what}: ${value.toFixed(value < 10 ? 2 : 1)} ${unit}; ${bound}${missed ? ' MISSED' : ''}`);
  if (missed) process.exitCode = 1;
}

function sayMemory(what, { memory, searching }, raw, most) {
  say(what, memory / raw, most, `times the raw floats (${Math.round(memory / 1e6)} MB)`);
  say('  while it searches', searching / raw, most, `times (${Math.round(searching / 1e6)} MB)`);
}

function main() {
  const base = options.folder ?? mkdtempSync(join(tmpdir(), 'tonstift-bench-'));
  try {
    for (const [number, one] of cases.entries()) {
      if (!one.name.includes(options.only)) continue;
      const { name, rows, dimension } = one;
      const folder = join(base, `${rows}x${dimension}`);
      if (!existsSync(folder)) inChild('fill', folder, number);
      console.log(name);
      const raw = rows * dimension * 4;
      const opened = inChild('open', folder, number);
      say('first answer after the start', opened.firstMs, limits.firstMs, 'ms');
      console.log(`    opened in ${opened.openMs.toFixed(0)} ms`);
      // With few vectors, Node's own reserve dominates.
      const few = rows < 20_000;
      sayMemory('memory', opened, raw, few ? Infinity : limits.memory);
      const used = inChild('use', folder, number);
      console.log(
        `  top 10, exact: ${used.found.toFixed(1)} ms; which half is within ${used.counted.toFixed(1)} ms; ` +
          `top 10 with a filter that leaves one in 60 ${used.filtered.toFixed(2)} ms`,
      );
      console.log(
        `    the first filter ${used.firstFiltered.toFixed(0)} ms; reading all floats once ${used.read.toFixed(1)} ms`,
      );
      say('adding 100 records', used.addMs, limits.addMs, 'ms');
      console.log(`    1,000 records ${used.addManyMs.toFixed(0)} ms`);
      if (one.compares) compare(folder, number, used.found);
    }
  } finally {
    if (!options.keep) rmSync(base, { recursive: true, force: true });
  }
}

function compare(folder, number, own) {
  for (const [name, { threads }] of Object.entries(peers)) {
    const { found, missing } = inChild('peer', folder, number, ['--peer', name]);
    if (missing !== undefined) console.log(`  ${name} is not installed here: ${missing}`);
    else if (name.startsWith('usearch'))
      say(`${name} (${threads}): ${found.toFixed(1)} ms`, found / own, limits.peer, 'times ours', false);
    else console.log(`  ${name} (${threads}): ${found.toFixed(1)} ms, ${(found / own).toFixed(1)} times ours`);
  }
}

if (options.phase === undefined) main();
else console.log(JSON.stringify(await phases[options.phase](options.folder, cases[Number(options.case)])));
