/**
 * Glossary
 *
 * theirs    of ttmp32gme 1.x or 2.x: `config.sqlite` and beside it `library/` with a folder for each album
 * ours      of the library that takes them over
 * note      a sentence about what is not kept, or not as it was, which reads after a name and a colon
 */
import type { FoundFile } from '../base/files/walk.js';
import type { PlayerMode } from '../gme/header.js';
import type { GivenAlbum } from '../import/types.js';

/** A row as it stands in a table: every value as text, null where there is none or no such column. */
export type Row<Column extends string = string> = Readonly<Record<Column, string | null>>;

export interface TheirTrack {
  /** As the database has it. */
  filename: string;
  title: string;
  artist: string;
  /** 1 and up. */
  disc: number;
  genre: string;
}

/** An album as their database has it. */
export interface TheirAlbum {
  /** Its number as it is written there. */
  number: string;
  /** The same, where our albums can have it; else null. */
  oid: number | null;
  title: string;
  artist: string;
  year: number | null;
  mode: PlayerMode;
  /** Absolute on the machine that it was made on; it may lead nowhere here. */
  path: string;
  picture: string | null;
  gmeFile: string | null;
  /** In their order. */
  tracks: readonly TheirTrack[];
  notes: readonly string[];
}

/** An album that can be taken over. */
export interface Candidate {
  their: TheirAlbum;
  /** Its tracks in their order. */
  files: readonly FoundFile[];
  picture: FoundFile | null;
  notes: string[];
}

/** An album that is to be taken over. */
export interface Taking {
  /** Its tracks and its picture. */
  files: readonly FoundFile[];
  given: GivenAlbum;
  /** What it was, where its number is another one with us. */
  formerly: string | null;
  notes: readonly string[];
}

/** An album that is not taken over. */
export interface Leaving {
  number: string;
  title: string;
  /** Why, after a name and a colon. */
  reason: string;
}
