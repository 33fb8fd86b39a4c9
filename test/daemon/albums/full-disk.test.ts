/** What could not be built for want of room is tried again when there is some, and not before. */
import { expect, it } from '@jest/globals';
import { diskFull, FullDisk } from '../../../daemon/albums/full-disk.js';
import type { AlbumRecord } from '../../../workers/library/types.js';
import { aTrack, anAlbum } from '../../support/records.js';

const mebi = 1024 ** 2;
const ofFull = { fingerprint: 'x', reason: String(diskFull()), words: diskFull().data() };
/** An album that needs ten MiB and some. */
const full = (oid: number, failures = [ofFull]): AlbumRecord =>
  anAlbum(oid, { tracks: [aTrack(oid, { size: 10 * mebi })], failures });

function disk(): { free: number; ask: (...albums: AlbumRecord[]) => Promise<number[]> } {
  const state = { free: 0 };
  const fullDisk = new FullDisk(() => Promise.resolve(state.free));
  const ask = async (...albums: AlbumRecord[]): Promise<number[]> =>
    (await fullDisk.withRoom(albums, '/library')).map(({ oid }) => oid);
  return Object.assign(state, { ask });
}

it('waits for room, and for more of it where that was not enough', async () => {
  const one = disk();
  expect(await one.ask(full(1))).toEqual([]);
  one.free = 20 * mebi;
  expect(await one.ask(full(1))).toEqual([1]);
  // It has failed once more: others were faster.
  expect(await one.ask(full(1))).toEqual([]);
  one.free = 22 * mebi;
  expect(await one.ask(full(1))).toEqual([]);
  one.free = 40 * mebi;
  expect(await one.ask(full(1))).toEqual([1]);
});

it('tries as many as there is room for', async () => {
  const one = disk();
  one.free = 30 * mebi;
  expect(await one.ask(full(1), full(2), full(3))).toEqual([1, 2]);
});

it('leaves alone what failed for another reason', async () => {
  const one = disk();
  one.free = 1000 * mebi;
  expect(await one.ask(full(1, []), full(2, [{ fingerprint: 'x', reason: 'broken' } as typeof ofFull]))).toEqual([]);
});

it('forgets an album that was built meanwhile', async () => {
  const one = disk();
  one.free = 20 * mebi;
  expect(await one.ask(full(1))).toEqual([1]);
  expect(await one.ask(full(1, []))).toEqual([]);
  expect(await one.ask(full(1))).toEqual([1]);
});
