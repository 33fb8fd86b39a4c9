/**
 * Two daemons on one paper database in PostgreSQL, with one collection of pgvector or each with its own folder of
 * vectors: each says the truth about its vectors, and no collection mixes two models.
 *
 * PGVECTOR names a server that has pgvector, by its URL: then both databases are in it, as users have them. Without it
 * the papers are in PostgreSQL from npm, and the vectors in PGlite.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import type { PaperStatus } from '../../http/papers/papers/service.js';
import { silentLog } from '../../workers/base/ports.js';
import type { ExportedEmbeddings } from '../../workers/papers/embeddings/records/slices.js';
import { DatabaseManager } from '../../workers/papers/database-manager.js';
import type { VectorRecord } from '../../workers/papers/vectors/types.js';
import { createPostgresStore } from '../../workers/papers/vectors/postgres/store.js';
import { embeddingFlags, startEmbeddingServer, type EmbeddingServer } from '../support/embedding-server.js';
import { temporaryFolders } from '../support/folder.js';
import { leaveOut } from '../support/leave-out.js';
import { until } from '../support/patience.js';
import { startPgvector, type Pgvector } from '../support/pgvector.js';
import { startPostgres, type Postgres } from '../support/postgres.js';
import { times } from '../support/times.js';
import { startProgram, type RunningDaemon } from './daemon-process.js';

const postgres = (process.env['PGVECTOR'] ?? '') === '' ? await startPostgres() : null;

describe('two daemons on one paper database', () => {
  if (typeof postgres === 'string') return leaveOut('of two daemons on PostgreSQL and pgvector', postgres);
  withDatabases(postgres);
});

/** Returns the problems of the papers, from the problems page. */
interface Problem {
  kind: string;
  what: string;
  reason: string;
  advice: string;
}

const total = 400;
const paper = (n: number): string =>
  JSON.stringify({
    title: `Paper ${n}`,
    abstract: `What was found in study ${n}.`,
    year: 2020 + (n % 2),
    conference: 'EMNLP',
    authors: ['Ada Lovelace'],
  });
const sourceFacts = (n: number) => ({
  ...{ title: `Paper ${n}`, year: 2020 + (n % 2), conference: 'EMNLP', authors: ['Ada Lovelace'] },
  doi: `10.5555/study.${n}`,
});
const lines = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, n) => paper(from + n)).join('\n');
const accept = { accept: 'application/json' };
const status = async (daemon: RunningDaemon): Promise<PaperStatus> =>
  (await daemon.json<{ status: PaperStatus }>('/papers')).status;
const paperProblems = async (daemon: RunningDaemon): Promise<Problem[]> =>
  (await daemon.json<{ problems: Problem[] }>('/problems')).problems.filter(({ kind }) => kind === 'papers');
const put = async (daemon: RunningDaemon, body: string): Promise<void> => {
  const headers = { ...accept, 'content-type': 'application/x-ndjson' };
  expect((await fetch(`${daemon.url}/papers`, { method: 'POST', headers, body })).status).toBe(200);
};
const settled = (daemon: RunningDaemon, count = total): Promise<PaperStatus> =>
  until(`${count} of ${count}`, async () => {
    const now = await status(daemon);
    return now.state === 'idle' && now.embedded === count && now.papers === count && now;
  });
const embed = (daemon: RunningDaemon, fields = {}): Promise<Response> => daemon.post('/papers/embed', fields);
const slicePath = (year: number): string => `/papers/embeddings?conference=EMNLP&year=${year}`;
const bothSlices = async (daemon: RunningDaemon): Promise<ExportedEmbeddings[]> => [
  await daemon.json<ExportedEmbeddings>(slicePath(2020)),
  await daemon.json<ExportedEmbeddings>(slicePath(2021)),
];
const told = async (what: string, daemons: readonly RunningDaemon[]): Promise<void> => {
  const counts = await Promise.all(daemons.map(status));
  const each = counts.map(({ embedded, papers }, n) => `${'AB'[n]} says ${embedded} of ${papers}`);
  process.stdout.write(`    ${what}: ${each.join(', ')}.\n`);
};

