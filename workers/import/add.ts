/** Adds files to an album: late tracks of a copy, uploads to an album, a late cover. */
import { readdir } from 'node:fs/promises';
import { orderAlbum } from '../audio/album/order.js';
import { badFields, TonstiftError } from '../base/errors.js';
import { inFolder } from '../base/files/held-folder.js';
import { unlessGone } from '../base/files/walk.js';
import { say } from '../base/language/sentence.js';
import { coverFileName } from '../library/pictures/cover.js';
import { renumber } from '../library/edit.js';
import type { Library } from '../library/library.js';
import { isGone } from '../library/rescan.js';
import type { AlbumRecord, TrackRecord } from '../library/types.js';
import type { ChosenCover, Covers } from './choose-cover.js';
import { notEnded, tracksGone } from './complete.js';
import { copyFiles, finish, sourcesOf, type InspectedBatch, type OrderedTrack } from './copy.js';
import { extrasOf, type Part } from './divide.js';
import type { UnpackedZip } from './inspect/inspect.js';
import { duplicate, skippedFor } from './plan.js';
import { readTracks } from './read-tracks.js';
import { extrasFolder, removeStages, type AlbumNames } from './stage.js';
import { trackPictures } from './track-pictures.js';
import type { Batch, ImportContext, ImportOutcome, InspectedTrack, Joined } from './types.js';
import { mostTracks } from './types.js';

interface Added extends Pick<ImportOutcome, 'known' | 'duplicates'> {
  joined: Omit<Joined, 'why'>[];
}

/** @throws TonstiftError `not_now` if it was deleted, or if another import into it is not complete */
export function albumToAddTo(folder: string, library: Library): AlbumRecord {
  const album = library.inFolder(folder);
  if (album === undefined) throw new TonstiftError('not_now', say('error.album_removed'));
  // `pending` has room for one import only, so this one must wait for the earlier one.
  if (album.pending !== null) throw notEnded(album);
  return album;
}

/**
 * Adds a part to an album; no other job may change its folder. Tracks are sorted by tags with the existing ones. They
 * are appended if a user or a playlist has ordered the album, or if its sheet is printed: a printed field keeps its
 * track. Tracks that the album already has are skipped (see `skippedFor`); a part with no others is a duplicate.
 * @returns null if no file is useful for an album
 * @throws TonstiftError `not_now`; `bad_field` if the album would have more than 99 tracks
 */
export async function addToAlbum(
  folder: string,
  part: Part,
  files: InspectedBatch,
  context: ImportContext,
): Promise<Added | null> {
  const album = albumToAddTo(folder, context.library);
  const { batch, covers } = files;
  const held = skippedFor(album, batch);
  const isHeld = ({ sha256 }: InspectedTrack): boolean => held.has(sha256);
  const tracks = part.tracks.filter((track) => !isHeld(track));
  const known = part.tracks.filter(isHeld).map((track) => track.relativePath);
  if (tracks.length === 0 && known.length > 0)
    return { joined: [], known: [], duplicates: [duplicate({ of: album, again: null }, part, batch)] };
  const number = album.tracks.length + tracks.length;
  if (number > mostTracks) throw badFields({ files: say('wrong.too_many_tracks', { number, most: mostTracks }) });
  if (tracks.length > 0 && (await isGone(context.library, album))) throw tracksGone(album);
  const cover = await coverFor(album, { ...part, tracks }, covers);
  const extras = extrasOf({ ...part, tracks }, batch);
  if (tracks.length === 0 && cover === null && extras.length === 0) return null;
  const given = { batch, zips: files.zips(known) };
  const ids = new Set(await copyAndCommit(album, { tracks, extras, cover }, given, context));
  // 6. Finish.
  const now = await finish(context.library.inFolder(folder) ?? album, batch, context);
  const added = now.tracks.filter(({ id }) => ids.has(id));
  return { joined: [{ album: now, tracks: added, isAtEnd: isPrinted(now) }], known, duplicates: [] };
}

