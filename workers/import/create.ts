/** Creates new albums from parts: stages all of them, then records them in one change. */
import { orderAlbum, splitAlbum } from '../audio/album/order.js';
import { TonstiftError } from '../base/errors.js';
import type { AlbumRecord, TrackRecord } from '../library/types.js';
import { mostTracks, rootsOf } from './batch.js';
import type { Covers } from './choose-cover.js';
import { completeImport } from './complete.js';
import { albumsOf, sourcesOf, trackRecord, type Draft } from './drafts.js';
import { orderGiven } from './given.js';
import type { UnpackedZip } from './inspect.js';
import type { Part } from './parts.js';
import { duplicateOf } from './plan.js';
import { openStage, removeStages } from './stage.js';
import { staged as stagedTrack, trackPictures } from './track-pictures.js';
import type { Batch, ImportContext } from './types.js';
import { say } from '../base/language/sentence.js';

export interface Creation {
  batch: Batch;
  covers: Covers;
  /** ZIPs to remove with the last album. */
  zips: readonly UnpackedZip[];
}

/** @returns the albums of each part. Other jobs cannot access them before they are complete. */
export async function createAlbums(
  parts: readonly Part[],
  creation: Creation,
  context: ImportContext,
): Promise<Map<Part, AlbumRecord[]>> {
  const { completed } = await record(parts, creation, context);
  const albums = await completed;
  const found = new Map<Part, AlbumRecord[]>();
  for (const { part, album } of albums) found.set(part, [...(found.get(part) ?? []), album]);
  return found;
}

type Created = { part: Part; album: AlbumRecord }[];

async function record(
  parts: readonly Part[],
  creation: Creation,
  context: ImportContext,
): Promise<{ completed: Promise<Created> }> {
  const { batch, zips } = creation;
  const { library } = context;
  const staged: string[] = [];
  try {
    const drafts: Draft[] = [];
    for (const part of parts) drafts.push(...(await draftsOf(part, creation, { context, staged })));
    if (batch.giveAway) drafts.at(-1)?.sources.push(...sourcesOf(batch, zips));
    for (const part of batch.refuseDuplicates ? parts : []) {
      const known = duplicateOf(part.tracks, library);
      if (known !== null)
        throw new TonstiftError('not_now', say('error.just_imported', { name: batch.name, oid: known.oid }));
    }
    const albums = albumsOf(batch, drafts, context);
    const recorded = library.change((data) => ({ ...data, albums: [...data.albums, ...albums] }));
    const completed = allEnded(
      albums.map((album, n) =>
        context.alone(album, async () => {
          await recorded;
          await completeImport(library, album, { log: context.log, given: rootsOf(batch) });
          return { part: drafts[n]?.part as Part, album: library.inFolder(album.folder) ?? album };
        }),
      ),
    );
    completed.catch(() => undefined);
    await recorded;
    return { completed };
  } catch (error) {
    await removeStages(library, staged);
    throw error;
  }
}

interface Staging {
  context: ImportContext;
  /** Names in `staging`. */
  staged: string[];
}

/** Stages a part; the drafts keep no open folders. */
async function draftsOf(part: Part, { batch, covers }: Creation, { context, staged }: Staging): Promise<Draft[]> {
  const { library } = context;
  const cover = await covers.of(part);
  const ordered = batch.given === undefined ? orderAlbum(part.tracks) : orderGiven(batch.given, part.tracks);
  const pieces = splitAlbum(ordered.tracks, mostTracks);
  const pictures = trackPictures(part.tracks, context.signal);
  const drafts: Draft[] = [];
  for (const [n, tracks] of pieces.entries()) {
    const stage = await openStage(library, batch.giveAway);
    staged.push(stage.name);
    try {
      const records: TrackRecord[] = [];
      for (const [at, track] of tracks.entries())
        records.push(trackRecord(track, at + 1, await stagedTrack(stage, track, pictures), library.freeTrackId()));
      if (cover !== null) await stage.addCover(cover.jpeg);
      const others = n === 0 ? [...part.pictures, ...part.extras].filter(({ path }) => path !== batch.cover?.path) : [];
      const extras = batch.origin.kind === 'inbox' ? others : [];
      for (const extra of extras) await stage.addExtra(extra);
      await stage.seal();
      drafts.push({
        ...{ staging: stage.name, tracks: records, cover: cover?.kind ?? null, copies: stage.copies },
        ...{ part, ordered, piece: { at: n + 1, of: pieces.length } },
        sources: batch.giveAway ? sourcesOf(batch, [...tracks, ...extras]) : [],
      });
    } finally {
      await stage.close();
    }
  }
  return drafts;
}

/** Waits for all tasks, then returns the results or throws the first error. */
async function allEnded<Result>(tasks: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(tasks);
  return Promise.all(tasks);
}
