/** What a household has after a while, so that every page has something to show. */
import { expect } from '@jest/globals';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mp3 } from '../fixtures/mp3.js';
import { png } from '../fixtures/picture.js';
import { type RunningDaemon } from '../scenarios/daemon-process.js';
import { until } from '../support/patience.js';
import { embeddingFlags, startEmbeddingServer } from '../support/embedding-server.js';
import { simulatePen } from '../../workers/pen/simulate.js';

/** What is there before the daemon starts. */
export interface Household {
  flags: readonly string[];
  close(): Promise<void>;
}

export async function household(): Promise<Household> {
  const folder = await mkdtemp(join(tmpdir(), 'tonstift-household-'));
  const pen = join(folder, 'Stift');
  const [api] = await Promise.all([startEmbeddingServer({ dimension: 16 }), simulatePen(pen)]);
  return {
    flags: ['--pen-paths', pen, ...embeddingFlags(api)],
    close: async () => {
      await api.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** Numbers of the albums that stay. */
export interface Filled {
  oids: number[];
}

/** Fills a daemon that was started with the flags of a household; resolves when all has come to rest. */
export async function fill(daemon: RunningDaemon): Promise<Filled> {
  await put(daemon, 'Im Wald', { cover: true, tracks: 3 });
  await put(daemon, 'Donaudampfschifffahrtsgesellschaftskapitän und die sieben Schwäne', { tracks: 2 });
  await put(daemon, 'Wird weggeworfen', { tracks: 1 });
  await writeFile(join(daemon.inbox, 'kaputt.mp3'), 'Das ist kein Ton. '.repeat(400));
  await writeFile(join(daemon.inbox, 'halb.csv'), 'title,year,conference\nEin Artikel,2020,ACL\nKein Jahr,nie,ACL\n');
  await daemon.putPapers(['Stifte und Papier', 'Lieder im Wald'].map(paper));
  const { papers } = await daemon.json<{ papers: { uid: string }[] }>('/papers?q=title%3A%22i%22');
  for (const { uid } of papers)
    await daemon.post('/papers/saved', { action: 'note', uid, note: 'Noch einmal lesen,\nvor allem den Schluss.' });
  for (const { uid } of papers)
    await daemon.post('/papers/saved', { action: 'add_to_list', uid, list: 'Abschlussarbeit' });
  await daemon.post('/papers/saved', { action: 'remove', uid: papers[0]?.uid ?? '' });
  const albums = await until('three albums that are ready', async () => {
    const all = await daemon.albums();
    return all.length === 3 && all.every(({ gme_state: state }) => state === 'ready') && all;
  });
  const [old] = albums.filter(({ album_title: title }) => title === 'Wird weggeworfen');
  expect((await daemon.post('/library', { action: 'delete', uid: String(old?.oid) })).ok).toBe(true);
  await until('a pen with both, papers that are embedded, and what failed', () => isAtRest(daemon));
  return { oids: albums.filter((album) => album !== old).map(({ oid }) => oid) };
}

const paper = (title: string): object => ({
  title,
  abstract: 'Worum es geht. '.repeat(40),
  year: 2021,
  conference: 'EMNLP',
  // Sessions have long names.
  session: `${title}: ${'Sprache, Sehen, Roboter; '.repeat(6)}`,
  authors: ['Ada Lovelace', 'Grace Hopper'],
  keywords: ['Stift', 'Papier'],
  url: 'https://example.org/artikel',
});

async function isAtRest(daemon: RunningDaemon): Promise<boolean> {
  const json = async (path: string): Promise<string> =>
    (await fetch(daemon.url + path, { headers: { accept: 'application/json' } })).text();
  const [pens, papers, start] = [await json('/pens'), await json('/papers'), await json('/arrivals')];
  return (
    /"state":"ready"/.test(pens) && /"embedded":[3-9]/.test(papers) && /kaputt/.test(start) && /halb\.csv/.test(start)
  );
}

let offset = 0;

/** An album by way of the inbox, all at once. */
async function put({ home, inbox }: RunningDaemon, title: string, { cover = false, tracks = 1 }): Promise<void> {
  const folder = join(home, 'coming', title);
  await mkdir(folder, { recursive: true });
  for (let n = 1; n <= tracks; n++) {
    const tags = { TALB: title, TPE1: 'Die Waldmusikanten', TIT2: `Lied ${n}: ${title}`, TRCK: String(n) };
    await writeFile(join(folder, `${n}.mp3`), await mp3({ frames: 40, offset: (offset += 50), tags }));
  }
  if (cover) await writeFile(join(folder, 'cover.png'), png(80, 80, [47, 107, 63]));
  await rename(folder, join(inbox, title));
}
