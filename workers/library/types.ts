/**
 * Glossary
 *
 * album     what the pen plays after one power-on tap: ordered tracks, a cover, a player mode
 * track     one audio file of an album
 * OID       the number the pen reads from paper; an album's OID is also its GME product id, 1–992
 * GME       the file that the pen plays, built from an album
 * record    what the library stores; a view is what the interface shows of it
 */

import type { AudioFormat } from '../audio/ffmpeg/pen-formats.js';
import type { SpokenTitle } from './spoken-title.js';
import type { Loudness } from '../audio/ffmpeg/loudness.js';
import type { Sound } from '../audio/ffmpeg/speech.js';
import type { PlayerMode } from '../gme/header.js';
import type { SentenceData, Words } from '../base/language/words.js';

export const audioFormats: readonly AudioFormat[] = ['mp3', 'ogg'];

/** Pens an album is copied to: all, none, or those with these serial numbers. */
export type OnPens = 'all' | 'none' | string[];

export interface TrackRecord {
  /** Positive integer, unique in the library, never used again. */
  id: number;
  /** 1-based position in the album, without gaps. */
  track_number: number;
  track_title: string;
  /** Name of the file in the album's folder. */
  filename: string;
  /** Path of the file in the import (`CD 1/01.mp3`): decides the order when late tracks join. */
  source_path: string;
  /** Milliseconds. */
  duration: number;
  artist: string;
  /** 1-based; 1 where the album has no discs. */
  disc: number;
  genre: string;
  /** As music-metadata names it, in lower case: `mpeg 1 layer 3`, `vorbis i`, `flac` … */
  codec: string;
  /** As music-metadata names it, in lower case: `mpeg`, `ogg`, `flac`, `m4a/isom/iso2` … */
  container: string;
  /** Undefined if it is unknown, or was read by an older version. */
  channels?: number;
  /** Hertz; undefined like `channels`. */
  sample_rate?: number;
  /** SHA-256 of the whole file, hexadecimal. */
  sha256: string;
  /** Bytes and milliseconds since 1970 of the file when it was hashed: if they change, the file is read again. */
  size: number;
  mtime_ms: number;
  /** Name of the track's own picture in the album's folder (`track-pictures.ts`); null without one. */
  picture: string | null;
}

/** A GME file of an album, for pens of one kind. */
export interface BuiltFile {
  /** Digest of its sources and its kind of pen; see `fingerprint.ts`. */
  fingerprint: string;
  /** Name in the library's `gme` folder. */
  filename: string;
  size: number;
  sha256: string;
  /** Milliseconds since 1970 of the file when it had this content; if it changes, the file is checked again. */
  mtime_ms?: number;
  /** Milliseconds since 1970. */
  built_at: number;
}

/** Why a build failed, for the fingerprint it failed for. */
export interface BuildFailure {
  fingerprint: string;
  /** In English. */
  reason: string;
  /** The same as data for other languages, if it is a sentence of ours. */
  words?: SentenceData;
}

/** Opened from the page, or requested by another program. */
export type PrintedBy = 'page' | 'http';

/** A control sheet that was made to be printed. */
export interface PrintedSheet {
  /** The album's number on it. */
  oid: number;
  /** Milliseconds since 1970. */
  at: number;
  by: PrintedBy;
}

export interface AlbumRecord {
  oid: number;
  album_title: string;
  album_artist: string;
  album_year: number | null;
  player_mode: PlayerMode;
  sound: Sound;
  loudness: Loudness;
  spoken_title: SpokenTitle;
  on_pens: OnPens;
  /** Name of the cover file in the album's folder. */
  cover: string | null;
  /** A picture file of the import, one embedded in a track, or one that a person has chosen; null without a cover. */
  cover_kind: 'picture' | 'embedded' | 'chosen' | null;
  /** Name of the album's folder in the library's `albums` folder; never changes. */
  folder: string;
  tracks: TrackRecord[];
  /** Milliseconds since 1970. */
  added_at: number;
  /** Milliseconds since 1970 of the last change to what the GME is made of. */
  changed_at: number;
  /** Built files that are kept: at most one for each known kind of pen, and outdated ones until they are replaced. */
  files: BuiltFile[];
  failures: BuildFailure[];
  /**
   * Fingerprint of the default target for which the generated files were removed on purpose: no build until it
   * changes.
   */
  gme_paused: string | null;
  /** Someone has ordered the tracks by hand: late tracks are appended. */
  order_edited: boolean;
  origin: AlbumOrigin;
  /** The last sheet under each number that the album had, newest first; see `printed.ts`. */
  printed: readonly PrintedSheet[];
  /** Work that must survive a crash; see `import.ts`. */
  pending: PendingImport | null;
}

