/** When papers are embedded: the real databases and a real API that misbehaves, and a clock that a test moves. */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import { join } from 'node:path';
import type { Config } from '../../../config/fields.js';
import { createEvents } from '../../../daemon/events.js';
import { Jobs } from '../../../daemon/jobs.js';
import { Papers } from '../../../daemon/papers/papers.js';
import type { PaperStatus } from '../../../http/papers/papers/service.js';
import { DatabaseManager } from '../../../workers/papers/database-manager.js';
import { silentLog, type Log } from '../../../workers/base/ports.js';
import { manualClock, type ManualClock } from '../../support/manual-clock.js';
import { until } from '../../support/patience.js';
import { startEmbeddingServer, type EmbeddingServer } from '../../support/embedding-server.js';
import { temporaryFolders } from '../../support/folder.js';
import { testSettings } from '../../support/settings.js';
import { record } from '../../workers/papers/databases.js';

const folder = temporaryFolders();
const minute = 60_000;

let api: EmbeddingServer;
let clock: ManualClock;
let papers: Papers;
let config: Config;
let logged: string[];
let hasDefaultServer: boolean;
beforeEach(async () => {
  api = await startEmbeddingServer({ dimension: 16 });
  clock = manualClock();
  logged = [];
  const home = await folder();
  config = testSettings(home, {
    ...{ paper_db: join(home, 'papers.db'), embedding_db: join(home, 'vectors'), llm_backend_url: api.url },
    ...{ embedding_model: 'mini', requests_per_minute: '0', embed_schedule: '', embed_batch_size: '10' },
  }).current;
  const events = createEvents();
  const say = (message: string): void => void logged.push(message);
  const log: Log = { ...silentLog, info: say, warn: say, error: say, area: () => log };
  hasDefaultServer = false;
  papers = new Papers({
    ...{ settings: () => config, jobs: new Jobs(events, 2), events, clock, log, data: home },
    hasDefaultServer: () => hasDefaultServer,
  });
});
afterEach(async () => {
  await papers.stop();
  await api.close();
});

async function put(from: number, to: number): Promise<void> {
  const lines = Array.from({ length: to - from }, (_, n) =>
    JSON.stringify({ title: `Paper ${from + n}.`, year: 2020, conference: 'ACL' }),
  ).join('\n');
  await papers.import({ bytes: Readable.from([lines]), format: 'jsonl' }, 'Papers');
}
const status = (what: (now: PaperStatus) => boolean): Promise<PaperStatus> =>
  until('the state', async () => {
    const now = await papers.status();
    return what(now) && now;
  });

it('are found by words without a server, which is no problem; one that starts later is used', async () => {
  hasDefaultServer = true;
  api.settings.misbehave = () => ({ broken: 'at once' });
  await put(0, 3);
  const tried = (what: (now: PaperStatus) => boolean): Promise<PaperStatus> =>
    status((now) => {
      clock.advance(minute / 4);
      return what(now);
    });
  const { state, problem, waiting, fact } = await tried((now) => now.fact !== null && now.state === 'idle');
  expect([state, problem, waiting]).toEqual(['idle', null, 3]);
  expect(String(fact)).toMatch(/^Papers are found by their words\. .* set up an embedding server\.$/);
  expect(logged.at(-1)).toBe(String(fact));
  const query = { query: 'paper', limit: 5, conferences: [], years: [], sessions: [], distance_threshold: 2 };
  expect(String((await papers.search(query)).why)).toMatch(/set up an embedding server\.$/);
  api.settings.misbehave = undefined;
  expect(await tried(({ embedded }) => embedded === 3)).toMatchObject({ problem: null });
  await status((now) => now.fact === null);
  // The vectors are there, but not the server for the words of a search.
  api.settings.misbehave = () => ({ broken: 'at once' });
  expect(String((await papers.search(query)).why)).toMatch(/^To search by similarity, set up an embedding server\.$/);
});

