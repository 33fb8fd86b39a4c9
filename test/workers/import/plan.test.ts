/** Which parts of a batch are added to an album, and which become new ones. */
import { describe, expect, it } from '@jest/globals';
import { noTags } from '../../../workers/audio/formats/facts.js';
import type { Part } from '../../../workers/import/divide.js';
import { planOf } from '../../../workers/import/plan.js';
import type { Batch, Continues, InspectedTrack } from '../../../workers/import/types.js';
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
