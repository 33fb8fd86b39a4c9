/** A check reports damaged papers and vectors, the page shows them, and a repair rescues what can be read. */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import Database from 'libsql';
import { copyFile, readdir, readlink, rm, symlink, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../../config/fields.js';
import { createEvents } from '../../../daemon/events.js';
import { Jobs } from '../../../daemon/jobs.js';
import { PaperProblems } from '../../../daemon/papers/paper-problems.js';
import { Papers } from '../../../daemon/papers/papers.js';
import { repairPapers } from '../../../daemon/papers/repair.js';
import { createPaperStores } from '../../../daemon/papers/stores.js';
import type { PaperStatus } from '../../../http/papers/papers/service.js';
import type { DatabaseError } from '../../../workers/papers/database-error.js';
import { silentLog } from '../../../workers/base/ports.js';
import { startEmbeddingServer, type EmbeddingServer } from '../../support/embedding-server.js';
import { temporaryFolders } from '../../support/folder.js';
import { manualClock } from '../../support/manual-clock.js';
import { until } from '../../support/patience.js';
import { testSettings } from '../../support/settings.js';

const folder = temporaryFolders();
const count = 30;

let api: EmbeddingServer;
let papers: Papers;
let problems: PaperProblems;
let config: Config;
let home: string;
const clock = manualClock();

function open(): void {
  const events = createEvents();
  papers = new Papers({ settings: () => config, jobs: new Jobs(events, 2), events, clock, log: silentLog, data: home });
  problems = new PaperProblems({
    status: () => papers.status(),
    changed: () => undefined,
    events,
    clock,
    log: silentLog,
  });
  problems.start();
}
async function close(): Promise<void> {
  problems.stop();
  await papers.stop();
}
beforeEach(async () => {
  api = await startEmbeddingServer({ dimension: 16 });
  home = await folder();
  config = testSettings(home, {
    ...{ paper_db: join(home, 'papers.db'), embedding_db: join(home, 'vectors'), llm_backend_url: api.url },
    ...{ embedding_model: 'mini', requests_per_minute: '0', embed_schedule: '', embed_batch_size: '10' },
  }).current;
  open();
  const records = Array.from({ length: count }, (_, n) => ({ title: `Paper ${n}.`, year: 2020, conference: 'ACL' }));
  await papers.import({ bytes: Readable.from([JSON.stringify(records)]), format: 'json' }, 'Papers');
  await status(({ state, embedded }) => state === 'idle' && embedded === count);
});
afterEach(async () => {
  await close();
  await api.close();
});

const status = (what: (now: PaperStatus) => boolean): Promise<PaperStatus> =>
  until('the state', async () => {
    const now = await papers.status();
    return what(now) && now;
  });

/** Changes the file without the program. */
async function change(...statements: string[]): Promise<void> {
  await close();
  const file = new Database(config.paper_db);
  for (const statement of statements) file.exec(statement);
  file.prepare('pragma wal_checkpoint(truncate)').all();
  file.close();
}
async function repaired(): Promise<{ done: string[]; failed: string[] }> {
  const said = { done: [] as string[], failed: [] as string[] };
  const stores = createPaperStores({ settings: () => config, clock, log: silentLog });
  const report = {
    done: (line: string) => void said.done.push(line),
    failed: (line: string) => void said.failed.push(line),
  };
  await repairPapers(config.paper_db, stores, report).finally(() => stores.end());
  return said;
}
const checked = async (): Promise<{ problems: string[]; facts: string[] }> => {
  const found = await papers.check();
  return { problems: found.problems.map(String), facts: found.facts.map(String) };
};
async function cutShards(): Promise<void> {
  const path = join(config.embedding_db, 'papers');
  for (const name of await readdir(path)) if (name.endsWith('.pb')) await truncate(join(path, name), 100);
}

it('finds nothing wrong, and counts', async () => {
  const whole = { papers: count, saved: 0, embedded: count, vectors: count, facts: [], problems: [] };
  expect(await papers.check()).toEqual(whole);
});

it('says which file of vectors is damaged, and shows it until the papers are embedded again', async () => {
  await close();
  await cutShards();
  api.settings.misbehave = () => ({ status: 500 });
  open();
  const found = await checked();
  expect(found.problems).toEqual([
    expect.stringMatching(/\.pb is damaged: it has 100 bytes.* It had 30 vectors\.$/),
    expect.stringMatching(/^30 papers have lost their vectors/),
  ]);
  papers.start();
  await status(({ state, lost }) => state === 'waiting' && lost === count);
  clock.advance(2000);
  await until('the problem', async () =>
    problems.list().some(({ reason }) => /^The vectors of 30 papers were lost/.test(String(reason))),
  );
  // After a restart too.
  await close();
  open();
  expect(await papers.status()).toMatchObject({ lost: count, waiting: count });
  api.settings.misbehave = undefined;
  papers.start();
  await status(({ state, embedded, lost }) => state === 'idle' && embedded === count && lost === 0);
  expect((await checked()).problems).toEqual([]);
});

it('forgets vectors that are gone with their folder', async () => {
  await close();
  await rm(join(config.embedding_db, 'papers'), { recursive: true });
  open();
  expect((await checked()).problems).toEqual([expect.stringMatching(/^30 papers have lost/)]);
  await close();
  expect(await repaired()).toEqual({
    done: [
      '30 papers are in the database, and the index has each of them.',
      '30 papers have lost their vectors. They are embedded again at the next start.',
    ],
    failed: [],
  });
  open();
  expect(await papers.status()).toMatchObject({ lost: count, waiting: count, embedded: 0 });
});

it('deletes vectors of deleted papers', async () => {
  await change("delete from papers where title = 'Paper 3.'");
  open();
  expect(await checked()).toEqual({
    problems: [],
    facts: ['1 vector belongs to deleted papers. The next run deletes it.'],
  });
  await close();
  expect((await repaired()).done).toContainEqual('Deleted 1 vector of papers that are no longer in the database.');
  open();
  expect(await papers.check()).toMatchObject({ papers: count - 1, vectors: count - 1, facts: [] });
});

it('writes an index again that another program has broken', async () => {
  await change(
    'drop trigger paper_words_gone',
    'drop trigger paper_filters_gone',
    "delete from papers_folded where title = 'paper 3.'",
  );
  open();
  const found = await checked();
  expect(found.problems).toEqual([
    expect.stringMatching(/^The index lacks 1 row,/),
    expect.stringMatching(/^The index has 2 rows without/),
  ]);
  await close();
  const said = await repaired();
  expect(said.failed).toEqual([]);
  expect(said.done[0]).toBe('The index did not agree with the papers in 3 rows.');
  open();
  expect((await checked()).problems).toEqual([]);
});

it('follows a link to the file and its WAL', async () => {
  const target = join(await folder(), 'target.db');
  // A crash leaves most pages in the WAL.
  for (const end of ['', '-wal']) await copyFile(config.paper_db + end, target + end);
  await close();
  await rm(config.paper_db);
  await symlink(target, config.paper_db);
  await truncate(target, 0);
  const said = await repaired();
  expect(said.done[1]).toBe(`${target} was written again with ${count} papers and 0 saved papers. Its index is new.`);
  expect(await readlink(config.paper_db)).toBe(target);
  open();
  expect(await papers.check()).toMatchObject({ papers: count, embedded: count, problems: [] });
});

it('does not take a locked file for a damaged one', async () => {
  await close();
  const file = new Database(config.paper_db);
  file.exec('pragma locking_mode = exclusive; begin exclusive');
  try {
    const error = (await repaired().catch((thrown: unknown) => thrown)) as DatabaseError;
    expect([error.isDamaged, error.message]).toEqual([false, expect.stringMatching(/papers\.db\): .*is locked/)]);
  } finally {
    file.close();
  }
  expect((await readdir(home)).filter((name) => /damaged|rescu/.test(name))).toEqual([]);
  open();
  expect(await papers.check()).toMatchObject({ papers: count, problems: [] });
});

