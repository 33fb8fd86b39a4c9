/**
 * Pictures of single tracks, for children who cannot read. Each lies in the album's folder, beside the cover, under a
 * name that is made of its content: the record names it when it is there, and one that no record names goes with the
 * next change of one in that album.
 */
import { createHash } from 'node:crypto';
import { readdir, unlink } from 'node:fs/promises';
import type { HeldFolder } from '../base/files/held-folder.js';
import { unlessGone } from '../base/files/walk.js';
import type { AlbumRecord, TrackRecord } from './types.js';

/** Pixels on the longer side: sharp on paper up to 40 mm, and a hundred of them are no burden for a sheet. */
export const trackPictureSide = 480;

const ownName = /^picture-([0-9a-f]{16})\.jpg$/;

export const trackPictureName = (jpeg: Uint8Array): string =>
  `picture-${createHash('sha256').update(jpeg).digest('hex').slice(0, 16)}.jpg`;

/** What the name says of the content; null for a name that is none of ours. */
export const digestOfPicture = (name: string): string | null => ownName.exec(name)?.[1] ?? null;

/** The album with another picture of a track, or without one. Pure. */
export const withTrackPicture = (album: AlbumRecord, id: number, picture: TrackRecord['picture']): AlbumRecord => ({
  ...album,
  tracks: album.tracks.map((track) => (track.id === id ? { ...track, picture } : track)),
});

/** Removes those that no track has. @param home the album's folder, in which nobody else changes anything */
export async function tidyTrackPictures(home: HeldFolder, { tracks }: AlbumRecord): Promise<void> {
  const named = new Set(tracks.map(({ picture }) => picture));
  for (const name of await readdir(home.at('')))
    if (digestOfPicture(name) !== null && !named.has(name)) await unlink(home.at(name)).catch(unlessGone(undefined));
}
