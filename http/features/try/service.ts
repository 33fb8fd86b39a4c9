/**
 * The virtual pen, which plays GME files before they are on a pen.
 *
 * place    a GME file: that of an album, or an uploaded one, by its id
 * state    the memory of a pen between taps, as text; the client stores it, and sends it with each tap
 */
import type { HeldFolder } from '../../../workers/base/files/held-folder.js';
import type { Words } from '../../../workers/base/language/sentence.js';
import type { ScanFacts } from '../../../workers/features/try/scan/facts.js';
import type { UploadedFile } from '../../request/uploaded-file.js';
import type { ServedFile } from '../../response/files/served-file.js';

/** The id of the test sheet's file, which always exists. */
export const testSheetId = 'test-sheet';

export type TryPlace = { readonly oid: number } | { readonly file: string };

export interface TryTap {
  /** The code on paper; or the timer fires. */
  code: number | 'timer';
  /** The state from the last response; empty for a new pen. */
  state: string;
  /** Milliseconds of silence since the last sound. */
  waited: number;
  /** The number of sounds that were sent already. */
  from: number;
}

/** An action caused by a tap, as a sentence. */
export interface TryFact {
  words: Words;
  /** The script line, in the notation of the public assembler. */
  script?: string;
  register?: { number: number; before: number; after: number };
  /** The action is not supported, or its meaning is unknown. */
  unknown?: true;
}

export interface TrySound {
  /** The first is 0. */
  medium: number;
  title: Words;
  /** The code whose script plays it; null for the timer, the welcome sound, and repetitions. */
  code: number | null;
  /** Actions before it began. */
  facts: TryFact[];
  /** The state for a tap that interrupts this sound. */
  state: string;
}

export interface TryAnswer {
  code: number | 'timer';
  /** In order. */
  sounds: TrySound[];
  /** Actions after the last sound. */
  facts: TryFact[];
  /** Why it ended; null if there are more sounds. To get them, send `before` as the state and `more` as `from`. */
  end: Words | null;
  more: number | null;
  /** The state before the tap, including the random seed; null if there are no more sounds. */
  before: string | null;
  /** The state after all sounds. */
  state: string;
  /** Milliseconds of silence after which the timer fires; null if no timer is set. */
  timer: number | null;
}

/** A code that the file handles. */
export interface TryCode {
  code: number;
  /** The purpose of the code, if known. */
  words: Words | null;
  /** Number of lines of its script; 0 for the start field and the two symbols. */
  lines: number;
  /** Number of different sounds that its lines may play. */
  media: number;
}

export interface TryFacts {
  /** The name given by the sender. */
  name: string;
  /** Bytes. */
  size: number;
  product: number;
  /** From the header; empty for any language. */
  language: string;
  /** `YYYYMMDD`, fewer digits, or empty. */
  date: string;
  comment: string;
  media: number;
  /** Features that the virtual pen does not support. */
  unknown: Words[];
  /** The start field first. */
  codes: TryCode[];
  /** Milliseconds since 1970 at which it is deleted if it is not used; null if it does not expire. */
  expires: number | null;
}

/**
 * Functions throw `not_found` if the file does not exist or has expired; for an album `album_not_found` or
 * `gme_missing`.
 */
export interface TryService {
  /** Throws as above, and `bad_field` (`gme`) if the file is invalid. */
  facts(place: TryPlace): Promise<TryFacts>;
  /**
   * The sounds of a tap. If the file is not an album's, the first tap loads it, whichever code it is. Throws like
   * `facts`, and `bad_field` (`state`) for an invalid state.
   */
  tap(place: TryPlace, tap: TryTap): Promise<TryAnswer>;
  /** One sound, decrypted. Throws like `facts`, and `not_found`. */
  medium(place: TryPlace, index: number): Promise<ServedFile>;
  /** A held folder for uploads before `keep`. The caller must close it. Throws system errors. */
  folder(): Promise<HeldFolder>;
  /**
   * Stores a file for some hours; older files may be deleted for it. Returns its id. Throws `bad_field` (`gme`) for a
   * file that no pen could read, `no_space`.
   */
  keep(file: UploadedFile): Promise<string>;
  /** Throws `not_found`. */
  forget(id: string): Promise<void>;
  /**
   * Reads the codes from an image of a printed page; one image at a time. The image is not kept. Throws `bad_field`
   * (`image`) if it is invalid or too large, and `aborted` on the signal.
   */
  read(picture: UploadedFile, signal?: AbortSignal): Promise<ScanFacts>;
}

declare module '../../services.js' {
  interface Services {
    tries: TryService;
  }
}
