/**
 * Glossary
 *
 * theirs    data of ttmp32gme 1.x or 2.x: `config.sqlite`, and next to it `library/` with a folder per album
 * ours      data of the library that imports them
 * note      a sentence about something that is lost or changed; it follows a name and a colon
 */
import type { FoundFile } from '../../base/files/walk.js';
import type { PlayerMode } from '../../gme/header.js';
import type { GivenAlbum } from '../../import/types.js';

/** A row of a table: every value as text, null if it is null or the column is missing. */
export type Row<Column extends string = string> = Readonly<Record<Column, string | null>>;

export interface TheirTrack {
  /** As stored in the database. */
  filename: string;
  title: string;
  artist: string;
  /** From 1. */
  disc: number;
  genre: string;
}

/** An album as stored in their database. */
export interface TheirAlbum {
  /** Its number as stored. */
  number: string;
  /** The same number if it is valid for our albums; else null. */
  oid: number | null;
  title: string;
  artist: string;
  year: number | null;
  mode: PlayerMode;
  /** Absolute path on the original machine; it may not exist here. */
  path: string;
  picture: string | null;
  gmeFile: string | null;
  /** In order. */
  tracks: readonly TheirTrack[];
  notes: readonly string[];
}

/** An album that can be imported. */
export interface Candidate {
  their: TheirAlbum;
  /** Its tracks in order. */
  files: readonly FoundFile[];
  picture: FoundFile | null;
  notes: string[];
}

/** An album to import. */
export interface Taking {
  /** Its tracks and its picture. */
  files: readonly FoundFile[];
  given: GivenAlbum;
  /** Its former number, if it gets another one. */
  formerly: string | null;
  notes: readonly string[];
}

/** An album that is not imported. */
export interface Leaving {
  number: string;
  title: string;
  /** The reason, which follows a name and a colon. */
  reason: string;
}
