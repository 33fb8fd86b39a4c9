/**
 * What a GME file is made of beside its media: the fields of its header, and what an album or any scripts add.
 *
 * Glossary
 *
 * product id  the code on paper that chooses the file, an album's OID
 * medium      the sound of one track in the file, counted from 0; all are scrambled with one key
 * head, tail  all bytes before and behind the media
 * script      what the pen does at a code; see `script.ts`
 */
import { limits } from './codes.js';
import type { Scripts } from './script.js';

/**
 * `music` plays on to the next track. In the others each track stops at its end: the start field plays the first one in
 * `tiptoi`, and none in `single`.
 */
export const playerModes = ['music', 'tiptoi', 'single'] as const;
export type PlayerMode = (typeof playerModes)[number];

export interface GmeHeader {
  /** The OID that the pen is tapped on to choose this file, 1–993. */
  readonly productId: number;
  /** `GERMAN`, `ITALIAN` … in capital letters; empty plays on every older pen. */
  readonly language: string;
  /** `YYYYMMDD`. */
  readonly date: string;
}

export interface GmeAlbum extends GmeHeader {
  readonly mode: PlayerMode;
}

/** A GME file by its scripts, whatever they do. */
export interface ScriptedGme extends GmeHeader {
  /** ASCII, at most 49 letters; the newest pens ask for 48 or 49. */
  readonly comment: string;
  readonly scripts: Scripts;
  /** Initial values, from register 0. */
  readonly registers: readonly number[];
  /** Playlists of media that play when the pen is tapped on the product; the pen chooses one. */
  readonly powerOn: readonly (readonly number[])[];
}

/** 49 bytes, as the newest pens ask for. */
export const gmeComment = 'CHOMPTECH DATA FORMAT CopyRight 2019 Ver0.00.0001';

/** Second word of every header; the pen refuses another one. */
export const gmeMagic = 0x0000_238b;

/** The language as the file has it: the pen reads six letters. */
export const writtenLanguage = (language: string): string => language.slice(0, limits.language);
