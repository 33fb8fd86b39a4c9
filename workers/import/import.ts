/** A batch of files becomes an album: read, staged, recorded, and only then taken from where it was. */
import { randomUUID } from 'node:crypto';
import { orderAlbum, splitAlbum } from '../audio/album/order.js';
import { TonstiftError } from '../base/errors.js';
import { removeTree } from '../base/files/remove-tree.js';
import { refuseWritten } from '../base/files/writers.js';
import type { AlbumRecord, Rejected, TrackRecord } from '../library/types.js';
import { coverOfPictures, coverOfSeen, coverOfTracks, type ChosenCover } from './choose-cover.js';
import { completeImport } from './complete.js';
import { albumsOf, sourcesOf, trackRecord, type Draft } from './drafts.js';
import { inspect, type Inspected } from './inspect.js';
import { openStage, type Stage } from './stage.js';
import { staged, trackPictures } from './track-pictures.js';
import type { Batch, ImportContext, ImportOutcome, InspectedTrack } from './types.js';

/** The script table of a GME holds no more (docs/gme.md, "Limits of the pen"). */
export const mostTracks = 99;

/**
 * Imports a batch as one album, or as several where it has more than 99 tracks.
 * Throws TonstiftError: `unreadable_audio` when no file can be read (`fields` names each), `bad_field` for a wrong
 * `cover`, `not_now` while files still change, `no_space`, `no_free_oid`. Nothing is kept then.
 */
export async function importBatch(batch: Batch, context: ImportContext): Promise<ImportOutcome> {
  const named: ChosenCover | null =
    batch.cover === undefined
      ? null
      : { jpeg: await coverOfSeen(batch.cover, { signal: context.signal }), kind: 'chosen' };
  return withInspected(batch, context, async (inspected) => {
    const { tracks, rejected } = inspected;
    if (tracks.length === 0) throw nothingReadable(batch, rejected);
    const known = duplicateOf(tracks, context);
    // Of a library that is there: what is set aside as a duplicate must be one.
    await context.library.verify();
    if (known !== null && batch.refuseDuplicates) {
      // Until then this may be the only whole one.
      if (known.pending !== null) throw notEnded(known);
      return { albums: [], rejected, known: [], duplicateOf: known };
    }
    const cover =
      named ??
      (await coverOfPictures(inspected.pictures, rejected, context.signal)) ??
      (await coverOfTracks(tracks, context.signal));
    const { completed } = await record(batch, inspected, cover, context);
    return { albums: await completed, rejected, known: [], duplicateOf: known };
  });
}

/** Looks at the files and hands them on; what ZIPs were unpacked into is gone afterwards. */
export async function withInspected<Result>(
  batch: Batch,
  context: ImportContext,
  work: (inspected: Inspected) => Promise<Result>,
): Promise<Result> {
  await context.library.verify();
  if (batch.giveAway) await refuseWritten(batch.files);
  return context.library.within('staging', async (staging) => {
    const name = `zip-${randomUUID()}`;
    const unpackInto = await staging.below(name, { make: true });
    try {
      return await work(await inspect(batch.files, unpackInto, context));
    } finally {
      await unpackInto.close();
      await removeTree(staging, name);
    }
  });
}

export const notEnded = ({ oid }: AlbumRecord): TonstiftError =>
  new TonstiftError('not_now', `The import of album ${oid} has not ended yet.`);

/** Folders that the files of a batch were looked for in. */
export const rootsOf = ({ files }: Batch): string[] => [...new Set(files.map(({ root }) => root))];

export function nothingReadable(batch: Pick<Batch, 'name'>, rejected: readonly Rejected[]): TonstiftError {
  const what = batch.name === '' ? 'The upload' : JSON.stringify(batch.name);
  const why = rejected.map(({ filename, reason }) => `${filename}: ${reason}`).join('; ');
  return new TonstiftError(
    'unreadable_audio',
    why === ''
      ? `${what} holds no audio (mp3, ogg, opus, flac, m4a, aac, wav, wma or aiff).`
      : `${what} holds no audio that can be read. ${why}`,
    Object.fromEntries(rejected.map(({ filename, reason }) => [filename, reason])),
  );
}

const hashesOf = (tracks: readonly { sha256: string }[]): string =>
  tracks
    .map((track) => track.sha256)
    .sort()
    .join(' ');

/** The album whose tracks are exactly these, in whatever order; for many tracks the first of several such albums. */
function duplicateOf(tracks: readonly InspectedTrack[], { library }: ImportContext): AlbumRecord | null {
  const whole = hashesOf(tracks);
  const same = library.albums.find((album) => hashesOf(album.tracks) === whole);
  if (same !== undefined) return same;
  if (tracks.length <= mostTracks) return null;
  const parts = splitAlbum(orderAlbum([...tracks]).tracks, mostTracks).map((part) =>
    library.albums.find((album) => hashesOf(album.tracks) === hashesOf(part)),
  );
  return parts.every((album) => album !== undefined) ? (parts[0] ?? null) : null;
}

/** Stages all parts and writes their records at once. Nobody gets at the albums before they are completed. */
async function record(
  batch: Batch,
  inspected: Inspected,
  cover: ChosenCover | null,
  context: ImportContext,
): Promise<{ completed: Promise<AlbumRecord[]> }> {
  const { library } = context;
  const ordered = orderAlbum(inspected.tracks);
  const parts = splitAlbum(ordered.tracks, mostTracks);
  const stages: Stage[] = [];
  try {
    const drafts: Draft[] = [];
    const pictures = trackPictures(inspected.tracks, context.signal);
    for (const [n, tracks] of parts.entries()) {
      const stage = await openStage(library, batch.giveAway);
      stages.push(stage);
      const records: TrackRecord[] = [];
      for (const [at, track] of tracks.entries())
        records.push(trackRecord(track, at + 1, await staged(stage, track, pictures), library.freeTrackId()));
      if (cover !== null) await stage.addCover(cover.jpeg);
      const extras =
        n === 0 ? [...inspected.pictures, ...inspected.extras].filter((file) => file.path !== batch.cover?.path) : [];
      if (batch.origin.kind === 'inbox') for (const extra of extras) await stage.addExtra(extra);
      await stage.seal();
      const sources = batch.giveAway ? sourcesOf(batch, tracks, extras, n === parts.length - 1 ? inspected : null) : [];
      drafts.push({ staging: stage.name, tracks: records, cover: cover?.kind ?? null, sources, copies: stage.copies });
    }
    const known = batch.refuseDuplicates ? duplicateOf(inspected.tracks, context) : null;
    if (known !== null)
      throw new TonstiftError('not_now', `${batch.name} has just been imported as album ${known.oid}.`);
    const albums = albumsOf(batch, ordered, drafts, context);
    const recorded = library.change((data) => ({ ...data, albums: [...data.albums, ...albums] }));
    const completed = allEnded(
      albums.map((album) => context.alone(album, () => recorded.then(() => complete(album, batch, context)))),
    );
    completed.catch(() => undefined);
    await recorded;
    return { completed };
  } catch (error) {
    for (const stage of stages) await stage.discard();
    throw error;
  } finally {
    for (const stage of stages) await stage.close();
  }
}

async function complete(album: AlbumRecord, batch: Batch, { library, log }: ImportContext): Promise<AlbumRecord> {
  await completeImport(library, album, { log, given: rootsOf(batch) });
  return library.inFolder(album.folder) ?? album;
}

/** What all have come to, once the last of them has ended. Throws what the first of those that failed has thrown. */
async function allEnded<Result>(tasks: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(tasks);
  return Promise.all(tasks);
}
