/** Copies the files of a part to a folder in `staging`, for a new album or an existing one. */
import type { OrderedAlbum } from '../audio/album/order.js';
import { isZipName } from '../base/files/names.js';
import type { FoundFile } from '../base/files/walk.js';
import { soundOf } from '../library/rescan.js';
import type { AlbumRecord, PendingImport, TrackRecord } from '../library/types.js';
import type { ChosenCover, Covers } from './choose-cover.js';
import { completeImport } from './complete.js';
import type { UnpackedZip } from './inspect/inspect.js';
import { openStage, removeStages, type AlbumNames } from './stage.js';
import type { TrackPictures } from './track-pictures.js';
import type { Batch, ImportContext, InspectedTrack } from './types.js';

/** The data that all parts of a batch share. */
export interface InspectedBatch {
  batch: Batch;
  covers: Covers;
  /** Returns the ZIPs to remove with the last album, which skips these files. */
  zips: (skipped: readonly string[]) => UnpackedZip[];
}

export type OrderedTrack = OrderedAlbum<InspectedTrack>['tracks'][number];

interface Files {
  /** In the album's order. */
  tracks: readonly OrderedTrack[];
  pictureOf: TrackPictures;
  cover: ChosenCover | null;
  extras: readonly FoundFile[];
  /** File names that the album already has. */
  taken?: AlbumNames;
}

export interface Copied {
  /** In the order of the tracks. */
  tracks: TrackRecord[];
  pending: PendingImport & { staging: string };
}

/** On return, all copies are on the disk. If it fails, it removes them. */
export async function copyFiles(
  { tracks, pictureOf, cover, extras, taken }: Files,
  batch: Pick<Batch, 'files' | 'giveAway'>,
  { library }: ImportContext,
): Promise<Copied> {
  const stage = await openStage(library, batch.giveAway, taken);
  try {
    const records: TrackRecord[] = [];
    for (const track of tracks) {
      const file = await stage.addTrack(track);
      const jpeg = await pictureOf(track);
      const picture = jpeg && (await stage.addPicture(jpeg));
      records.push(trackRecord(track, { id: library.freeTrackId(), ...file, picture }));
    }
    if (cover !== null) await stage.addCover(cover.jpeg);
    for (const extra of extras) await stage.addExtra(extra);
    await stage.seal();
    const sources = sourcesOf(batch, [...tracks, ...extras]);
    return { tracks: records, pending: { staging: stage.name, sources, copies: [...stage.copies] } };
  } catch (error) {
    await removeStages(library, [stage.name]);
    throw error;
  } finally {
    await stage.close();
  }
}

const trackRecord = (
  track: OrderedTrack,
  copy: Pick<TrackRecord, 'id' | 'filename' | 'size' | 'mtime_ms' | 'picture'>,
): TrackRecord => ({
  ...copy,
  track_number: track.track_number,
  track_title: track.track_title,
  source_path: track.relativePath,
  artist: track.artist,
  disc: track.disc,
  genre: track.genre,
  sha256: track.sha256,
  ...soundOf(track.facts),
});

/** Returns the sources that the inbox gives away: copied files, and ZIPs, which have no own copy. */
export function sourcesOf(
  { files, giveAway }: Pick<Batch, 'files' | 'giveAway'>,
  copied: readonly (Omit<FoundFile, 'special'> | UnpackedZip)[],
): PendingImport['sources'] {
  const own = new Set(giveAway ? files.map((file) => file.path) : []);
  return copied
    .filter((file) => own.has(file.path))
    .map((file) => {
      const { path, size, mtime_ms, identity } = file;
      // A track uses the hash of its copy.
      const sha256 = isZipName(file.relativePath) && 'sha256' in file ? { sha256: file.sha256 } : {};
      return { path, size, mtime_ms, identity, ...sha256 };
    });
}

/** Moves the copies of a recorded album to its folder, and removes their sources. */
export async function finish(
  album: AlbumRecord,
  { files }: Pick<Batch, 'files'>,
  { library, log }: ImportContext,
): Promise<AlbumRecord> {
  await completeImport(library, album, { log, given: [...new Set(files.map(({ root }) => root))] });
  return library.inFolder(album.folder) ?? album;
}
