/** Adds files to an album: late tracks of a copy, uploads to an album, a late cover. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { orderAlbum } from '../audio/album/order.js';
import { probe, type AudioFacts } from '../audio/probe.js';
import { badFields, TonstiftError } from '../base/errors.js';
import { inFolder } from '../base/files/held-folder.js';
import { withSeen } from '../base/files/seen-file.js';
import { unlessGone, type FoundFile } from '../base/files/walk.js';
import { coverFileName } from '../library/pictures/cover.js';
import { renumber } from '../library/edit.js';
import type { AlbumRecord, TrackRecord } from '../library/types.js';
import { mostTracks, notEnded, nothingReadable, rootsOf, withInspected } from './batch.js';
import { coversOf, type ChosenCover, type Covers } from './choose-cover.js';
import { completeImport } from './complete.js';
import { sourcesOf, trackRecord } from './drafts.js';
import type { UnpackedZip } from './inspect.js';
import type { Part } from './parts.js';
import { filesOf } from './plan.js';
import { extrasFolder, openStage, type Stage } from './stage.js';
import { staged, trackPictures } from './track-pictures.js';
import type { Batch, ImportContext, ImportOutcome, InspectedTrack } from './types.js';
import { say } from '../base/language/sentence.js';

/** Files to add to an album. */
export interface Joining {
  batch: Batch;
  files: Pick<Part, 'name' | 'tracks' | 'pictures' | 'extras' | 'shared'>;
  covers: Covers;
  /** ZIPs to remove with them. */
  zips: readonly UnpackedZip[];
}

export type Joined = Pick<ImportOutcome, 'albums' | 'known' | 'duplicates'>;

/**
 * Adds a batch to an album; no other job may change its folder. Tracks are sorted by tags with the existing ones, or
 * appended if a user has ordered the album. With `refuseDuplicates`, tracks that the album already has are skipped; a
 * batch with no others is a duplicate.
 * Same errors as `importBatch`; `bad_field` if the album would have more than 99 tracks.
 */
export async function joinAlbum(folder: string, batch: Batch, context: ImportContext): Promise<ImportOutcome> {
  // Checks first, before reading all files.
  joinable(folder, context);
  return withInspected(batch, context, async ({ tracks, pictures, extras, rejected, unpacked }) => {
    const files = { name: batch.name, tracks, pictures, extras, shared: [] };
    const joining: Joining = { batch, files, covers: coversOf(rejected, context.signal), zips: unpacked };
    const joined = await joinFiles(folder, joining, context);
    if (joined === null) throw nothingReadable(batch, rejected);
    return { ...joined, rejected, joined: joined.albums };
  });
}

function joinable(folder: string, { library }: ImportContext): AlbumRecord {
  const album = library.inFolder(folder);
  if (album === undefined) throw new TonstiftError('not_now', say('error.album_removed'));
  // `pending` has room for one import only, so this one must wait for the earlier one.
  if (album.pending !== null) throw notEnded(album);
  return album;
}

/**
 * Adds inspected files.
 * @returns null if no file is useful for an album
 */
export async function joinFiles(folder: string, joining: Joining, context: ImportContext): Promise<Joined | null> {
  const album = joinable(folder, context);
  const { batch, files, covers } = joining;
  const held = new Set(batch.refuseDuplicates ? album.tracks.map(({ sha256 }) => sha256) : []);
  const isHeld = ({ sha256 }: InspectedTrack): boolean => held.has(sha256);
  const tracks = files.tracks.filter((track) => !isHeld(track));
  const known = files.tracks.filter(isHeld).map((track) => track.relativePath);
  if (tracks.length === 0 && known.length > 0) {
    return { albums: [], known: [], duplicates: [{ of: album, name: files.name, left: filesOf(files) }] };
  }
  const number = album.tracks.length + tracks.length;
  if (number > mostTracks) {
    throw badFields({
      files: say('wrong.too_many_tracks', { number, most: mostTracks }),
    });
  }
  const cover = await coverFor(album, { ...files, tracks }, covers);
  const extras = batch.origin.kind === 'inbox' ? [...files.pictures, ...files.extras] : [];
  if (tracks.length === 0 && cover === null && extras.length === 0) return null;
  await record(album, { ...joining, tracks, extras, cover }, context);
  const joined = context.library.inFolder(folder);
  if (joined !== undefined) await completeImport(context.library, joined, { log: context.log, given: rootsOf(batch) });
  return { albums: [context.library.inFolder(folder) ?? album], known, duplicates: [] };
}