it('notice the model of another daemon on the same database, though no paper waits', async () => {
  await put(0, 3);
  await status(({ state, embedded }) => state === 'idle' && embedded === 3);
  const database = new DatabaseManager(config.paper_db);
  await database.setEmbeddingModel('maxi');
  await database.close();
  papers.reopen();
  await status(({ other_model }) => other_model === 'maxi');
  // The next runs by the schedule have nothing to embed either.
  config = { ...config, embed_schedule: '* * * * * *' };
  papers.start();
  await new Promise((done) => setTimeout(done, 2500));
  expect(await papers.status()).toMatchObject({ state: 'waiting', other_model: 'maxi' });
});

it('stop at vectors of another length under the same name, until all are embedded again', async () => {
  await put(0, 3);
  await status(({ state, embedded }) => state === 'idle' && embedded === 3);
  api.settings.dimension = 8;
  await put(3, 5);
  const { other_model: model, problem, state } = await status((now) => now.problem !== null);
  expect([model, state]).toEqual(['mini', 'waiting']);
  expect(String(problem)).toMatch(/^The model “mini” returns vectors of 8 dimensions, but the existing ones have 16\./);
  const sent = api.embeddings().length;
  for (let n = 0; n < 60; n++) clock.advance(minute);
  await papers.status();
  expect(api.embeddings()).toHaveLength(sent);
  await papers.embed(true);
  const now = await status(({ state: doing, embedded }) => doing === 'idle' && embedded === 5);
  expect(now).toMatchObject({ other_model: null, problem: null });
});

it('have a problem if the server that somebody has set up cannot be reached', async () => {
  api.settings.misbehave = () => ({ broken: 'at once' });
  await put(0, 3);
  const now = await status(({ problem }) => problem !== null);
  expect([now.state, now.fact]).toEqual(['waiting', null]);
});

it('leave a server alone for as long as it asks, and go on by themselves', async () => {
  api.next({ status: 429, headers: { 'retry-after': '3600' } });
  await put(0, 5);
  expect(String((await status(({ state }) => state === 'waiting')).problem)).toMatch(/429/);
  expect(logged).toContainEqual(expect.stringMatching(/The next try is in 3600 s\.$/));
  clock.advance(59 * minute);
  expect(await papers.status()).toMatchObject({ state: 'waiting', embedded: 0 });
  expect(api.embeddings().length).toBe(1);
  clock.advance(minute);
  await status(({ state, embedded, problem }) => state === 'idle' && embedded === 5 && problem === null);
});

it('stay as they are embedded after an update, and get what is recommended if all are embedded again', async () => {
  const inputs = () => api.embeddings().map(({ texts }) => texts[0]);
  config = { ...config, embedding_model: 'nomic-embed-text', embedding_input: 'plain' };
  await put(0, 3);
  await status(({ embedded }) => embedded === 3);
  const { length } = api.embeddings();
  config = { ...config, embedding_input: 'automatic' };
  papers.reopen();
  await put(3, 4);
  const now = await status(({ embedded }) => embedded === 4);
  expect([now.is_improvable, now.other_model]).toEqual([true, null]);
  expect(inputs().slice(length)).toEqual(['Paper 3.']);
  await papers.embed(true);
  const better = await status(({ embedded, is_improvable }) => embedded === 4 && !is_improvable);
  expect(better).toMatchObject({ other_model: null, problem: null, model: 'nomic-embed-text' });
  expect(inputs().at(-1)).toMatch(/^search_document: Paper/);
  const query = { query: 'paper', limit: 5, conferences: [], years: [], sessions: [], distance_threshold: 2 };
  expect((await papers.search(query)).by).toBe('words and meaning');
  expect(inputs().at(-1)).toBe('search_query: paper');
  // Other words before papers are another model: a person decides.
  config = { ...config, embedding_document_prefix: 'passage: ' };
  papers.reopen();
  expect(await status(({ other_model }) => other_model !== null)).toMatchObject({
    other_model: 'nomic-embed-text + "search_document: "',
  });
});

