/**
 * What the pages need of the virtual pen: GME files that are heard before they are on a pen.
 *
 * place    a file to be heard: that of an album, or one that was sent to be heard, by its id
 * state    what a pen remembers from tap to tap, as text; the client keeps it, and sends it with each tap
 */
import type { HeldFolder } from '../../../workers/base/files/held-folder.js';
import type { Words } from '../../../workers/base/language/sentence.js';
import type { ScanFacts } from '../../../workers/scan/facts.js';
import type { UploadedFile } from '../../request/uploaded-file.js';
import type { ServedFile } from '../../response/served-file.js';

/** Id of the test sheet's own file, which is always there. */
export const testSheetId = 'test-sheet';

export type TryPlace = { readonly oid: number } | { readonly file: string };

export interface TryTap {
  /** As on paper; or the timer fires. */
  code: number | 'timer';
  /** As it was answered last; empty for a pen on which nothing was tapped yet. */
  state: string;
  /** Milliseconds that the pen has been silent since. */
  waited: number;
  /** So many of its sounds were answered already. */
  from: number;
}

/** Something that a tap does, as a sentence. */
export interface TryFact {
  words: Words;
  /** The line that runs, in the notation of the public assembler. */
  script?: string;
  register?: { number: number; before: number; after: number };
  /** It cannot be done here, or nobody knows how. */
  unknown?: true;
}

export interface TrySound {
  /** Counted from 0. */
  medium: number;
  title: Words;
  /** Whose script plays it; null for the timer's, the welcome, and what is repeated. */
  code: number | null;
  /** What was done before it began. */
  facts: TryFact[];
  /** While it plays: with this the next tap is sent that interrupts it. */
  state: string;
}

export interface TryAnswer {
  code: number | 'timer';
  /** In order. */
  sounds: TrySound[];
  /** What is done after the last of them. */
  facts: TryFact[];
  /** Why it is over; null where there are more sounds: asked for with `before` as the state, and `more` as `from`. */
  end: Words | null;
  more: number | null;
  /** The state with which the tap began, chance included; null where there are no more sounds. */
  before: string | null;
  /** When all was heard. */
  state: string;
  /** Milliseconds of silence after which the timer fires; null where none is armed. */
  timer: number | null;
}

/** A code that the file answers. */
export interface TryCode {
  code: number;
  /** What it is for, where that is known. */
  words: Words | null;
  /** Of its script; 0 for the start field and the two symbols. */
  lines: number;
  /** That its lines may play, each once. */
  media: number;
}

export interface TryFacts {
  /** As it was called by who sent it. */
  name: string;
  /** Bytes. */
  size: number;
  product: number;
  /** As in the header, empty for any. */
  language: string;
  /** `YYYYMMDD`, or fewer digits, or none. */
  date: string;
  comment: string;
  media: number;
  /** What this pen cannot do of it. */
  unknown: Words[];
  /** The start field first. */
  codes: TryCode[];
  /** Milliseconds since 1970 after which it is gone, if nobody hears it; null where it stays. */
  expires: number | null;
}

/** `not_found` is a place that is not there, or no longer; of an album it is `album_not_found` or `gme_missing`. */
export interface TryService {
  /** Throws as above, and `bad_field` (`gme`) where the file cannot be meant. */
  facts(place: TryPlace): Promise<TryFacts>;
  /**
   * What is heard at a tap. A file that is no album's is loaded by the first tap, whichever that is.
   * Throws as `facts`, and `bad_field` (`state`) for a state that is none of this file's.
   */
  tap(place: TryPlace, tap: TryTap): Promise<TryAnswer>;
  /** One sound, as it is heard. Throws as `facts`, and `not_found`. */
  medium(place: TryPlace, index: number): Promise<ServedFile>;
  /** A hold on the folder for files on their way to `keep`; the caller lets go. Throws the system's error. */
  folder(): Promise<HeldFolder>;
  /**
   * Takes a file to be heard, for some hours; others may have to go for it. Answers its id.
   * Throws `bad_field` (`gme`) for what no pen could read, `no_space`.
   */
  keep(file: UploadedFile): Promise<string>;
  /** Throws `not_found`. */
  forget(id: string): Promise<void>;
  /**
   * Reads a picture of a printed page; one at a time. Nothing of it is kept.
   * Throws `bad_field` (`image`) for what is none, or too large, and `aborted` on the signal.
   */
  read(picture: UploadedFile, signal?: AbortSignal): Promise<ScanFacts>;
}
