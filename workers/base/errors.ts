import type { Words } from './language/words.js';

/**
 * Every failure that a caller can act on, as a closed set of codes.
 * `http/response/errors.ts` maps each code to a status, `daemon/cli/exit-codes.ts` to an exit code.
 */
export const errorCodes = [
  'bad_field', // a value that cannot be: which field, which value, what was expected
  'unknown_action',
  'forbidden_host',
  'forbidden_origin',
  'forbidden_account', // another account of this machine asks, and there is no password
  'unauthorized',
  'not_found', // no such page or file
  'album_not_found',
  'track_not_found',
  'no_albums', // nothing to print
  'gme_missing', // the album is there, its GME file is not
  'conflict', // the OID is taken, the library changed under the edit
  'too_large',
  'key_reused', // an Idempotency-Key of another upload
  'unreadable_audio',
  'unreadable_backup', // no backup of ours, or a broken one
  'no_free_oid',
  'build_failed',
  'library_unavailable', // the library folder is gone or belongs to someone else
  'locked', // another process owns the home or the library, another request the upload
  'no_pen', // no pen is plugged in, or this version cannot reach one
  'papers_unavailable', // the paper database, the vector database or the embedding API is away
  'no_space',
  'aborted',
  'not_now', // try again later
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** What went wrong, with which value, and what was expected: `message` is a sentence for a person, in English. */
export class TonstiftError extends Error {
  override readonly name = 'TonstiftError';
  /** One sentence per field, for `bad_field`, in English. */
  readonly fields: Readonly<Record<string, string>>;

  /**
   * @param words the message, in whichever language it is read
   * @param fieldWords likewise the fields
   */
  constructor(
    readonly code: ErrorCode,
    readonly words: Words,
    readonly fieldWords: Readonly<Record<string, Words>> = {},
    options?: ErrorOptions,
  ) {
    super(String(words), options);
    this.fields = Object.fromEntries(Object.entries(fieldWords).map(([name, why]) => [name, String(why)]));
  }
}

/** Data that a newer version of the program has written. This version cannot read them, however often it tries. */
export class NewerDataError extends TonstiftError {
  constructor(words: Words) {
    super('library_unavailable', words);
  }
}

/** Several wrong fields at once: the message joins their sentences. */
export function badFields(fields: Readonly<Record<string, Words>>): TonstiftError {
  const sentences = Object.entries(fields).map(([name, why]) => `${name}: ${String(why)}`);
  return new TonstiftError('bad_field', sentences.join(' '), fields);
}

/** The message of anything thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** The same, in whichever language it is read. */
export const wordsOf = (thrown: unknown): Words => (thrown instanceof TonstiftError ? thrown.words : messageOf(thrown));

/** The system's code of a failed file operation (`ENOENT`, `ENOSPC` …), else undefined. */
export function systemCodeOf(thrown: unknown): string | undefined {
  // Not `instanceof`: errors of the system come from another realm where tests run modules in a context of their own.
  const code: unknown = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

const full: readonly string[] = ['ENOSPC', 'EDQUOT', 'no_space'];

/** Whether a disk has no room, or its user no more of it, whoever has wrapped that. */
export function isDiskFull(thrown: unknown): boolean {
  if (typeof thrown !== 'object' || thrown === null) return false;
  return full.includes(systemCodeOf(thrown) ?? '') || isDiskFull((thrown as { cause?: unknown }).cause);
}