it('embed again what an import of embeddings took away, and hide no paper', async () => {
  await put(0, 6);
  await status(({ embedded }) => embedded === 6);
  const slice = await papers.exportEmbeddings('ACL', 2020);
  const asked = api.embeddings().length;
  // As many others as it takes away: the counts stay the same.
  const others = [0, 1].map((n) => `other-${n}`);
  await papers.importEmbeddings({ ...slice, ids: [...slice.ids.slice(2), ...others] }, 'ACL', 2020);
  await status(({ state, embedded }) => state === 'idle' && embedded === 6);
  await until('both are embedded', async () => api.embeddings().length > asked);
  await status(({ state, embedded }) => state === 'idle' && embedded === 6);
  const { ids } = await papers.exportEmbeddings('ACL', 2020);
  expect(ids).toEqual(expect.arrayContaining(slice.ids));
});

it('keep imported vectors whose records have other ids than the uids of their papers', async () => {
  await put(0, 3);
  await status(({ embedded }) => embedded === 3);
  const slice = await papers.exportEmbeddings('ACL', 2020);
  const asked = api.embeddings().length;
  await papers.importEmbeddings({ ...slice, ids: slice.ids.map((_, n) => `own-${n}`) }, 'ACL', 2020);
  await papers.embedNow(false);
  expect(api.embeddings()).toHaveLength(asked);
  const { ids } = await papers.exportEmbeddings('ACL', 2020);
  expect([...ids].sort()).toEqual([...slice.ids].sort());
  // An earlier version stored such papers twice.
  const twice = [...slice.ids.slice(0, 1), ...slice.ids].map((id, n) => (n === 0 ? 'own' : id));
  const [documents, metadatas, embeddings] = [slice.documents, slice.metadatas, slice.embeddings];
  const lists = {
    documents: [...documents.slice(0, 1), ...documents],
    metadatas: [...metadatas.slice(0, 1), ...metadatas],
    embeddings: [...embeddings.slice(0, 1), ...embeddings],
  };
  expect(await papers.importEmbeddings({ ids: twice, ...lists }, 'ACL', 2020)).toBe(4);
});

it('embed all papers for each of two daemons that share a database, and not their vectors', async () => {
  await put(0, 20);
  await status(({ state, embedded }) => state === 'idle' && embedded === 20);
  const events = createEvents();
  const home = await folder();
  const own = { ...config, embedding_db: join(home, 'vectors') };
  const parts = { settings: () => own, jobs: new Jobs(events, 2), events, clock, log: silentLog, data: home };
  const other = new Papers(parts);
  try {
    expect(await other.status()).toMatchObject({ papers: 20, embedded: 0, waiting: 20 });
    other.start();
    await until('the other has all', async () => (await other.status()).embedded === 20);
    await put(20, 25);
    await status(({ state, embedded }) => state === 'idle' && embedded === 25);
    expect(await other.status()).toMatchObject({ papers: 25, embedded: 20, waiting: 5 });
    await other.embed();
    await until('the other has the new ones', async () => (await other.status()).embedded === 25);
    const [mine, its] = await Promise.all([papers, other].map((one) => one.exportEmbeddings('ACL', 2020)));
    expect([mine?.ids.length, its?.ids.length]).toEqual([25, 25]);
  } finally {
    await other.stop();
  }
});

it('say that the server answers 429 while they wait as it asks', async () => {
  api.settings.misbehave = () => ({ status: 429, headers: { 'retry-after': '0' } });
  await put(0, 5);
  const said = async () => String((await status(({ problem }) => problem !== null)).problem);
  expect(await said()).toMatch(/429/);
  clock.advance(minute);
  expect(await said()).toMatch(/429/);
});

it('send a text that was refused again with the first scheduled run after ten minutes', async () => {
  api.settings.refuse = { text: /Paper 1/, status: 400 };
  await put(0, 2);
  await status(({ state, failed, embedded }) => state === 'idle' && failed === 1 && embedded === 1);
  const asked = api.embeddings().length;
  config = { ...config, embed_schedule: '* * * * * *' };
  papers.followSchedule();
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(api.embeddings().length).toBe(asked);
  api.settings.refuse = undefined;
  clock.advance(10 * minute);
  await status(({ state, failed, embedded }) => state === 'idle' && failed === 0 && embedded === 2);
});

