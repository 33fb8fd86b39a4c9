/** Folders that belong to no album, and become some: by the facts in them, or else by the tags of their tracks. */
import { lstat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { commonTitle, orderAlbum } from '../audio/album/order.js';
import { probe } from '../audio/probe.js';
import { unlessGone } from '../base/files/walk.js';
import { coverFileName } from './cover.js';
import type { Library } from './library.js';
import { substitutes } from './records/schema.js';
import { folderState, rescannedTracks } from './rescan.js';
import type { AlbumRecord } from './types.js';

/** @returns the new album; undefined where there is no track in the folder that can be read */
export async function adopt(library: Library, folder: string, now: number): Promise<AlbumRecord | undefined> {
  const blank = { ...substitutes(folder), folder, tracks: [], files: [], failures: [] } as unknown as AlbumRecord;
  const home = library.folderOf(blank);
  const state = await folderState(library, blank);
  const { tracks } = state === null ? { tracks: [] } : await rescannedTracks(blank, state, library);
  if (tracks.length === 0) return undefined;
  const known = [];
  for (const { filename } of tracks) known.push({ relativePath: filename, facts: await probe(join(home, filename)) });
  const { title, artist, year } = orderAlbum(known);
  const cover = await lstat(join(home, coverFileName)).catch(unlessGone(null));
  const oid = library.freeOid();
  const album: AlbumRecord = {
    ...blank,
    oid,
    album_title: title ?? (blank.album_title || commonTitle(tracks.map(({ filename }) => basename(filename)))),
    album_artist: artist ?? '',
    album_year: year ?? null,
    cover: cover?.isFile() === true ? coverFileName : null,
    cover_kind: cover?.isFile() === true ? 'picture' : null,
    tracks,
    added_at: now,
    changed_at: now,
  };
  await library.change((data) => ({ ...data, albums: [...data.albums, album] }));
  return album;
}
