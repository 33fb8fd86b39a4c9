/**
 * Glossary
 *
 * batch     files that were brought together and should become one album, or join one
 * sources   where they lie; an inbox gives them away, a command and an upload only show them
 * draft     an album that is staged, and has no OID yet
 * staging   a folder in the library where an album's files stand until its record is durable
 */
import type { AudioFacts } from '../audio/probe.js';
import type { FoundFile } from '../base/files/walk.js';
import type { Library } from '../library/library.js';
import type { AlbumOrigin, AlbumRecord, Rejected } from '../library/types.js';
import type { Log } from '../base/ports.js';

export interface Batch {
  /** Title where the tags give none; may be empty. */
  name: string;
  files: FoundFile[];
  /** A picture that was named as the cover: a wrong one refuses the whole batch. */
  cover?: FoundFile;
  origin: Omit<AlbumOrigin, 'album_tag' | 'at'>;
  /** The sources are ours: what is safely in the library is removed from where it was. */
  giveAway: boolean;
  /** A batch whose tracks are exactly one album's is not taken. */
  refuseDuplicates: boolean;
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

export interface ImportOutcome {
  /** New or joined albums; empty where the batch was a duplicate. */
  albums: AlbumRecord[];
  /** Files that could not be read, by their path in the batch. */
  rejected: Rejected[];
  /** Paths in the batch of tracks that the album they would join holds already. */
  known: string[];
  /** The album that already holds just these tracks, taken or not. */
  duplicateOf: AlbumRecord | null;
}

/** A readable track of a batch. */
export interface InspectedTrack extends Omit<FoundFile, 'special'> {
  sha256: string;
  facts: AudioFacts;
}