it('tell every minute how far they are, and where nothing comes', async () => {
  let answered = 0;
  api.settings.misbehave = () => (answered++ < 2 ? undefined : { hang: true });
  await put(0, 50);
  await status(({ progress }) => progress?.done === 20);
  clock.advance(minute);
  expect(logged).toContain('20 of 50 papers are embedded.');
  clock.advance(2 * minute);
  clock.advance(minute);
  expect(String((await papers.status()).problem)).toMatch(/^The embedding server has not responded for 3 min/);
  api.settings.misbehave = undefined;
  // New settings end what hangs.
  papers.reopen();
  await status(({ state, embedded, problem }) => state === 'idle' && embedded === 50 && problem === null);
});

it('wait longer and longer, but no longer for those who ask out of turn', async () => {
  api.settings.misbehave = () => ({ status: 401 });
  await put(0, 5);
  await status(({ state }) => state === 'waiting');
  const asked = api.embeddings().length;
  for (let n = 0; n < 3; n++) {
    await papers.embed();
    await until('a try out of turn', async () => api.embeddings().length > asked + n);
    await status(({ state }) => state === 'waiting');
  }
  api.settings.misbehave = undefined;
  clock.advance(15_000);
  await status(({ state, embedded }) => state === 'idle' && embedded === 5);
});

it('send what was refused again when a person asks, not before its time', async () => {
  api.settings.refuse = { text: /Paper 3\./ };
  await put(0, 5);
  await status(({ state, failed, embedded }) => state === 'idle' && failed === 1 && embedded === 4);
  api.settings.refuse = undefined;
  await put(5, 6);
  await status(({ state, embedded }) => state === 'idle' && embedded === 5);
  await papers.embed();
  await status(({ state, embedded, failed }) => state === 'idle' && embedded === 6 && failed === 0);
});

it('send what was refused again where a person asks while they are under way', async () => {
  api.settings.refuse = { text: /Paper 3\./ };
  await put(0, 5);
  await status(({ state, failed, embedded }) => state === 'idle' && failed === 1 && embedded === 4);
  api.settings.refuse = undefined;
  api.next({ delay: 500 });
  await put(5, 6);
  await until('a request under way', async () => api.embeddings().at(-1)?.texts[0]?.startsWith('Paper 5.') === true);
  await papers.embed();
  await status(({ state, embedded, failed }) => state === 'idle' && embedded === 6 && failed === 0);
});

it('take over what another machine had held and lost', async () => {
  await put(0, 1);
  await status(({ embedded, state }) => embedded === 1 && state === 'idle');
  const other = new DatabaseManager(config.paper_db);
  try {
    await other.addPaper(record({ uid: 'held', title: 'Held' }));
    const claimed = await other.claimForEmbedding({
      ...{ collection: config.collection_name, owner: 'other', limit: 5, leaseMs: 120_000 },
      now: clock.now(),
    });
    expect(claimed.map(({ uid }) => uid)).toEqual(['held']);
  } finally {
    await other.close();
  }
  await papers.embed();
  expect(await papers.status()).toMatchObject({ waiting: 1, embedded: 1 });
  // The run may still be at work: time passes until it has ended, and until its timer for what is left.
  await status(({ state, embedded }) => {
    clock.advance(minute / 4);
    return state === 'idle' && embedded === 2;
  });
});

it('log how many were deleted, and nothing if none was', async () => {
  await put(0, 2);
  const [paper] = (
    await papers.search({ query: 'Paper 0', limit: 1, conferences: [], years: [], sessions: [], distance_threshold: 2 })
  ).papers;
  expect(await papers.changes.delete({ uids: ['unknown'] })).toMatchObject({ id: null });
  await papers.changes.delete({ uids: [paper?.uid ?? ''] });
  await papers.changes.merge([]);
  expect(logged.filter((line) => /Deleted|Merged/.test(line))).toEqual([`Deleted 1 paper: ${paper?.title}.`]);
});