/** Source of an album: late tracks of the same inbox folder join it. */
export interface AlbumOrigin {
  kind: 'inbox' | 'upload' | 'command';
  /** Name of the folder or ZIP in the inbox; null for loose files. For an upload, the name that its client gives. */
  source: string | null;
  /** Digest of the files of an upload that its client may send again; see `UploadKey`. */
  payload?: string;
  /**
   * `device:inode:birth time` of that folder; several, with blanks between, if they are discs of the album. If it is
   * the same, the copy is still being continued.
   */
  folder_identity: string | null;
  /** Title from the tags, before any edit; null if they had none. */
  album_tag: string | null;
  /** Milliseconds since 1970 of the last import into this album. */
  at: number;
}

/** Files that are being moved from the folder of one album to that of another, after a split or a join. */
export interface MovedFiles {
  /** Name of their former folder below `albums`. */
  from: string;
  /** Paths below the two folders, `/` between the parts; the new paths were free. */
  files: { filename: string; as: string }[];
  /** `from` is no longer an album's folder, and is removed when it is empty. */
  goes: boolean;
}

/**
 * Set by the write that makes an import durable, cleared when both halves are done:
 * the staged files are moved into the album's folder, the sources are removed.
 */
export interface PendingImport {
  /** Name of the folder under the library's `staging` folder; null once moved. */
  staging: string | null;
  /**
   * Absolute paths of files that are safely in the library, with the size and time at which they were read. `sha256`
   * is set for files that are not copies themselves: ZIPs.
   */
  sources: { path: string; size: number; mtime_ms: number; identity?: string; sha256?: string }[];
  /** If missing (an older version), the tracks of the album. */
  copies?: CopiedFile[];
  /** Files of the album that may still be in the folder of another one. */
  moves?: MovedFiles;
}

/** A file of an album that was copied from a source. */
export interface CopiedFile {
  /** Below the album's folder, `/` between the parts. */
  filename: string;
  /** Absolute path. */
  source: string;
  size: number;
  sha256: string;
}

export type GmeState = 'missing' | 'building' | 'ready' | 'failed';

/** A track as the HTTP interface shows it. */
export interface TrackView {
  id: number;
  album_oid: number;
  track_number: number;
  track_title: string;
  filename: string;
  /** Milliseconds. */
  duration: number;
  artist: string;
  disc: number;
  genre: string;
  /** URL path of the track's own picture, or null. */
  picture_image: string | null;
}

/** A sheet as the HTTP interface shows it. */
export interface PrintedSheetView extends Omit<PrintedSheet, 'at'> {
  /** ISO 8601, UTC. */
  at: string;
}

/** A sheet, and the title of its album. */
export interface SheetView extends PrintedSheetView {
  album_title: string;
}

/** An album as the HTTP interface shows it. */
export interface AlbumView {
  oid: number;
  album_title: string;
  album_artist: string;
  album_year: number | null;
  num_tracks: number;
  /** URL path, or null. */
  cover_image: string | null;
  player_mode: PlayerMode;
  sound: Sound;
  loudness: Loudness;
  spoken_title: SpokenTitle;
  /** File name for a download, or null if there is none. */
  gme_file: string | null;
  gme_state: GmeState;
  /** Why the build failed, for a person; null otherwise. */
  gme_error: Words | null;
  /** Bytes of the GME, or null. */
  gme_size: number | null;
  on_pens: OnPens;
  /** ISO 8601, UTC. */
  added_at: string;
  changed_at: string;
  /** The last sheet under each number that the album had, newest first. */
  printed: PrintedSheetView[];
  tracks: TrackView[];
}

/** A file that was rejected, and why. */
export interface Rejected {
  filename: string;
  reason: Words;
}

/** A part of an album that becomes a separate album. */
export interface SplitPart {
  album_title: string;
  /** Ids. */
  tracks: number[];
}

/** A way to split an album. */
export interface SplitProposal {
  /** By album tags, by discs, by the folders of the import, or after given tracks. */
  by: 'album' | 'disc' | 'folder' | 'after';
  /** The first part contains the first track. */
  parts: SplitPart[];
}

/** Position of the tracks of an album that joins another one. */
export type JoinPlace = 'end' | 'front';

/** Fields of an album that an edit may change; omitted fields stay. */
export interface AlbumEdit {
  album_title?: string;
  album_artist?: string;
  album_year?: number | null;
  player_mode?: PlayerMode;
  sound?: Sound;
  loudness?: Loudness;
  spoken_title?: SpokenTitle;
  oid?: number;
  on_pens?: OnPens;
  tracks?: { id: number; track_number?: number; track_title?: string }[];
}
