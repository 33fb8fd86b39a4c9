/**
 * The virtual pen, which plays GME files before they are on a pen.
 *
 * place    a GME file: that of an album, or an uploaded one, by its id
 * state    the memory of a pen between taps, as text; the client stores it, and sends it with each tap
 */
import * as z from 'zod/v4';
import type { HeldFolder } from '../../../workers/base/files/held-folder.js';
import type { ScanFacts } from '../../../workers/features/try/scan/facts.js';
import { success, words } from '../../operations/answers.js';
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

const factAnswer = z
  .object({
    words: words(),
    script: z.string().optional().describe('The script line, in the notation of the public assembler.'),
    register: z.object({ number: z.int(), before: z.int(), after: z.int() }).optional(),
    unknown: z.literal(true).optional().describe('The virtual pen does not support it.'),
  })
  .meta({ id: 'TapFact' });

export const tapAnswer = z
  .object({
    success,
    code: z.union([z.int(), z.literal('timer')]),
    sounds: z.array(
      z.object({
        medium: z.int().describe('The first is 0.'),
        url: z.string(),
        title: words(),
        says: z.string(),
        code: z.int().nullable().describe('The code whose script plays it.'),
        facts: z.array(factAnswer).describe('Actions before it began.'),
        state: z.string().describe('For a tap that interrupts it.'),
      }),
    ),
    facts: z.array(factAnswer).describe('Actions after the last sound.'),
    end: words().nullable().describe('Why it ended; null if there are more sounds.'),
    more: z.int().nullable().describe('`from` of the request for more sounds, with `before` as its `state`.'),
    before: z.string().nullable().describe('The state before the tap; null if there are no more sounds.'),
    state: z.string().describe('For the next tap, after all sounds.'),
    timer: z.number().nullable().describe('Milliseconds of silence after which the timer fires.'),
  })
  .meta({ id: 'Tapped' });

export const fileAnswer = z
  .object({
    name: z.string(),
    size: z.int().describe('Bytes.'),
    product: z.int(),
    language: z.string().describe('From the header; empty for any language.'),
    date: z.string(),
    comment: z.string(),
    media: z.int(),
    unknown: z.array(words()).describe('Features that the virtual pen does not support.'),
    codes: z.array(
      z.object({
        code: z.int(),
        words: words().nullable().describe('The purpose of the code.'),
        lines: z.int().describe('Number of lines of its script.'),
        media: z.int().describe('Number of sounds that it may play.'),
      }),
    ),
    expires: z.number().nullable().describe('Milliseconds since 1970; null if it does not expire.'),
  })
  .meta({ id: 'GmeFile' });

/** An action caused by a tap, as a sentence. */
export type TryFact = z.output<typeof factAnswer>;

type Tapped = z.output<typeof tapAnswer>;

/** `code` is null for the timer, the welcome sound, and repetitions. */
export type TrySound = Omit<Tapped['sounds'][number], 'url' | 'says'>;

export interface TryAnswer extends Omit<Tapped, 'success' | 'sounds'> {
  /** In order. */
  sounds: TrySound[];
}

/** A code that the file handles. `lines` is 0 for the start field and the two symbols. */
export type TryCode = TryFacts['codes'][number];

/** `date` is `YYYYMMDD`, fewer digits, or empty. The start field is the first of the codes. */
export type TryFacts = z.output<typeof fileAnswer>;

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
