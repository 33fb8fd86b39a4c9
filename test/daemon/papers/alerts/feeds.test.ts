/** Feeds of a real server that misbehaves, with the real database and a clock that the test moves. */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEvents } from '../../../../daemon/events.js';
import { Jobs } from '../../../../daemon/jobs.js';
import { Papers } from '../../../../daemon/papers/papers.js';
import type { Feed } from '../../../../http/papers/alerts/service.js';
import { silentLog } from '../../../../workers/base/ports.js';
// Loaded here: jest fails where two of these are loaded at once for the first time, as the papers do.
import '../../../../workers/papers/embeddings/manager.js';
import '../../../../workers/papers/database-manager.js';
import { arxivAtom, startFeedServer, type FeedServer } from '../../../support/feed-server.js';
import { temporaryFolders } from '../../../support/folder.js';
import { manualClock, type ManualClock } from '../../../support/manual-clock.js';
import { until } from '../../../support/patience.js';
import { testSettings } from '../../../support/settings.js';

const folder = temporaryFolders();
const hour = 3_600_000;
const many = Array.from({ length: 200 }, (_, n) => n);

let server: FeedServer;
let clock: ManualClock;
let home: string;
let papers: Papers;

function open(): Papers {
  const { current } = testSettings(home, {
    ...{ paper_db: join(home, 'papers.db'), embedding_db: join(home, 'vectors'), embed_schedule: '' },
    llm_backend_url: 'http://127.0.0.1:1',
  });
  const events = createEvents();
  return new Papers({
    ...{ settings: () => current, jobs: new Jobs(events, 2), events, clock, log: silentLog, data: home },
    hasDefaultServer: () => true,
    feedLimits: { pause: 0, timeout: 1000, most: 2 ** 20 },
  });
}

beforeEach(async () => {
  server = await startFeedServer();
  clock = manualClock();
  // The records of imports have the real time.
  clock.advance(Date.now());
  home = await folder();
  papers = open();
  papers.start();
});
afterEach(async () => {
  await papers.stop();
  await server.close();
});

const atom = (path: string, numbers: readonly number[], headers: Record<string, string> = {}): void =>
  server.on(path, (response) =>
    response.writeHead(200, { 'content-type': 'application/atom+xml', ...headers }).end(arxivAtom(numbers)),
  );
const feed = (what: (now: Feed) => boolean): Promise<Feed> =>
  until('the feed', async () => (await papers.feeds.list()).find(what));
const requests = (count: number): Promise<unknown> => until('a request', () => server.requests.length === count);

it('is fetched when it is added, completely, and then on schedule, also after a restart', async () => {
  const id = await papers.alerts.keep({ q: 'parsing', conferences: ['arXiv'], years: [2024], sessions: [] });
  clock.advance(1);
  atom('/atom', many);
  await papers.feeds.add(`${server.url}/atom`, 'day');
  const fetched = await feed(({ fetched_at: at }) => at !== null);
  expect(fetched).toMatchObject({ added: 200, rejected: 0, import_id: 1, problem: null });
  const name = new URL(`${server.url}/atom`).host + '/atom';
  expect(await papers.alerts.list({ limit: 1, id })).toMatchObject([
    { count: 200, papers: [{ paper: { authors: ['Ada Lovelace', 'Charles Babbage'] }, import_name: name }] },
  ]);
  expect(server.requests[0]?.headers['user-agent']).toMatch(/^Tonstift\/\d/);

  // A second list has one more paper; those that are known are recognized.
  atom('/atom', [...many, 200]);
  for (let n = 0; n < 23; n++) clock.advance(hour);
  await papers.stop();
  papers = open();
  papers.start();
  await feed(({ next_at: next }) => next !== null);
  expect(server.requests).toHaveLength(1);
  clock.advance(hour);
  await feed(({ import_id: record }) => record === 2);
  expect(await papers.status()).toMatchObject({ papers: 201 });

  // One that brings nothing leaves no record, which would displace others.
  for (let n = 0; n < 24; n++) clock.advance(hour);
  await requests(3);
  await feed(({ import_id: record, next_at: next }) => record === null && next !== null);
  expect(await papers.changes.list()).toHaveLength(2);
  await papers.changes.undo(2);
  expect(await papers.alerts.list({ limit: 1, id })).toMatchObject([{ count: 200 }]);
});

it('is asked with what it said of its version, and is not imported if that is the same', async () => {
  const headers = { etag: '"one"', 'last-modified': 'Tue, 02 Jan 2024 00:00:00 GMT' };
  atom('/atom', [1], headers);
  const { id } = await papers.feeds.add(`${server.url}/atom`, 'day');
  await feed(({ added }) => added === 1);
  server.on('/atom', (response) => response.writeHead(304).end());
  expect(await papers.feeds.fetch(id)).toMatchObject({ added: 0, import_id: null, problem: null });
  expect(server.requests.at(-1)?.headers).toMatchObject({
    'if-none-match': '"one"',
    'if-modified-since': headers['last-modified'],
  });
});

