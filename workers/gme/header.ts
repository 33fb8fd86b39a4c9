/**
 * Content of a GME file except its media: the header fields, and what an album or other scripts add.
 *
 * Glossary
 *
 * product id  the printed code that selects the file, an album's OID
 * medium      the sound of one track in the file, counted from 0; all are scrambled with one key
 * head, tail  all bytes before and after the media
 * script      what the pen does at a code; see `script.ts`
 */
import { limits } from './codes.js';
import type { Scripts } from './script.js';

/**
 * `music` continues with the next track. In the other modes each track stops at its end; the start field plays the
 * first track in `tiptoi` and none in `single`.
 */
export const playerModes = ['music', 'tiptoi', 'single'] as const;
export type PlayerMode = (typeof playerModes)[number];

export interface GmeHeader {
  /** The OID that selects this file when tapped, 1–993. */
  readonly productId: number;
  /** `GERMAN`, `ITALIAN` … in capital letters; an empty one plays on every older pen. */
  readonly language: string;
  /** `YYYYMMDD`. */
  readonly date: string;
}

export interface GmeAlbum extends GmeHeader {
  readonly mode: PlayerMode;
  /** The last medium is no track: the start field plays it before the tracks. */
  readonly hasSpokenTitle?: boolean;
}

/** A GME file defined by its scripts. */
export interface ScriptedGme extends GmeHeader {
  /** ASCII, at most 49 letters; the newest pens require 48 or 49. */
  readonly comment: string;
  readonly scripts: Scripts;
  /** Initial values, from register 0. */
  readonly registers: readonly number[];
  /** Playlists of media that play when the pen is tapped on the product; the pen selects one of them. */
  readonly powerOn: readonly (readonly number[])[];
}

/** 49 bytes, as the newest pens require. */
export const gmeComment = 'CHOMPTECH DATA FORMAT CopyRight 2019 Ver0.00.0001';

/** Second word of every header; the pen rejects any other value. */
export const gmeMagic = 0x0000_238b;

/** Returns the language as stored in the file: the pen reads six letters. */
export const writtenLanguage = (language: string): string => language.slice(0, limits.language);