it('names saved papers that cannot be read', async () => {
  const [first] = (await papers.search({ ...query, query: 'title:"Paper 3."' })).papers;
  await papers.saved.save(first?.uid ?? '');
  await change("update saved_papers set record = '{'");
  open();
  expect((await checked()).problems).toEqual([`The copy of 1 saved paper cannot be read: ${first?.uid}.`]);
});

const query = { limit: 10, conferences: [], years: [], sessions: [], distance_threshold: 1.1 };

it('tells of another model, and of an unreachable store beside the rest', async () => {
  config = { ...config, embedding_model: 'other' };
  papers.reopen();
  expect((await checked()).problems).toEqual([expect.stringMatching(/were made by the model “mini”/)]);
  config = { ...config, embedding_model: 'mini', embedding_db: 'http://127.0.0.1:1' };
  papers.reopen();
  const found = await papers.check();
  expect(found).toMatchObject({ papers: count, vectors: null });
  expect(found.problems.map(String)).toEqual([expect.stringMatching(/cannot be reached/)]);
});

it('shows on the page that a page of the database is bad, once a query has met it', async () => {
  await change();
  await rm(`${config.paper_db}-wal`, { force: true });
  await truncate(config.paper_db, 100_000);
  open();
  papers.start();
  const now = await status(({ state }) => state === 'waiting');
  expect(String(now.problem)).toMatch(/is damaged: .*tonstift papers repair/);
  clock.advance(2000);
  await until('the problem', async () =>
    problems.list().some(({ advice }) => /run “tonstift papers repair”/.test(String(advice))),
  );
  await close();
  const said = await repaired();
  expect(said.done[0]).toMatch(/is damaged/);
  open();
  expect((await checked()).problems.filter((line) => /damaged/.test(line))).toEqual([]);
});
