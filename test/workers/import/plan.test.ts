/** Which parts of a batch are added to an album, and which become new ones. */
import { describe, expect, it } from '@jest/globals';
import type { Part } from '../../../workers/import/divide.js';
import { planOf } from '../../../workers/import/plan.js';
import type { Batch, Continues, InspectedTrack } from '../../../workers/import/types.js';
import { anAlbum, aTrack } from '../../support/records.js';

const tracks = Array.from({ length: 98 }, (_, n) => aTrack(n + 1));
const album = anAlbum(920, {
  tracks,
  origin: { kind: 'inbox', source: null, folder_identity: null, album_tag: 'Sea', at: 0 },
});

/** A batch of tracks with these hashes for the album with 98 tracks. */
function plan(continues: Continues, hashes: readonly string[]): string {
  const facts = { title: undefined, album: 'Sea', artist: undefined, albumArtist: undefined, year: null };
  const more = { trackText: undefined, disc: null, genre: undefined };
  const part: Part = {
    ...{ name: 'Sea', isMixed: false, pictures: [], extras: [], shared: [], candidates: [album] },
    tracks: hashes.map(
      (sha256) =>
        ({ sha256, relativePath: `${sha256}.mp3`, facts: { ...facts, ...more } }) as unknown as InspectedTrack,
    ),
  };
  const batch: Batch = {
    ...{ name: 'Sea', files: [], giveAway: true, refuseDuplicates: true, continues },
    origin: { kind: 'inbox', source: null, folder_identity: null },
  };
  const existing = { library: { albums: [album] }, candidates: [album], now: 0 };
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
