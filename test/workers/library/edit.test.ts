import { describe, expect, it } from '@jest/globals';
import { editAlbum } from '../../../workers/library/edit.js';
import { fingerprintOf } from '../../../workers/library/fingerprint.js';
import type { AlbumRecord } from '../../../workers/library/types.js';
import { anAlbum } from '../../support/records.js';

const none: AlbumRecord[] = [];
const target = { language: 'GERMAN', format: 'mp3' } as const;

describe('editAlbum', () => {
  it('changes only what is given, and the time of change with it', () => {
    const album = anAlbum(920);
    const edited = editAlbum(album, { album_title: 'New' }, none, 5);
    expect(edited).toEqual({ ...album, album_title: 'New', changed_at: 5 });
  });

  it('is no change where everything stays as it is', () => {
    const album = anAlbum(920);
    expect(editAlbum(album, { album_title: album.album_title, on_pens: 'none' }, none, 5).changed_at).toBe(0);
  });

  it('moves a track to its new number and lets the others close up', () => {
    const order = (tracks: { id: number; track_number?: number }[]): number[] =>
      editAlbum(anAlbum(920), { tracks }, none, 5).tracks.map((track) => track.id);
    expect(order([{ id: 1, track_number: 2 }])).toEqual([2, 1, 3]);
    expect(order([{ id: 3, track_number: 1 }])).toEqual([3, 1, 2]);
    expect(
      order([
        { id: 1, track_number: 3 },
        { id: 3, track_number: 1 },
      ]),
    ).toEqual([3, 2, 1]);
    expect(
      editAlbum(anAlbum(920), { tracks: [{ id: 3, track_number: 1 }] }, none, 5).tracks.map(
        (track) => track.track_number,
      ),
    ).toEqual([1, 2, 3]);
  });

  it.each([
    [{ oid: 921 }, 'conflict'],
    [{ oid: 0 }, 'bad_field'],
    [{ oid: 993 }, 'bad_field'],
    [{ tracks: [{ id: 9 }] }, 'track_not_found'],
    [{ tracks: [{ id: 1, track_number: 4 }] }, 'bad_field'],
    [
      {
        tracks: [
          { id: 1, track_number: 2 },
          { id: 2, track_number: 2 },
        ],
      },
      'bad_field',
    ],
    [{ tracks: [{ id: 1 }, { id: 1 }] }, 'bad_field'],
  ])('refuses %j with %s', (edit, code) => {
    expect(() => editAlbum(anAlbum(920), edit, [anAlbum(921)], 5)).toThrow(expect.objectContaining({ code }));
  });
});

describe('fingerprintOf', () => {
  const album = anAlbum(920);
  const before = fingerprintOf(album, target);

  it('is the same for the same album, wherever it is copied', () => {
    expect(fingerprintOf({ ...album, on_pens: 'none', cover: 'cover.jpg' }, target)).toBe(before);
  });

  it.each([
    ['title', { album_title: 'x' }],
    ['oid', { oid: 921 }],
    ['mode', { player_mode: 'tiptoi' as const }],
    ['day of the last change', { changed_at: 86_400_000 }],
    ['tracks', { tracks: album.tracks.slice(1) }],
    ['a file', { tracks: album.tracks.map((track) => ({ ...track, sha256: 'other' })) }],
  ])('is another for another %s', (_what, change) => {
    expect(fingerprintOf({ ...album, ...change }, target)).not.toBe(before);
  });

  it('is another for another language or format', () => {
    expect(fingerprintOf(album, { ...target, language: 'FRENCH' })).not.toBe(before);
    expect(fingerprintOf(album, { ...target, format: 'ogg' })).not.toBe(before);
  });
});
