/**
 * Pictures of single tracks, for children who cannot read. Each is in the album's folder, next to the cover, and is
 * named after its content. The record names it once it exists. A picture that no record names is deleted when the
 * next picture of that album changes.
 */
import { createHash } from 'node:crypto';
import { readdir, unlink } from 'node:fs/promises';
import type { HeldFolder } from '../../base/files/held-folder.js';
import { unlessGone } from '../../base/files/walk.js';
import type { AlbumRecord, TrackRecord } from '../types.js';

/** Pixels on the longer side: sharp on paper up to 40 mm, and small enough for a sheet with a hundred of them. */
export const trackPictureSide = 480;

const ownName = /^picture-([0-9a-f]{16})\.jpg$/;

export const trackPictureName = (jpeg: Uint8Array): string =>
  `picture-${createHash('sha256').update(jpeg).digest('hex').slice(0, 16)}.jpg`;

/** Returns the digest in the name; null if the name is not ours. */
export const digestOfPicture = (name: string): string | null => ownName.exec(name)?.[1] ?? null;

/** Returns the album with another picture for a track, or without one. Pure. */
export const withTrackPicture = (album: AlbumRecord, id: number, picture: TrackRecord['picture']): AlbumRecord => ({
  ...album,
  tracks: album.tracks.map((track) => (track.id === id ? { ...track, picture } : track)),
});

/** Removes pictures that no track has. @param home the album's folder; no other task may change it meanwhile */
export async function tidyTrackPictures(home: HeldFolder, { tracks }: AlbumRecord): Promise<void> {
  const named = new Set(tracks.map(({ picture }) => picture));
  for (const name of await readdir(home.at('')))
    if (digestOfPicture(name) !== null && !named.has(name)) await unlink(home.at(name)).catch(unlessGone(undefined));
}
