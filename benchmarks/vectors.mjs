/**
 * How fast the local vector store searches, opens and adds, how much memory it takes, and how much faster it is than
 * vectra's own query in the same run. Runs on `dist`; each measurement has a process of its own.
 *
 *   node benchmarks/vectors.mjs [--rounds 25] [--folder DIR] [--keep]
 *
 * `--folder` chooses the disk, and finds again there what an earlier run kept.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const limits = { memory: 1.3, openMs: 3000, addMs: 1000, timesVectra: 5 };
const cases = [
  { name: '20,000 × 4,096', rows: 20_000, dimension: 4096, queryMs: 30 },
  { name: '100,000 × 384', rows: 100_000, dimension: 384, queryMs: 15 },
];

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '25' },
    folder: { type: 'string' },
    keep: { type: 'boolean', default: false },
    phase: { type: 'string' },
    case: { type: 'string', default: '0' },
  },
});
const rounds = Number(options.rounds);

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const resident = (name = 'VmRSS') =>
  Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync('/proc/self/status', 'latin1'))?.[1]) * 1024;

/** Numbers from -0.5 to 0.5, the same on every run (xorshift). */
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

async function storeOf(folder) {
  const { openLocalStore } = await import('../dist/workers/vectors/local/store.js');
  return openLocalStore(folder);
}

/** Each answers with what it measured, as JSON on the standard output. */
const phases = {
  async fill(folder, { rows, dimension }) {
    const store = await storeOf(folder);
    const papers = await store.collection('papers');
    const ms = await timed(async () => {
      for (let from = 0; from < rows; from += 1000)
        await papers.upsert(
          Array.from({ length: Math.min(1000, rows - from) }, (_, i) => recordOf(dimension, from + i)),
        );
    });
    await store.close();
    return { ms };
  },
  async use(folder, { rows, dimension }) {
    const store = await storeOf(folder);
    globalThis.gc?.();
    const idle = resident();
    const started = performance.now();
    const papers = await store.collection('papers');
    const openMs = performance.now() - started;
    const ready = resident() - idle;
    const queries = [];
    for (let i = 0; i < rounds + 3; i++)
      queries.push(await timed(() => papers.nearest(vectorOf(dimension, -i - 2), { limit: 10 })));
    const searching = resident() - idle;
    const filtered = [];
    for (let i = 0; i < rounds; i++)
      filtered.push(
        await timed(() =>
          papers.nearest(vectorOf(dimension, -i - 2), { limit: 10, where: { year: 2020, conference: 'Conference 5' } }),
        ),
      );
    const fresh = Array.from({ length: 100 }, (_, i) => recordOf(dimension, rows + i));
    const addMs = await timed(() => papers.upsert(fresh));
    await papers.delete(fresh.map(({ id }) => id));
    await store.close();
    return {
      openMs,
      ready,
      searching,
      first: queries[0],
      query: median(queries.slice(3)),
      filtered: median(filtered),
      addMs,
    };
  },
  /** Its index in memory: reading 20,000 × 4,096 from its file takes it gigabytes. */
  async vectra(_, { rows, dimension }) {
    const { LocalIndex, ProtobufCodec, VirtualFileStorage } = await import('vectra');
    const index = new LocalIndex('papers', 'papers.pb', new VirtualFileStorage(), new ProtobufCodec());
    await index.createIndex({ version: 1 });
    const items = Array.from({ length: rows }, (_, i) => ({
      id: `paper ${i}`,
      metadata: {},
      vector: Array.from(vectorOf(dimension, i)),
      norm: 1,
    }));
    for (const item of items) item.norm = Math.sqrt(item.vector.reduce((sum, x) => sum + x * x, 0));
    // What its own loading ends with; its inserting looks through all items for each one.
    /** @type {any} */ (index)._data = { version: 1, metadata_config: {}, items };
    const queries = [];
    for (let i = 0; i < Math.min(rounds, 9) + 1; i++) {
      const query = Array.from(vectorOf(dimension, -i - 2));
      queries.push(await timed(() => index.queryItems(query, '', 10)));
    }
    return { query: median(queries.slice(1)) };
  },
};

function inChild(phase, folder, number) {
  const script = fileURLToPath(import.meta.url);
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
    ],
    { encoding: 'utf8' },
  );
  return JSON.parse(answer);
}

function say(what, value, limit, unit, most = true) {
  const missed = most ? value > limit : value < limit;
  const bound = `${most ? 'at most' : 'at least'} ${limit}`;
  console.log(`  ${what}: ${value.toFixed(value < 10 ? 2 : 1)} ${unit}; ${bound}${missed ? ' MISSED' : ''}`);
  if (missed) process.exitCode = 1;
}

function main() {
  const base = options.folder ?? mkdtempSync(join(tmpdir(), 'tonstift-bench-'));
  try {
    for (const [number, { name, rows, dimension, queryMs }] of cases.entries()) {
      const folder = join(base, `${rows}x${dimension}`);
      const filled = existsSync(folder) ? undefined : inChild('fill', folder, number);
      console.log(`${name}${filled === undefined ? '' : ` (filled in ${(filled.ms / 1000).toFixed(1)} s)`}`);
      const raw = rows * dimension * 4;
      const { openMs, ready, searching, first, query, filtered, addMs } = inChild('use', folder, number);
      const vectra = inChild('vectra', folder, number);
      say('top 10, exact', query, queryMs, 'ms');
      console.log(
        `    the first ${first.toFixed(1)} ms; with a filter that leaves one in 60 ${filtered.toFixed(2)} ms`,
      );
      say(
        'faster than vectra',
        vectra.query / query,
        limits.timesVectra,
        `times (${vectra.query.toFixed(0)} ms)`,
        false,
      );
      say('ready', openMs, limits.openMs, 'ms');
      // What is kept of each record beside its vector weighs more where vectors are short.
      const most = limits.memory + (rows * 1500) / raw;
      say(
        'memory when ready',
        ready / raw,
        number === 0 ? limits.memory : Number(most.toFixed(2)),
        'times the raw floats',
      );
      say(
        'memory with its threads',
        searching / raw,
        number === 0 ? limits.memory : Number(most.toFixed(2)),
        'times the raw floats',
      );
      say('adding 100 records', addMs, limits.addMs, 'ms');
    }
  } finally {
    if (!options.keep) rmSync(base, { recursive: true, force: true });
  }
}

if (options.phase === undefined) main();
else console.log(JSON.stringify(await phases[options.phase](options.folder, cases[Number(options.case)])));
