/** Which parts of a batch are added to an album, and which become new ones. */
import { describe, expect, it } from '@jest/globals';
import { noTags } from '../../../workers/audio/formats/facts.js';
import type { Part } from '../../../workers/import/divide.js';
import { planOf } from '../../../workers/import/plan.js';
import type { Batch, Continues, InspectedTrack } from '../../../workers/import/types.js';
import { processorTime } from '../../support/linear.js';
import { anAlbum, aTrack } from '../../support/records.js';

const tracks = Array.from({ length: 98 }, (_, n) => aTrack(n + 1));
const album = anAlbum(920, {
  tracks,
  origin: { kind: 'inbox', source: null, folder_identity: null, album_tag: 'Sea', at: 0 },
});

const comparedOf = (sha256: string): InspectedTrack => {
  const sound = { channels: 2, sampleRate: 44_100, mayHaveChapters: false };
  const facts = { ...noTags, ...sound, codec: 'mpeg 1 layer 3', container: 'mpeg', durationMs: 1000, album: 'Sea' };
  return { root: '/', path: `/${sha256}.mp3`, relativePath: `${sha256}.mp3`, size: 1, mtime_ms: 1, sha256, facts };
};
const known = { album, tracks: tracks.map(({ sha256 }) => comparedOf(sha256)) };

/** A batch of tracks with these hashes for the album with 98 tracks. */
function plan(continues: Continues, hashes: readonly string[]): string {
  const part: Part = {
    ...{ name: 'Sea', isMixed: false, pictures: [], extras: [], shared: [], candidates: [known] },
    tracks: hashes.map(comparedOf),
  };
  const batch: Batch = {
    ...{ name: 'Sea', files: [], giveAway: true, refuseDuplicates: true, continues },
    origin: { kind: 'inbox', source: null, folder_identity: null },
  };
  const existing = { library: { albums: [album] }, candidates: [known], now: 0 };
  const { toAdd, toCreate } = planOf(batch, { parts: [part], loose: [] }, existing);
  return `${toAdd.length} added, ${toCreate.length} created`;
}

describe('an album with 98 tracks', () => {
  const loose: Continues = { kind: 'loose', tag: 'Sea' };

  it('gets loose files if the tracks that it lacks fit', () => {
    expect(plan(loose, ['new'])).toBe('1 added, 0 created');
    expect(plan(loose, ['hash-1', 'hash-2', 'new'])).toBe('1 added, 0 created');
  });

  it('gets no loose files if they do not fit: they become a new album', () => {
    expect(plan(loose, ['new', 'newer'])).toBe('0 added, 1 created');
  });

  it('gets the files of an upload in any case, which fails if they do not fit', () => {
    expect(plan({ kind: 'album', folder: album.folder }, ['new', 'newer'])).toBe('1 added, 0 created');
  });
});

describe('a part is compared with many albums', () => {
  const origin = { kind: 'inbox', source: null, folder_identity: null } as const;
  const batch: Batch = { name: '', files: [], giveAway: true, refuseDuplicates: true, origin };
  const albumOf = (n: number, hash = `${n}`): typeof album =>
    anAlbum(1 + n, {
      tracks: tracks.map((track, at) => ({ ...track, sha256: `${hash}-${at}`, duration: 9000 + 137 * n + 1000 * at })),
    });
  const partOf = (hash: string): Part => ({
    ...{ name: hash, isMixed: false, pictures: [], extras: [], shared: [], candidates: [] },
    tracks: tracks.map((_, at) => comparedOf(`${hash}-${at}`)),
  });
  const planFor = (albums: (typeof album)[], parts: Part[]): ReturnType<typeof planOf> =>
    planOf(batch, { parts, loose: [] }, { library: { albums }, candidates: [], now: 0 });

  it('takes little longer than with one', async () => {
    const parts = Array.from({ length: 20 }, (_, n) => partOf(`part ${n}`));
    const many = Array.from({ length: 400 }, (_, n) => albumOf(n));
    // As long as the tracks of the parts, so that titles are compared too.
    const alike = { ...album, tracks: album.tracks.map((track) => ({ ...track, duration: 1000 })) };
    let [one, all] = [Infinity, Infinity];
    for (let tries = 0; tries < 3; tries++) {
      one = Math.min(one, await processorTime(() => planFor([alike], parts)));
      all = Math.min(all, await processorTime(() => planFor([alike, ...many], parts)));
    }
    expect(all).toBeLessThan(10 * one);
  });

  it('and gets any number of files that are no tracks', () => {
    const file = { root: '/', path: '/a.txt', relativePath: 'a.txt', size: 1, mtime_ms: 1, special: false };
    const files = Array.from({ length: 200_000 }, () => file);
    const parts = [partOf('new'), { ...partOf('other'), tracks: [], extras: files }];
    const { toCreate } = planOf(batch, { parts, loose: files }, { library: { albums: [] }, candidates: [], now: 0 });
    expect(toCreate.map(({ extras }) => extras.length)).toEqual([400_000]);
  });

  it('and is found by the same files in another order', () => {
    const albums = Array.from({ length: 9 }, (_, n) => albumOf(n));
    const part = partOf('7');
    part.tracks.reverse();
    expect(planFor(albums, [part]).duplicates).toMatchObject([{ of: { oid: 8 }, again: null }]);
    part.tracks.pop();
    expect(planFor(albums, [part]).duplicates).toEqual([]);
    part.tracks.push(part.tracks[0]!);
    expect(planFor(albums, [part]).duplicates).toEqual([]);
  });
});
