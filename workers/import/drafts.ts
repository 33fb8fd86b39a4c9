/** What is staged becomes records of the library. */
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { commonTitle, type OrderedAlbum } from '../audio/album/order.js';
import { cutToBytes, safeName } from '../base/files/names.js';
import type { FoundFile } from '../base/files/walk.js';
import { coverFileName } from '../library/cover.js';
import type { AlbumRecord, CopiedFile, PendingImport, TrackRecord } from '../library/types.js';
import type { Inspected } from './inspect.js';
import type { Batch, ImportContext, InspectedTrack } from './types.js';

/** An album that is staged, and has no OID yet. */
export interface Draft {
  staging: string;
  tracks: TrackRecord[];
  cover: AlbumRecord['cover_kind'];
  sources: PendingImport['sources'];
  copies: readonly CopiedFile[];
}

/** A ZIP is given away with the last part, and only if nothing in it was refused. */
export function sourcesOf(
  batch: Batch,
  tracks: readonly InspectedTrack[],
  extras: readonly FoundFile[],
  rest: Inspected | null,
): PendingImport['sources'] {
  const own = new Set(batch.files.map((file) => file.path));
  const sound = (zip: FoundFile): boolean =>
    !(rest?.rejected ?? []).some(
      ({ filename }) =>
        filename.startsWith(`${zip.relativePath}/`) ||
        filename.startsWith(`${zip.relativePath.replace(/\.zip$/i, '')}/`),
    );
  const zips = (rest?.unpacked ?? []).filter(sound);
  const copied = [...tracks, ...extras].map(({ path, size, mtime_ms, identity }) => ({
    path,
    size,
    mtime_ms,
    identity,
  }));
  const unpacked = zips.map(({ path, size, mtime_ms, identity, sha256 }) => ({
    path,
    size,
    mtime_ms,
    identity,
    sha256,
  }));
  return [...copied, ...unpacked].filter((file) => own.has(file.path));
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

/** A folder may be called anything, a title is one line. */
const plainName = (name: string): string | undefined =>
  name.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim() || undefined;

/** Runs in one go with the change that records the albums, so that no two get the same OID. */
export function albumsOf(
  batch: Batch,
  ordered: OrderedAlbum<InspectedTrack>,
  drafts: readonly Draft[],
  context: ImportContext,
): AlbumRecord[] {
  const now = context.now();
  const used: number[] = [];
  return drafts.map(({ staging, tracks, cover, sources, copies }, n) => {
    const oid = context.library.freeOid(used);
    used.push(oid);
    const names = tracks.map((track) => basename(track.source_path));
    const title = ordered.title ?? plainName(batch.name) ?? (commonTitle(names) || `Album ${oid}`);
    const album_title = drafts.length > 1 ? `${title} (${n + 1}/${drafts.length})` : title;
    return {
      oid,
      album_title,
      album_artist: ordered.artist ?? '',
      album_year: ordered.year ?? null,
      player_mode: 'music',
      on_pens: 'all',
      cover: cover === null ? null : coverFileName,
      cover_kind: cover,
      folder: `${cutToBytes(safeName(album_title, 'Album'), 120).trim()} [${randomUUID().slice(0, 8)}]`,
      tracks,
      added_at: now,
      changed_at: now,
      files: [],
      failures: [],
      gme_paused: null,
      order_edited: false,
      origin: { ...batch.origin, album_tag: ordered.title ?? null, at: now },
      printed: [],
      pending: { staging, sources, copies: [...copies] },
    };
  });
}
