/** Papers without vectors: maps and similar papers come from the words of all papers, until there are vectors. */
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import { createEvents } from '../../../daemon/events.js';
import { Jobs } from '../../../daemon/jobs.js';
import { Papers } from '../../../daemon/papers/papers.js';
import type { MapAnswer } from '../../../http/papers/paper-map/service.js';
import type { PapersLike } from '../../../http/papers/papers/service.js';
import { silentLog, systemClock } from '../../../workers/base/ports.js';
import { startEmbeddingServer, type EmbeddingServer } from '../../support/embedding-server.js';
import { temporaryFolders } from '../../support/folder.js';
import { until } from '../../support/patience.js';
import { testSettings } from '../../support/settings.js';
import { record } from '../../workers/papers/databases.js';
// Loaded here: jest fails where two of these are loaded at once for the first time, as the papers do.
import '../../../workers/papers/embeddings/manager.js';
import '../../../workers/papers/database-manager.js';

const newFolder = temporaryFolders();
let server: EmbeddingServer;
let folder: string;
let papers: Papers;

beforeEach(async () => {
  server = await startEmbeddingServer({ dimension: 64 });
  server.settings.misbehave = () => ({ status: 401 });
  folder = await newFolder();
  papers = open();
});
afterEach(async () => {
  await papers.stop();
  await server.close();
});

function open({ byHand = true } = {}): Papers {
  const settings = testSettings(folder, {
    ...{ paper_db: join(folder, 'papers.db'), embedding_db: join(folder, 'vectors'), embed_schedule: '' },
    ...{ llm_backend_url: server.url, embedding_model: 'mini', requests_per_minute: '0' },
  });
  const events = createEvents();
  return new Papers({
    ...{ settings: () => settings.current, data: folder, jobs: new Jobs(events, 1), events, clock: systemClock },
    log: silentLog,
    byHand,
  });
}

const subjects = [
  ['parser', 'grammar', 'syntax', 'treebank', 'clause', 'dependency'],
  ['speech', 'audio', 'phoneme', 'voice', 'acoustic', 'speaker'],
];

/** Each has three words of its subject: even numbers are about grammar, odd ones about speech. */
function textOf(n: number): string {
  const words = subjects[n % 2] ?? [];
  return [0, 1, 3].map((step) => words[(Math.floor(n / 2) + step) % words.length]).join(' ');
}

async function put(from: number, to: number): Promise<void> {
  const records = Array.from({ length: to - from }, (_, at) => {
    const n = from + at;
    return record({ uid: `p${n}`, title: `Paper ${n}`, abstract: textOf(n) });
  });
  await papers.import({ bytes: Readable.from([JSON.stringify(records)]), format: 'json' }, 'Papers');
}

const lists = { limit: 400, conferences: [], years: [], sessions: [] };
const search = (query: string) => ({ ...lists, query, distance_threshold: 1.1 });

const ready = (ask: () => Promise<MapAnswer>): Promise<MapAnswer> =>
  until('the map', async () => {
    const answer = await ask();
    return answer.state === 'ready' && answer;
  });
const wholeMap = (): Promise<MapAnswer> => ready(() => papers.maps.map(null));

const topicsOf = ({ map }: MapAnswer, subject: number): Set<number> =>
  new Set(map?.points.filter(({ uid }) => Number(uid.slice(1)) % 2 === subject).map(({ topic }) => topic));

it('are on a map by their words, which says why, stays while they are the same, and follows them', async () => {
  await put(0, 60);
  const first = await wholeMap();
  expect(first.map).toMatchObject({ by: 'words', model: null, total: 60 });
  expect(String(first.why)).toMatch(/0 of 60 papers/);
  expect([[...topicsOf(first, 0)], [...topicsOf(first, 1)]].flat().sort()).toEqual([0, 1]);
  const found = await ready(() => papers.maps.map(search('acoustic')));
  expect(found.map).toMatchObject({ by: 'words', total: 15 });

  papers.maps.vectorsChanged();
  await papers.stop();
  papers = open();
  expect(await wholeMap()).toEqual(first);
  await put(60, 62);
  expect((await wholeMap()).map?.total).toBe(62);
});

it('have only web addresses on a map, also made from a DOI', async () => {
  await put(0, 10);
  const more = [
    { uid: 'script', title: 'With a script', url: 'javascript://x/%0aalert(1)' },
    { uid: 'doi', title: 'With a DOI', doi: '10.1000/1' },
    { uid: 'page', title: 'With a page', doi: '10.1000/2', url: 'https://example.org/2' },
    { uid: 'none', title: 'With no DOI', doi: '-' },
  ].map((one) => record({ ...one, abstract: textOf(0) }));
  await papers.import({ bytes: Readable.from([JSON.stringify(more)]), format: 'json' }, 'Papers');
  const urls = new Map((await wholeMap()).map?.points.map(({ uid, url }) => [uid, url]));
  expect(['script', 'doi', 'page', 'none'].map((uid) => urls.get(uid))).toEqual([
    null,
    'https://doi.org/10.1000/1',
    'https://example.org/2',
    null,
  ]);
});

it('are on a map of their vectors as soon as there are any', async () => {
  await put(0, 10);
  expect((await wholeMap()).map?.by).toBe('words');
  server.settings.misbehave = undefined;
  await papers.embedNow(false);
  const answer = await wholeMap();
  expect([answer.map?.by, answer.map?.model, answer.why]).toEqual(['meaning', 'mini', null]);
});

it('are similar to one if they are about its subject, as soon as the words of all are compared', async () => {
  await papers.stop();
  papers = open({ byHand: false });
  await put(0, 320);
  const like = (more = {}) => papers.like({ ...lists, uid: 'p0', ...more });
  const subjectsOf = (found: PapersLike) => new Set(found.papers.map(({ uid }) => Number(uid.slice(1)) % 2));
  // Every paper has the word "Paper".
  expect(subjectsOf(await like()).size).toBe(2);
  const found = await until('the words to be compared', async () => {
    const answer = await like();
    return subjectsOf(answer).size === 1 && answer;
  });
  expect([found.by, found.is_whole, found.papers.length]).toEqual(['words', true, 159]);
  expect(found.papers[0]?.words).toEqual(expect.arrayContaining(['grammar', 'parser', 'treebank']));
  expect(new Set(found.papers.map(({ uid }) => uid))).not.toContain('p0');
  expect((await like({ limit: 3 })).papers).toEqual(found.papers.slice(0, 3));
  expect((await like({ conferences: ['None'] })).papers).toEqual([]);
});

const titles = ['SYNTHESIS AND CHARACTERIZATION OF POLYMERS', 'Synthesis from -omics data', '"Synthesis" -omics'];
it.each(titles)('are similar by the words of a title that looks like a query: %s', async (title) => {
  const records = [
    record({ uid: 'a', title, abstract: '' }),
    record({ uid: 'b', title: 'Synthesis of the omics of polymers', abstract: '' }),
  ];
  await papers.import({ bytes: Readable.from([JSON.stringify(records)]), format: 'json' }, 'Papers');
  const found = await papers.like({ ...lists, uid: 'a' });
  expect(found.papers).toMatchObject([{ uid: 'b', words: expect.arrayContaining(['Synthesis']) as unknown }]);
});
