/**
 * Measures the speed of searches in many papers, with their database and vectors, and how long other tasks of the
 * same process wait meanwhile. Runs on `dist`, with its own embedding server in another process.
 *
 *   node benchmarks/papers.mjs [--papers 100000] [--rounds 25] [--folder DIR]
 *
 * `--folder` reuses the files of an earlier run. The limits apply to 100,000.
 */
import { fork } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { paperOf, random, words } from './papers/made.mjs';

const limits = { searchMs: 40, countMs: 40, countAllMs: 200, waitMs: 50 };
const dimension = 384;

const { values: options } = parseArgs({
  options: {
    papers: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '25' },
    folder: { type: 'string' },
    serve: { type: 'boolean', default: false },
  },
});
const papers = Number(options.papers);
const rounds = Number(options.rounds);

/** Texts of one topic are within 0.8 of its centre, those of others beyond 1.2. */
function vectorOf(input) {
  const topic = random(1_000_000 + Number(/Topic (\d)/.exec(input)?.[1] ?? 0));
  const own = random([...input.slice(0, 200)].reduce((sum, c) => (Math.imul(sum, 31) + c.charCodeAt(0)) | 0, 7));
  const middle = Float32Array.from({ length: dimension }, () => topic() - 0.5);
  const vector = middle.map((value) => value + 0.7 * (own() - 0.5));
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function serve() {
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1', () => process.send?.(/** @type {any} */ (server.address()).port));
}

/** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
async function answer(request, response) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { input } = JSON.parse(Buffer.concat(chunks).toString() || '{"input":[]}');
  const data = [input].flat().map((one, index) => ({
    index,
    embedding: Buffer.from(vectorOf(one).buffer).toString('base64'),
  }));
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }));
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
async function timed(act) {
  const started = performance.now();
  const answer = await act();
  return { ms: performance.now() - started, answer };
}

/** Returns the longest delay of a timer of 1 ms. */
function watch() {
  let last = performance.now();
  let longest = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  return () => {
    clearInterval(timer);
    return longest;
  };
}

function say(what, values, limit, wait) {
  const middle = median(values);
  const missed = middle > limit || wait > limits.waitMs;
  console.log(
    `  ${what}: ${middle.toFixed(1)} ms (first ${values[0].toFixed(1)}, slowest ${Math.max(...values).toFixed(1)}), ` +
      `others wait ${wait.toFixed(1)} ms; at most ${limit} and ${limits.waitMs}${missed ? ' MISSED' : ''}`,
  );
  if (missed && papers === 100_000) process.exitCode = 1;
}

async function fill(database, manager) {
  const adding = await timed(async () => {
    for (let from = 0; from < papers; from += 1000)
      await database.addPapers(Array.from({ length: Math.min(1000, papers - from) }, (_, i) => paperOf(from + i)));
  });
  const embedding = await timed(() => manager.embedFromDatabase());
  const each = (ms) => `${(ms / 1000).toFixed(1)} s, ${Math.round((papers / ms) * 1000).toLocaleString('en')} a second`;
  console.log(`  added in ${each(adding.ms)}; embedded in ${each(embedding.ms)}`);
}

async function measure(manager, database) {
  const title = words[300];
  const few = { sessions: ['Session 3', 'Session 7'], years: [2018, 2022] };
  const cases = [
    ['search', limits.searchMs, (i) => manager.searchPapersSemantic(`Topic ${i % 10} once ${i} more`, database)],
    [
      'search with sessions, years and title',
      limits.searchMs,
      (i) => manager.searchPapersSemantic(`title:"${title.slice(0, 3)}" Topic ${i % 10} again ${i}`, database, few),
    ],
    [
      'search with title alone',
      limits.searchMs,
      (i) => manager.searchPapersSemantic(`title:"${title}" Topic ${i % 10} again ${i}`, database),
    ],
    [
      'search with a part of the abstract',
      Infinity,
      (i) => manager.searchPapersSemantic(`abstract:"${title}" Topic ${i % 10} again ${i}`, database),
    ],
    ...[0.2, 1.1, 2].map((distanceThreshold) => [
      `count within ${distanceThreshold}`,
      distanceThreshold === 2 ? limits.countAllMs : limits.countMs,
      (i) => manager.countPapersWithinDistance(database, `Topic ${i % 10} once ${i} more`, { distanceThreshold }),
    ]),
    [
      'papers by words',
      limits.searchMs,
      (i) => database.searchWords(`${words[100 + i]} ${words[900 + i]}`, { limit: 10 }),
    ],
  ];
  for (const [what, limit, act] of /** @type {any[]} */ (cases)) {
    const end = watch();
    const all = [];
    for (let i = 0; i < rounds; i++) all.push(await timed(() => act(i)));
    const last = all.at(-1)?.answer;
    say(
      `${what} (${last.length ?? last.uids?.length ?? last} found)`,
      all.map(({ ms }) => ms),
      limit,
      end(),
    );
  }
}

async function main() {
  const { EmbeddingsManager, DatabaseManager } = await import('../dist/workers/papers/index.js');
  const server = fork(fileURLToPath(import.meta.url), ['--serve']);
  const port = await new Promise((resolve) => server.once('message', resolve));
  const base = options.folder ?? mkdtempSync(join(tmpdir(), 'tonstift-bench-'));
  const isNew = !existsSync(join(base, 'papers.db'));
  const database = new DatabaseManager(join(base, 'papers.db'));
  const manager = new EmbeddingsManager({
    apiUrl: `http://127.0.0.1:${port}`,
    modelName: 'bench',
    requestsPerMinute: 1_000_000,
    embeddingDb: join(base, 'vectors'),
    paperDb: join(base, 'papers.db'),
  });
  try {
    console.log(`${papers.toLocaleString('en')} papers × ${dimension}`);
    if (isNew) await fill(database, manager);
    await measure(manager, database);
  } finally {
    await manager.close();
    await database.close();
    server.kill();
    if (options.folder === undefined) rmSync(base, { recursive: true, force: true });
  }
}

if (options.serve) serve();
else await main();
