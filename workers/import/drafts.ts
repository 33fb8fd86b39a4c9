/** Converts staged files to records of the library. */
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { commonTitle, type OrderedAlbum } from '../audio/album/order.js';
import { cutToBytes, safeName } from '../base/files/names.js';
import type { FoundFile } from '../base/files/walk.js';
import { coverFileName } from '../library/pictures/cover.js';
import type { AlbumRecord, CopiedFile, PendingImport, TrackRecord } from '../library/types.js';
import { freeGiven } from './given.js';
import { isZipName, type Inspected, type UnpackedZip } from './inspect.js';
import type { Part } from './parts.js';
import type { Batch, ImportContext, InspectedTrack } from './types.js';

/** A staged album without an OID. */
export interface Draft {
  staging: string;
  tracks: TrackRecord[];
  cover: AlbumRecord['cover_kind'];
  sources: PendingImport['sources'];
  copies: readonly CopiedFile[];
  /** Album data of the part. */
  ordered: Omit<OrderedAlbum<InspectedTrack>, 'tracks'>;
  part: Part;
  /** If the part is too long for one album: the position of this piece and the number of pieces, from 1. */
  piece: { at: number; of: number };
}

/** Returns the sources that the inbox gives away: copied files, and ZIPs, which have no own copy. */
export function sourcesOf(
  batch: Batch,
  files: readonly (Omit<FoundFile, 'special'> | UnpackedZip)[],
): PendingImport['sources'] {
  const own = new Set(batch.files.map((file) => file.path));
  return files
    .filter((file) => own.has(file.path))
    .map((file) => {
      const { path, size, mtime_ms, identity } = file;
      // A track uses the hash of its copy.
      const sha256 = isZipName(file.relativePath) && 'sha256' in file ? { sha256: file.sha256 } : {};
      return { path, size, mtime_ms, identity, ...sha256 };
    });
}

/**
 * Returns ZIPs whose whole content was imported. They are removed with the last part.
 * @param left paths of files that were not imported
 */
export function takenZips({ unpacked, rejected }: Inspected, left: readonly string[]): UnpackedZip[] {
  const stays = [...rejected.map(({ filename }) => filename), ...left];
  return unpacked.filter(
    ({ relativePath: zip }) =>
      !stays.some((path) => path.startsWith(`${zip}/`) || path.startsWith(`${zip.replace(/\.zip$/i, '')}/`)),
  );
}

export function trackRecord(
  track: OrderedAlbum<InspectedTrack>['tracks'][number],
  number: number,
  staged: Pick<TrackRecord, 'filename' | 'size' | 'mtime_ms' | 'picture'>,
  id: number,
): TrackRecord {
  return {
    id,
    track_number: number,
    track_title: track.track_title,
    filename: staged.filename,
    source_path: track.relativePath,
    duration: track.facts.durationMs,
    artist: track.artist,
    disc: track.disc,
    genre: track.genre,
    codec: track.facts.codec,
    container: track.facts.container,
    sha256: track.sha256,
    size: staged.size,
    mtime_ms: staged.mtime_ms,
    picture: staged.picture,
  };
}

/** Converts a folder name to a title: one line, NFC. */
const plainName = (name: string): string | undefined =>
  name
    .normalize('NFC')
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .trim() || undefined;

/** Returns a unique folder name for an album. */
export const folderNameOf = (title: string): string =>
  `${cutToBytes(safeName(title, 'Album'), 120).trim()} [${randomUUID().slice(0, 8)}]`;

/** Runs in the same step as the change that records the albums, so that no two albums get the same OID. */
export function albumsOf(batch: Batch, drafts: readonly Draft[], context: ImportContext): AlbumRecord[] {
  const now = context.now();
  const used: number[] = [];
  const { given } = batch;
  return drafts.map((draft) => {
    const { staging, tracks, cover, sources, copies, ordered, piece } = draft;
    const oid = given === undefined ? context.library.freeOid(used) : freeGiven(given, context);
    used.push(oid);
    const title = titleOf(draft) || `Album ${oid}`;
    const album_title = piece.of > 1 ? `${title} (${piece.at}/${piece.of})` : title;
    return {
      oid,
      album_title,
      album_artist: ordered.artist ?? '',
      album_year: ordered.year ?? null,
      player_mode: given?.player_mode ?? 'music',
      on_pens: 'all',
      cover: cover === null ? null : coverFileName,
      cover_kind: cover,
      folder: folderNameOf(album_title),
      tracks,
      added_at: now,
      changed_at: now,
      files: [],
      failures: [],
      gme_paused: null,
      // The given order is deliberate: a printed sheet may show it.
      order_edited: given !== undefined,
      origin: { ...batch.origin, album_tag: given === undefined ? (ordered.title ?? null) : null, at: now },
      printed: [],
      pending: { staging, sources, copies: [...copies] },
    };
  });
}

/** Uses the tags, the folder, or the names of the tracks; empty if none of them helps. */
function titleOf({ ordered, part, tracks }: Pick<Draft, 'ordered' | 'part' | 'tracks'>): string {
  const name = plainName(part.name);
  const names = tracks.map((track) => basename(track.source_path));
  return (part.isMixed ? name : undefined) ?? ordered.title ?? name ?? commonTitle(names);
}
