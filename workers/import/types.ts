/**
 * Glossary
 *
 * batch     files that were brought together: a folder with all in it, a ZIP, an upload
 * part      files of a batch that belong to one album, and become it or join it
 * sources   where they lie; an inbox gives them away, a command and an upload only show them
 * draft     an album that is staged, and has no OID yet
 * staging   a folder in the library where an album's files stand until its record is durable
 */
import type { AudioFacts } from '../audio/probe.js';
import type { FoundFile } from '../base/files/walk.js';
import type { Library } from '../library/library.js';
import type { AlbumOrigin, AlbumRecord, Rejected } from '../library/types.js';
import type { Log } from '../base/ports.js';

/** What an album is by the records of another program, whatever its tags and names say. */
export interface GivenAlbum {
  /** Free, or the import is refused. */
  oid: number;
  album_title: string;
  album_artist: string;
  album_year: number | null;
  player_mode: AlbumRecord['player_mode'];
  /** In their order; each file of the batch that is a track once, by its path in the batch. */
  tracks: readonly GivenTrack[];
}

export interface GivenTrack {
  relativePath: string;
  track_title: string;
  artist: string;
  /** 1 and up. */
  disc: number;
  genre: string;
}

export interface Batch {
  /** Of its folder or ZIP, a title where the tags give none; may be empty. */
  name: string;
  files: FoundFile[];
  /** A picture that was named as the cover: a wrong one refuses the whole batch. */
  cover?: FoundFile;
  /** All of it is this one album: it is taken as a whole, or not at all. */
  given?: GivenAlbum;
  origin: Omit<AlbumOrigin, 'album_tag' | 'at'>;
  /** The sources are ours: what is safely in the library is removed from where it was. */
  giveAway: boolean;
  /** A part whose tracks are exactly one album's is not taken. */
  refuseDuplicates: boolean;
  /** Albums that came out of the same place not long ago: what has come now may be more of them. */
  goesOn?: {
    with: readonly AlbumRecord[];
    /** Which of some of them tracks of that title in their tags join; see `Arrival.tag`. */
    choose(tag: string | null | undefined, among: readonly AlbumRecord[]): AlbumRecord | null;
  };
}

export interface ImportContext {
  library: Library;
  log: Log;
  now(): number;
  /** Files looked at side by side. */
  cores: number;
  /** Limit on the unpacked size of ZIPs, bytes. */
  maxBytes(): number;
  /**
   * Runs while nobody else edits or deletes an album. Its turn is taken when this is called, so whoever sees the album
   * later comes later.
   */
  alone: <Result>(album: AlbumRecord, work: () => Promise<Result>) => Promise<Result>;
  signal?: AbortSignal;
}

/** A part whose tracks are just those of an album. */
export interface Duplicate {
  of: AlbumRecord;
  /** Of the part; may be empty. */
  name: string;
  /** Paths in the batch of all that belongs to it; empty where it was taken in spite of that. */
  left: string[];
}

/** What a part of a batch is called where there may be others. */
export const partName = (batch: string, part: string): string =>
  [batch, part].filter((name, at, all) => name !== '' && all.indexOf(name) === at).join('/');

export interface ImportOutcome {
  /** New or joined albums; empty where all of the batch was duplicates. */
  albums: AlbumRecord[];
  /** Those of them that were there before. */
  joined: AlbumRecord[];
  /** Files that could not be read, by their path in the batch. */
  rejected: Rejected[];
  /** Paths in the batch of tracks that the album they would join holds already. */
  known: string[];
  duplicates: Duplicate[];
}

/** A readable track of a batch. */
export interface InspectedTrack extends Omit<FoundFile, 'special'> {
  sha256: string;
  facts: AudioFacts;
}