/** Keeps a cover that the user has chosen. Otherwise only the batch's own picture of a front replaces a cover. */
async function coverFor(album: AlbumRecord, part: Part, covers: Covers): Promise<ChosenCover | null> {
  if (album.cover_kind === 'chosen') return null;
  return album.cover === null ? covers.of(part) : covers.better(part.pictures);
}

/** A sheet with any of its numbers is on paper. */
const isPrinted = ({ printed }: AlbumRecord): boolean => printed.length > 0;

/**
 * Copies the new files and writes the album's record.
 * @returns the ids of the new tracks
 */
async function copyAndCommit(
  album: AlbumRecord,
  { tracks, extras, cover }: Pick<Part, 'tracks' | 'extras'> & { cover: ChosenCover | null },
  { batch, zips }: { batch: Batch; zips: readonly UnpackedZip[] },
  context: ImportContext,
): Promise<number[]> {
  const { library, signal } = context;
  // 4. Copy.
  const ordered = orderAlbum(tracks).tracks;
  const taken = await namesIn(album, context);
  const added = await copyFiles(
    { tracks: ordered, pictureOf: trackPictures(tracks, signal), cover, extras, taken },
    batch,
    context,
  );
  added.pending.sources.push(...sourcesOf(batch, zips));
  try {
    const order = await orderWith(album, ordered, added.tracks, context);
    // 5. Commit.
    const now = context.now();
    await library.changeAlbum(album.folder, (current) => ({
      ...current,
      tracks: order(current),
      changed_at: added.tracks.length > 0 ? now : current.changed_at,
      cover: cover === null ? current.cover : coverFileName,
      cover_kind: cover === null ? current.cover_kind : cover.kind,
      // The origin of an upload has the key by which its client may send it again.
      origin:
        batch.origin.kind === 'inbox' && current.origin.kind === 'inbox'
          ? { ...current.origin, ...batch.origin, at: now }
          : current.origin,
      pending: added.pending,
    }));
    return added.tracks.map(({ id }) => id);
  } catch (error) {
    await removeStages(library, [added.pending.staging]);
    throw error;
  }
}

export async function namesIn({ folder }: AlbumRecord, { library }: ImportContext): Promise<AlbumNames> {
  const names = (path: string): Promise<string[]> =>
    inFolder(library.path, path, (held) => readdir(held.at(''))).catch(unlessGone([]));
  return { names: await names(`albums/${folder}`), extras: await names(`albums/${folder}/${extrasFolder}`) };
}

/** Sorts the new tracks into the album; reads the tags of the existing ones again. */
async function orderWith(
  album: AlbumRecord,
  tracks: readonly OrderedTrack[],
  added: readonly TrackRecord[],
  context: ImportContext,
): Promise<(current: AlbumRecord) => TrackRecord[]> {
  const atTheEnd = (current: AlbumRecord): TrackRecord[] => renumber([...current.tracks, ...added]);
  if (album.order_edited || isPrinted(album) || added.length === 0) return atTheEnd;
  const read = await readTracks(album, context);
  const old = album.tracks.flatMap((record) => {
    const track = read.get(record.id);
    return track === undefined ? [] : [{ ...track, record }];
  });
  // The present order may be that of a playlist, which is known at the first import only.
  const hasOther = orderAlbum(old).tracks.some(({ record }, at) => record !== album.tracks[at]);
  if (hasOther) return atTheEnd;
  // A playlist of the new tracks says nothing about the existing ones.
  const fresh = added.map((record, n) => ({ ...(tracks[n] as OrderedTrack), listed: null, record }));
  const ids = orderAlbum([...old, ...fresh]).tracks.map(({ record }) => record.id);
  return (current) => {
    if (isPrinted(current)) return atTheEnd(current);
    const all = new Map([...current.tracks, ...added].map((track) => [track.id, track]));
    return renumber(ids.flatMap((id) => all.get(id) ?? []));
  };
}