it('reads OpenAlex and OpenReview', async () => {
  const work = { id: 'https://openalex.org/W1', title: 'A work', publication_year: 2024, authorships: [] };
  const json = (path: string, body: object): void =>
    server.on(path, (response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    );
  json('/works', { meta: { count: 1 }, results: [work] });
  json('/notes', {
    notes: [
      {
        id: 'x',
        forum: 'x',
        cdate: 1704067200000,
        invitations: ['ICLR.cc/2024/Conference/-/Submission'],
        content: { title: { value: 'A note' }, authors: { value: ['Ada Lovelace'] } },
      },
    ],
  });
  json('/empty', { results: [] });
  for (const path of ['/works?filter=x', '/notes', '/empty']) await papers.feeds.add(`${server.url}${path}`, 'week');
  const all = await until('all feeds', async () => {
    const feeds = await papers.feeds.list();
    return feeds.every(({ fetched_at: at }) => at !== null) && feeds;
  });
  expect(all.map(({ added, problem }) => [added, problem])).toEqual([
    [1, null],
    [1, null],
    [0, null],
  ]);
});

const wrong: [string, Parameters<FeedServer['on']>[1], RegExp][] = [
  ['a web page', (response) => response.end('<!DOCTYPE html><html><body>Hello'), /sent no papers: /],
  ['garbage', (response) => response.end('what is \0this?'), /sent no papers: /],
  [
    'a refusal',
    (response) => response.writeHead(400, { 'content-type': 'application/json' }).end('{"message": "Wrong filter."}'),
    /responded with 400 \(Bad Request\): “Wrong filter\.”/,
  ],
  [
    'an error of arXiv',
    (response) =>
      response.end('<feed><entry><id>http://arxiv.org/api/errors#x</id><summary>bad id</summary></entry></feed>'),
    /responded: “bad id”/,
  ],
  [
    'a body without an end',
    (response) => {
      const more = (): void => {
        while (!response.destroyed && response.write('[ '.repeat(30_000)));
        response.once('drain', more);
      };
      more();
    },
    /sent more than 1 MB/,
  ],
  ['nothing', (response) => response.writeHead(200), /did not send everything within 1 s/],
  ['a broken answer', (response) => response.destroy(), /cannot be reached: /],
];

it('says what is wrong with each that fails, and imports nothing', async () => {
  for (const [n, [, answer]] of wrong.entries()) {
    server.on(`/${n}`, answer);
    await papers.feeds.add(`${server.url}/${n}`, 'day');
  }
  const failed = await until('all failures', async () => {
    const feeds = await papers.feeds.list();
    return feeds.every(({ problem }) => problem !== null) && feeds;
  });
  for (const [n, [what, , problem]] of wrong.entries())
    expect([what, String(failed[n]?.problem)]).toEqual([what, expect.stringMatching(problem)]);
  expect(papers.feeds.problems()).toMatchObject(
    failed.map(({ problem: reason }) => ({ kind: 'papers', path: '/papers/alerts', reason })),
  );
  expect(await papers.changes.list()).toEqual([]);
  for (const { id } of failed) await papers.feeds.remove(id);
  expect(papers.feeds.problems()).toEqual([]);
});

it('waits as long as the server asks, also if a person asks again, and the other feeds do not wait', async () => {
  server.on('/busy', (response) => response.writeHead(429, { 'retry-after': '7200' }).end());
  const { id } = await papers.feeds.add(`${server.url}/busy`, 'day');
  const { next_at: next, problem } = await feed((now) => now.problem !== null);
  expect([next, String(problem)]).toEqual([
    new Date(clock.now() + 2 * hour).toISOString(),
    expect.stringMatching(/429 \(Too Many Requests\)/),
  ]);
  expect((await papers.feeds.fetch(id)).problem).not.toBeNull();
  expect(server.requests).toHaveLength(1);
  const other = await startFeedServer();
  other.on('/atom', (response) => response.end(arxivAtom([1])));
  await papers.feeds.add(`${other.url}/atom`, 'day');
  await feed(({ added }) => added === 1);
  await other.close();
  atom('/busy', [2]);
  clock.advance(hour);
  clock.advance(hour);
  await feed((now) => now.id === id && now.added === 1 && now.problem === null);
});

it('is asked again after pauses that grow', async () => {
  server.on('/feed', (response) => response.writeHead(503).end());
  await papers.feeds.add(`${server.url}/feed`, 'day');
  for (const [n, pause] of [hour / 4, hour, 3 * hour].entries()) {
    await requests(n + 1);
    const next = new Date(clock.now() + pause).toISOString();
    await feed(({ next_at: at }) => at === next);
    clock.advance(pause);
  }
  await requests(4);
});

it('is fetched at once if its last fetch is in the future, because the clock was wrong then', async () => {
  atom('/atom', [1]);
  await papers.feeds.add(`${server.url}/atom`, 'day');
  await feed(({ added }) => added === 1);
  await papers.stop();
  const path = join(home, 'paper-alerts.json');
  const stored = JSON.parse(await readFile(path, 'utf8')) as { feeds: { fetched_at: number }[] };
  for (const one of stored.feeds) one.fetched_at += 1000 * 24 * hour;
  await writeFile(path, JSON.stringify(stored));
  papers = open();
  papers.start();
  await feed(({ next_at: next }) => next === new Date(clock.now() + 24 * hour).toISOString());
  expect(server.requests).toHaveLength(2);
});

it('is refused if its address is too long once it is encoded', async () => {
  await expect(papers.feeds.add(`https://a.example/${'ä'.repeat(1000)}`, 'day')).rejects.toMatchObject({
    code: 'bad_field',
    fields: { address: expect.anything() },
  });
});

it('a file that nobody can read is kept, and begins anew', async () => {
  const path = join(home, 'paper-alerts.json');
  await writeFile(path, '{"searches": [');
  expect(await papers.feeds.list()).toEqual([]);
  await papers.alerts.keep({ q: 'x', conferences: [], years: [], sessions: [] });
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ searches: [{ q: 'x' }] });
});