/** Keeps a cover that the user has chosen. Otherwise only the batch's own picture replaces an existing cover. */
async function coverFor(album: AlbumRecord, files: Joining['files'], covers: Covers): Promise<ChosenCover | null> {
  if (album.cover_kind === 'chosen') return null;
  return (await covers.ofPictures(files.pictures)) ?? (album.cover === null ? await covers.ofRest(files) : null);
}

interface Coming extends Joining {
  tracks: readonly InspectedTrack[];
  extras: readonly FoundFile[];
  cover: ChosenCover | null;
}

/** Stages all new files and writes the album's record. */
async function record(album: AlbumRecord, coming: Coming, context: ImportContext): Promise<void> {
  const { library } = context;
  const { batch, tracks, extras, cover, zips } = coming;
  const stage = await openStage(library, batch.giveAway, await namesIn(album, context));
  try {
    const added = await stageTracks(stage, tracks, context);
    for (const extra of extras) await stage.addExtra(extra);
    if (cover !== null) await stage.addCover(cover.jpeg);
    await stage.seal();
    const order = await orderWith(album, tracks, added, context);
    const now = context.now();
    await library.changeAlbum(album.folder, (current) => ({
      ...current,
      tracks: order(current),
      changed_at: added.size > 0 ? now : current.changed_at,
      cover: cover === null ? current.cover : coverFileName,
      cover_kind: cover === null ? current.cover_kind : cover.kind,
      origin: batch.origin.kind === 'inbox' ? { ...current.origin, ...batch.origin, at: now } : current.origin,
      pending: {
        staging: stage.name,
        sources: batch.giveAway ? sourcesOf(batch, [...tracks, ...extras, ...zips]) : [],
        copies: [...stage.copies],
      },
    }));
  } catch (error) {
    await stage.discard();
    throw error;
  } finally {
    await stage.close();
  }
}

/** @returns records without numbers, by path */
async function stageTracks(
  stage: Stage,
  tracks: readonly InspectedTrack[],
  { library, signal }: ImportContext,
): Promise<Map<string, TrackRecord>> {
  const added = new Map<string, TrackRecord>();
  const pictures = trackPictures(tracks, signal);
  for (const track of orderAlbum(tracks).tracks) {
    const file = await staged(stage, track, pictures);
    added.set(track.path, trackRecord(track, 0, file, library.freeTrackId()));
  }
  return added;
}

/** Returns the file names in the album's folder and in its folder of extras. */
async function namesIn({ folder }: AlbumRecord, { library }: ImportContext): Promise<string[]> {
  const names = (path: string): Promise<string[]> =>
    inFolder(library.path, path, (held) => readdir(held.at(''))).catch(unlessGone([]));
  return [...(await names(`albums/${folder}`)), ...(await names(`albums/${folder}/${extrasFolder}`))];
}

function factsOf(album: AlbumRecord, { filename, size }: TrackRecord, context: ImportContext): Promise<AudioFacts> {
  const { library, signal } = context;
  const path = join(library.folderOf(album), filename);
  return withSeen({ root: library.path, path, relativePath: filename, size }, (seen) => probe(seen, { signal }));
}

/** Sorts the new tracks into the album; reads the tags of the existing ones again. */
async function orderWith(
  album: AlbumRecord,
  tracks: readonly InspectedTrack[],
  added: ReadonlyMap<string, TrackRecord>,
  context: ImportContext,
): Promise<(current: AlbumRecord) => TrackRecord[]> {
  const atTheEnd = (current: AlbumRecord): TrackRecord[] => renumber([...current.tracks, ...added.values()]);
  if (album.order_edited || added.size === 0) return atTheEnd;
  const old: { relativePath: string; facts: AudioFacts; record: TrackRecord }[] = [];
  for (const record of album.tracks) {
    const facts = await factsOf(album, record, context).catch(() => null);
    if (facts === null) return atTheEnd;
    old.push({ relativePath: record.source_path, facts, record });
  }
  const fresh = tracks.flatMap(({ path, relativePath, facts }) => {
    const record = added.get(path);
    return record === undefined ? [] : [{ relativePath, facts, record }];
  });
  const ids = orderAlbum([...old, ...fresh]).tracks.map(({ record }) => record.id);
  return (current) => {
    const all = new Map([...current.tracks, ...added.values()].map((track) => [track.id, track]));
    return renumber(ids.flatMap((id) => all.get(id) ?? []));
  };
}
