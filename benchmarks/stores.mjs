/**
 * Compares the vector stores: a folder, PostgreSQL with pgvector (exact, and with its HNSW index) and Chroma, with
 * 10,000 and 100,000 vectors of 384 numbers around 200 centres, distributed like texts. Measures adding in batches of
 * 1,000, opening until the first result, the ten nearest, those of one conference and year, and how many of the ten
 * nearest are found. Runs on `dist`.
 *
 *   node benchmarks/stores.mjs [--postgres URL] [--chroma URL] [--rows 10000,100000] [--rounds 25]
 *
 * Without `--postgres`, PGlite from npm replaces PostgreSQL, with 10,000 vectors; it is many times slower. Chroma is
 * skipped without `--chroma`.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
  options: {
    postgres: { type: 'string' },
    chroma: { type: 'string' },
    rows: { type: 'string' },
    rounds: { type: 'string', default: '25' },
  },
});
const rounds = Number(options.rounds);
const sizes = (options.rows ?? (options.postgres === undefined ? '10000' : '10000,100000')).split(',').map(Number);
const dimension = 384;
const batch = 1_000;
/** Limit of a search in milliseconds, also in PGlite. */
const most = 2_000;

const base = mkdtempSync(join(tmpdir(), 'tonstift-stores-'));
const log = { error: console.error, warn: console.error, info() {}, debug() {}, area: () => log };

/** Random numbers from -0.5 to 0.5, the same on every run (xorshift). */
function numbers(seed, spread = 1) {
  let state = Math.imul(seed + 1, 0x9e3779b1) | 1;
  return Float32Array.from({ length: dimension }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return ((state >>> 0) / 4_294_967_296 - 0.5) * spread;
  });
}

const centres = Array.from({ length: 200 }, (_, i) => numbers(1_000_000 + i));

/** Returns a vector of length 1. */
function vectorOf(i) {
  const own = numbers(i, 1.5).map((value, n) => value + centres[Math.abs(i) % centres.length][n]);
  const length = Math.hypot(...own);
  return own.map((value) => value / length);
}

const abstract = 'We show that what was thought to be hard is easy where the data are right. '.repeat(16);
const recordOf = (i) => ({
  id: `paper ${i}`,
  document: `Paper number ${i}\n\n${abstract}`,
  embedding: vectorOf(i),
  metadata: {
    uid: `paper ${i}`,
    title: `Paper number ${i}: on what was thought to be hard`,
    abstract,
    authors: `Ada Author ${i % 977}; Bert Author ${i % 3001}`,
    year: String(2015 + (i % 10)),
    conference: `Conference ${i % 12}`,
    session: `Session ${i % 40}`,
  },
});

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const queryOf = (round) => vectorOf(-round - 2);

async function timed(act) {
  const started = performance.now();
  await act();
  return performance.now() - started;
}

/** Returns the milliseconds of each kind of search. */
async function searches(papers, limit = 10) {
  const plain = [];
  const filtered = [];
  const found = [];
  for (let round = 0; round < rounds + 2; round++) {
    plain.push(await timed(async () => found.push(await papers.nearest(queryOf(round), { limit }))));
    const where = { year: 2020, conference: 'Conference 5' };
    filtered.push(await timed(() => papers.nearest(queryOf(round), { limit, where })));
  }
  return { plain: median(plain.slice(2)), filtered: median(filtered.slice(2)), found };
}

async function measure(name, open, rows, exact) {
  let store = await open();
  const collection = `bench-${rows}`;
  await store.drop(collection);
  let papers = await store.collection(collection);
  const addMs = await timed(async () => {
    for (let from = 0; from < rows; from += batch)
      await papers.upsert(Array.from({ length: Math.min(batch, rows - from) }, (_, i) => recordOf(from + i)));
  });
  await store.close();
  return look(name, open, rows, exact, `adding ${(addMs / 1000).toFixed(1)} s`);
}

async function look(name, open, rows, exact, before) {
  let store;
  let papers;
  const startMs = await timed(async () => {
    store = await open();
    papers = await store.collection(`bench-${rows}`);
    await papers.nearest(queryOf(99), { limit: 10 });
  });
  const { plain, filtered, found } = await searches(papers);
  await store.close();
  const right = found.flatMap((hits, round) => hits.filter(({ id }) => exact?.[round]?.some((one) => one.id === id)));
  const recall = exact === undefined ? 1 : right.length / exact.flat().length;
  console.log(
    `  ${name}: ${before}; start ${startMs.toFixed(0)} ms; ten nearest ${plain.toFixed(1)} ms, of one conference and ` +
      `year ${filtered.toFixed(1)} ms; found ${(recall * 100).toFixed(1)} %`,
  );
  if (plain > most) process.exitCode = 1;
  return found;
}

/** Waits for the index, which is built in the background. */
async function index(open, rows) {
  const { default: pg } = await import('pg');
  const client = new pg.Client(postgres);
  await client.connect();
  const ms = await timed(async () => {
    const store = await open();
    await store.collection(`bench-${rows}`);
    for (;;) {
      const { rows: made } = await client.query(
        `select 1 from tonstift_vector_collections c join pg_indexes i on i.tablename = 'tonstift_vectors_' || c.number
          where c.name = $1 and i.indexdef like '%hnsw%'`,
        [`bench-${rows}`],
      );
      if (made.length > 0) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await store.close();
  });
  await client.end();
  return ms;
}

const children = [];
async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function pglite() {
  const script = fileURLToPath(new URL('../test/support/pglite-server.js', import.meta.url));
  const port = await freePort();
  const child = spawn(process.execPath, [script, join(base, 'pglite'), String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  console.log('PostgreSQL is PGlite here: WebAssembly, one session.');
  return `postgresql://postgres@127.0.0.1:${port}/bench`;
}

const withIndex = (url) => `${url}${url.includes('?') ? '&' : '?'}index=hnsw`;
const postgres = options.postgres ?? (await pglite());
const { openLocalStore } = await import('../dist/workers/papers/vectors/local/store.js');
const { createPostgresStore } = await import('../dist/workers/papers/vectors/postgres/store.js');
const { createChromaStore } = await import('../dist/workers/papers/vectors/chroma/store.js');

try {
  for (const rows of sizes) {
    console.log(`${rows.toLocaleString('en')} × ${dimension}`);
    const exact = await measure('a folder', async () => openLocalStore(join(base, 'folder'), { log }), rows, undefined);
    await measure('pgvector', async () => createPostgresStore(postgres, { log }), rows, exact);
    const hnsw = async () => createPostgresStore(withIndex(postgres), { log });
    const ms = await index(hnsw, rows);
    await look('pgvector, HNSW', hnsw, rows, exact, `making the index ${(ms / 1000).toFixed(1)} s`);
    if (options.chroma !== undefined)
      await measure('Chroma', async () => createChromaStore(options.chroma ?? '', { log }), rows, exact);
  }
} finally {
  for (const child of children) child.kill();
  rmSync(base, { recursive: true, force: true });
}
