/** Files that join an album: late tracks of a copy that went on, uploads to an album, a late cover. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { orderAlbum } from '../audio/album/order.js';
import { probe, type AudioFacts } from '../audio/probe.js';
import { badFields, TonstiftError } from '../base/errors.js';
import { inFolder } from '../base/files/held-folder.js';
import { withSeen } from '../base/files/seen-file.js';
import { unlessGone, type FoundFile } from '../base/files/walk.js';
import { coverFileName } from '../library/cover.js';
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

/** What comes to an album. */
export interface Joining {
  batch: Batch;
  files: Pick<Part, 'name' | 'tracks' | 'pictures' | 'extras' | 'shared'>;
  covers: Covers;
  /** ZIPs that go with it. */
  zips: readonly UnpackedZip[];
}

export type Joined = Pick<ImportOutcome, 'albums' | 'known' | 'duplicates'>;

/**
 * Adds a batch to an album, whose folder nobody else may be changing. Tracks come in the order of the tags of
 * all, or at the end where someone has put the album in order by hand. With `refuseDuplicates` tracks that the
 * album holds already are left where they are; a batch of nothing else is a duplicate.
 * Throws as `importBatch`; `bad_field` where the album would have more than 99 tracks.
 */
export async function joinAlbum(folder: string, batch: Batch, context: ImportContext): Promise<ImportOutcome> {
  // Before all is read for nothing.
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
  // What it waits for is noted in the one place that this import needs, too.
  if (album.pending !== null) throw notEnded(album);
  return album;
}

/** The same of what was looked at. @returns null where nothing of it is anything for an album */
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

/** One that a person has chosen stays, and any but a picture of its own. */
async function coverFor(album: AlbumRecord, files: Joining['files'], covers: Covers): Promise<ChosenCover | null> {
  if (album.cover_kind === 'chosen') return null;
  return (await covers.ofPictures(files.pictures)) ?? (album.cover === null ? await covers.ofRest(files) : null);
}

interface Coming extends Joining {
  tracks: readonly InspectedTrack[];
  extras: readonly FoundFile[];
  cover: ChosenCover | null;
}

/** Stages all that comes, and writes the album's record. */
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

/** @returns their records, without numbers, by path */
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

/** File names in the album's folder, and in that of its extras. */
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

/** The album's tracks with the new ones among them; reads the tags of the old ones again. */
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