function withDatabases(papers: Postgres | null): void {
  let vectors: Pgvector;
  let homes: string;
  let paperDb: string;
  let vectorDb: string;
  let api: EmbeddingServer;
  let daemons: RunningDaemon[];
  beforeAll(async () => void (vectors = await startPgvector()));
  afterAll(() => Promise.all([vectors.stop(), papers?.stop()]));
  beforeEach(async () => {
    homes = await folder();
    api = await startEmbeddingServer({ dimension: 16, byModel: true });
    vectorDb = await vectors.database();
    paperDb = papers === null ? vectorDb : await papers.database();
    daemons = [];
  });
  afterEach(async () => {
    await Promise.all(daemons.map((daemon) => daemon.stop()));
    await api.close();
  });
  const folder = temporaryFolders();

  async function start(embeddingDb?: string): Promise<RunningDaemon> {
    const flags = [
      ...embeddingFlags(api, 'one'),
      ...['--embed-batch-size', '10', '--paper-db', paperDb, '--embed-schedule', ''],
      ...(embeddingDb === undefined ? [] : ['--embedding-db', embeddingDb]),
    ];
    const daemon = await startProgram(join(homes, `daemon${daemons.length}`), flags);
    daemons.push(daemon);
    return daemon;
  }

  async function uids(): Promise<string[]> {
    await using database = new DatabaseManager(paperDb);
    return await database.uidsWhere();
  }

  /** Reads the records of the shared collection and its model. */
  async function held(): Promise<{ model: string | null; records: VectorRecord[] }> {
    const store = createPostgresStore(vectorDb, { log: silentLog });
    try {
      const [name = ''] = await store.names();
      const collection = await store.collection(name);
      const records = await collection.get(await collection.ids(), { embeddings: true });
      return { model: (await collection.facts()).model, records };
    } finally {
      await store.close();
    }
  }

  async function expectOneModel(model: string): Promise<void> {
    const now = await held();
    expect(now.model).toBe(model);
    expect(now.records.map(({ id }) => id).sort()).toEqual((await uids()).sort());
    const others = now.records.filter(
      ({ document, embedding }) => String([...Array.from(embedding)]) !== String([...api.vectorOf(document, model)]),
    );
    expect(others.map(({ id }) => id)).toEqual([]);
  }

  it('hold vectors of one model, though one changes it while the other embeds', async () => {
    api.settings.misbehave = () => ({ delay: 20 });
    const [a, b] = [await start(vectorDb), await start(vectorDb)];
    await put(a, lines(0, total));
    await embed(b);
    for (let round = 0; round < times(2, 20); round++) {
      const [changes, other] = round % 2 === 0 ? [a, b] : [b, a];
      const model = `model-${round}`;
      const asked = api.embeddings().length;
      await until('both at work', () => api.embeddings().length > asked + 5);
      await changes.post('/config', { embedding_model: model });
      await embed(changes, { all: 'true' });
      await settled(changes);
      // Here no schedule starts a run, and on a busy machine the other one may be done by now.
      await embed(other);
      const stopped = await until('the other to notice', async () => {
        const now = await status(other);
        return now.state === 'waiting' && now.other_model === model && now;
      });
      expect(stopped.problem).toContain(model);
      await expectOneModel(model);
      await told(`round ${round}, changed to ${model}`, daemons);
      // It follows, and then both make them all again with the same model.
      await other.post('/config', { embedding_model: model });
      await settled(other);
      await embed(other, { all: 'true' });
      await embed(changes);
    }
    await Promise.all([settled(a), settled(b)]);
    await expectOneModel(`model-${times(2, 20) - 1}`);
  });

  it('hide no paper, though one imports a slice that lacks some while the other embeds', async () => {
    const [a, b] = [await start(vectorDb), await start(vectorDb)];
    await put(a, lines(0, total));
    await settled(a);
    const slice = await a.json<ExportedEmbeddings>(slicePath(2020));
    expect(slice.ids).toHaveLength(total / 2);
    // As many others as it lacks: the counts stay the same.
    const lacking = 60;
    const ids = [...slice.ids.slice(lacking), ...Array.from({ length: lacking }, (_, n) => `other-${n}`)];
    const metadatas = slice.metadatas.map((one, n) => ({ ...one, uid: ids[n] }));
    api.settings.misbehave = () => ({ delay: 20 });
    await put(b, lines(total, total + 100));
    const asked = api.embeddings().length;
    await until('the other at work', () => api.embeddings().length > asked);
    const imported = await fetch(a.url + slicePath(2020), {
      method: 'POST',
      headers: { ...accept, 'content-type': 'application/json' },
      body: JSON.stringify({ ...slice, ids, metadatas }),
    });
    expect(await imported.json()).toMatchObject({ imported: total / 2 });
    await Promise.all([settled(a, total + 100), settled(b, total + 100)]);
    await until('all vectors', async () => {
      const there = new Set((await held()).records.map(({ id }) => id));
      return (await uids()).every((uid) => there.has(uid));
    });
    await told(`a slice that lacked ${lacking}`, daemons);
    for (const daemon of daemons) await until('no problem', async () => (await paperProblems(daemon)).length === 0);
  });

  it('store each paper once, though both import lists with it and are killed', async () => {
    const [rounds, count] = [times(1, 20), 2500];
    const send = async ({ url }: RunningDaemon, type: string, body: string): Promise<number> =>
      (await fetch(`${url}/papers`, { method: 'POST', headers: { ...accept, 'content-type': type }, body })).status;
    /** The same papers as two lists, of which the second has no abstracts and begins at the other end. */
    const sendBoth = (
      [a, b]: readonly [RunningDaemon, RunningDaemon],
      round: number,
    ): Promise<PromiseSettledResult<number>[]> => {
      const facts = Array.from({ length: count }, (_, n) => sourceFacts(n + round * count));
      const own = facts.map((one) => JSON.stringify({ ...one, abstract: `What ${one.title} found.` })).join('\n');
      const bibtex = facts.reverse().map(({ title, year, doi }) => {
        const fields = `title={${title.toUpperCase()}}, author={Lovelace, Ada}, keywords={pens}, doi={${doi}}`;
        return `@inproceedings{k, ${fields}, booktitle={EMNLP}, year={${year}}}`;
      });
      return Promise.allSettled([
        send(a, 'application/x-ndjson', own),
        send(b, 'application/x-bibtex', bibtex.join('\n')),
      ]);
    };
    for (let round = 0; round < rounds; round++) {
      const pair = [await start(), await start()] as const;
      const before = (await uids()).length;
      const sent = sendBoth(pair, round);
      await until('a batch', async () => (await uids()).length > before, 20);
      await new Promise((done) => setTimeout(done, 400 * Math.random()));
      await Promise.all(pair.map((daemon) => daemon.kill()));
      await sent;
      process.stdout.write(`    killed with ${(await uids()).length - before} of ${count} papers stored.\n`);
    }
    const pair = [await start(), await start()] as const;
    for (let round = 0; round < rounds; round++)
      expect(await sendBoth(pair, round)).toEqual([200, 200].map((value) => ({ status: 'fulfilled', value })));
    await using database = new DatabaseManager(paperDb);
    const found = await database.searchPapers({ limit: 2 * rounds * count });
    expect(found).toHaveLength(rounds * count);
    expect(new Set(found.map(({ doi }) => doi)).size).toBe(rounds * count);
    // Each has what only one of the lists has.
    expect(found.filter(({ abstract, keywords = [] }) => abstract === '' || keywords.length === 0)).toEqual([]);
    expect((await database.check()).damages).toEqual([]);
  });

  it('count their own vectors each, and say which papers only another store holds', async () => {
    const a = await start();
    await put(a, lines(0, total));
    await settled(a);
    api.settings.misbehave = () => ({ status: 503 });
    const b = await start();
    expect(await status(b)).toMatchObject({ papers: total, embedded: 0, waiting: total, elsewhere: total });
    const sentence = '400 papers are embedded in another vector database, not in this one.';
    const problem = await until('the problem', async () =>
      (await paperProblems(b)).find(({ reason }) => reason === sentence),
    );
    expect(problem.advice).toContain('Embed the missing papers');
    expect(await (await fetch(`${b.url}/papers`, { headers: { accept: 'text/html' } })).text()).toContain(sentence);
    const german = { 'accept-language': 'de', accept: 'text/html' };
    expect(await (await fetch(`${b.url}/problems`, { headers: german })).text()).toContain(
      '400 Artikel sind in einer anderen Vektordatenbank eingebettet',
    );
    expect(await paperProblems(a)).toEqual([]);
    await told('B has none yet', daemons);
    api.settings.misbehave = undefined;

    await Promise.all([embed(b), put(a, lines(total, total + 50))]);
    await settled(a, total + 50);
    await embed(b);
    await settled(b, total + 50);
    await told('each its own', daemons);
    const all = (await uids()).sort();
    for (const daemon of daemons) {
      expect((await bothSlices(daemon)).flatMap(({ ids }) => ids).sort()).toEqual(all);
      await until('no problem', async () => (await paperProblems(daemon)).length === 0);
    }
    expect((await Promise.all(daemons.map(status))).map(({ elsewhere }) => elsewhere)).toEqual([0, 0]);
  });
}
