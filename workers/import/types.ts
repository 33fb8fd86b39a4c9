/**
 * Glossary
 *
 * batch     files that arrived together: a folder, a ZIP, an upload
 * part      files of a batch that belong to one album: they create it or are added to it
 * sources   the original files; an inbox gives them away, a command or an upload does not
 * staging   a folder in the library for an album's files until its record is durable
 */
import type { Transcoder } from '../audio/ffmpeg/transcode.js';
import type { AudioFacts } from '../audio/probe.js';
import type { FoundFile } from '../base/files/walk.js';
import type { Library } from '../library/library.js';
import type { AlbumOrigin, AlbumRecord, Rejected, TrackRecord } from '../library/types.js';
import type { Log } from '../base/ports.js';

/** Maximum tracks in the script table of a GME (docs/gme.md, "Limits of the pen"). */
export const mostTracks = 99;

/** Data of an album from another program, used instead of tags and names. */
export interface GivenAlbum {
  /** Must be free, otherwise the import is rejected. */
  oid: number;
  album_title: string;
  album_artist: string;
  album_year: number | null;
  player_mode: AlbumRecord['player_mode'];
  /** In order; each track of the batch once, by its path in the batch. */
  tracks: readonly GivenTrack[];
}

export interface GivenTrack {
  relativePath: string;
  track_title: string;
  artist: string;
  /** From 1. */
  disc: number;
  genre: string;
}

export interface Batch {
  /** Name of the folder or ZIP, the title if the tags have none; may be empty. */
  name: string;
  files: FoundFile[];
  /** A picture chosen as the cover; an invalid one rejects the whole batch. */
  cover?: FoundFile;
  /** The whole batch is this one album; it is imported completely or not at all. */
  given?: GivenAlbum;
  origin: Omit<AlbumOrigin, 'album_tag' | 'at'>;
  /** The sources may be removed once their copies are safely in the library. */
  giveAway: boolean;
  /**
   * Rejects a part with exactly the tracks of an album, and skips tracks that an album has. Otherwise each part becomes
   * a new album, or is added to the album that the user names.
   */
  refuseDuplicates: boolean;
  continues?: Continues;
}

/**
 * Which albums a batch may continue by its place. Without it, only tags that fill the gaps of an album count. An upload
 * then continues none.
 */
export type Continues =
  /** A folder of the inbox: a part may belong to a recent album of the same folder; see `find-album.ts`. */
  | { kind: 'folder' }
  /** Loose files of the inbox with this title in their tags: they may belong to a recent album of loose files. */
  | { kind: 'loose'; tag: string | null }
  /** A loose picture of the inbox: it may belong to the album of loose files with this name. */
  | { kind: 'picture'; name: string }
  /** Files for the album in this folder. The caller keeps other jobs away from it. */
  | { kind: 'album'; folder: string };

export interface ImportContext {
  library: Library;
  transcoder: Pick<Transcoder, 'chapters' | 'cut' | 'listen' | 'silences'>;
  log: Log;
  now(): number;
  /** Files inspected in parallel. */
  cores: number;
  /** Maximum unpacked size of ZIPs, bytes. */
  maxBytes(): number;
  /**
   * Runs `work` while no other job edits or deletes the album. The place in the queue is taken at the call, so jobs
   * that see the album later run later.
   */
  alone: <Result>(album: AlbumRecord, work: () => Promise<Result>) => Promise<Result>;
  signal?: AbortSignal;
}

/** The evidence that tracks are those of an album in other files: titles and lengths, or lengths alone. */
export type Likeness = 'titles' | 'lengths';

/** A part with exactly the tracks of an album. */
export interface Duplicate {
  of: AlbumRecord;
  /**
   * Set if the files differ: the same tracks in another quality. In kbit/s. `isWhole` is false if they fill several
   * albums.
   */
  again: { by: Likeness; kbits: number; kbitsThere: number; isWhole: boolean } | null;
  /** Names of the batch and the part, for messages; may be empty. */
  name: string;
  /** Paths in the batch of all its files; empty if it was imported anyway. */
  left: string[];
}

/** The facts of a track by which parts and albums are compared. */
export type ComparedTrack = Pick<InspectedTrack, 'relativePath' | 'facts' | 'sha256'>;

/** An album that files may belong to, and its tracks with their tags. */
export interface KnownAlbum {
  album: AlbumRecord;
  tracks: readonly ComparedTrack[];
}

/** Why files belong to an album: they continue its folder, its tags say so, or the user said so. */
export type Reason = 'folder' | 'tags' | 'picture' | 'asked';

/** Files that were added to an album. */
export interface Joined {
  album: AlbumRecord;
  /** The new tracks; none if only a cover or other files were added. */
  tracks: TrackRecord[];
  why: Reason;
  /** The new tracks are last, because the sheet of the album is printed. */
  isAtEnd: boolean;
}

export interface ImportOutcome {
  /** New or extended albums; empty if the whole batch was duplicates. */
  albums: AlbumRecord[];
  /** The existing ones. */
  joined: Joined[];
  /** Unreadable files, by path in the batch. */
  rejected: Rejected[];
  /** Files that were imported although something is wrong with them, such as a missing end. */
  warnings: Rejected[];
  /** Paths in the batch of tracks that the album already has. */
  known: string[];
  duplicates: Duplicate[];
}

/** A readable track of a batch. */
export interface InspectedTrack extends Omit<FoundFile, 'special'> {
  sha256: string;
  facts: AudioFacts;
  /** Place in a playlist of the batch. */
  listed?: number | null;
  /** If it is a chapter: the file that it was cut from, and its position in it, from 1. */
  chapter?: { whole: InspectedTrack; number: number };
}
