import type { Words } from './language/words.js';

/**
 * Every failure that a caller can act on, as a closed set of codes.
 * `http/response/errors.ts` maps each code to a status, `daemon/cli/exit-codes.ts` to an exit code.
 */
export const errorCodes = [
  'bad_field', // an invalid value: which field, which value, what was expected
  'unknown_action',
  'forbidden_host',
  'forbidden_origin',
  'forbidden_account', // a request of another account of this machine, and no password is set
  'unauthorized',
  'not_found', // no such page or file
  'album_not_found',
  'track_not_found',
  'no_albums', // nothing to print
  'gme_missing', // the album exists, its GME file does not
  'conflict', // the OID is taken, the library changed under the edit
  'too_large',
  'key_reused', // the Idempotency-Key of another upload
  'unreadable_audio',
  'unreadable_backup', // not a backup of Tonstift, or a broken one
  'no_free_oid',
  'build_failed',
  'library_unavailable', // the library folder is missing or belongs to another library
  'locked', // another process uses the home or the library, or another request the upload
  'no_pen', // no pen is plugged in, or this version cannot reach one
  'papers_unavailable', // the paper database, the vector database or the embedding API is unavailable
  'no_space',
  'aborted',
  'not_now', // try again later
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/**
 * An error that names the problem, the value and what was expected: `message` is a sentence for a person, in English.
 */
export class TonstiftError extends Error {
  override readonly name = 'TonstiftError';
  /** One sentence per field, for `bad_field`, in English. */
  readonly fields: Readonly<Record<string, string>>;

  /**
   * @param words the message, for any language
   * @param fieldWords the sentences of the fields, for any language
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

/** Data that a newer version of the program has written. This version cannot read them, so a retry does not help. */
export class NewerDataError extends TonstiftError {
  constructor(words: Words, code: ErrorCode = 'library_unavailable') {
    super(code, words);
  }
}

/** Several wrong fields at once: the message joins their sentences. */
export function badFields(fields: Readonly<Record<string, Words>>): TonstiftError {
  const sentences = Object.entries(fields).map(([name, why]) => `${name}: ${String(why)}`);
  return new TonstiftError('bad_field', sentences.join(' '), fields);
}

/** The message of anything thrown, without paths of descriptors, which mean nothing to a person. */
export function messageOf(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return message.replace(/\/proc\/self\/fd\/\d+\/?/g, '');
}

/** The same, for any language. */
export const wordsOf = (thrown: unknown): Words => (thrown instanceof TonstiftError ? thrown.words : messageOf(thrown));

/** The system's code of a failed file operation (`ENOENT`, `ENOSPC` …), else undefined. */
export function systemCodeOf(thrown: unknown): string | undefined {
  // Not `instanceof`: system errors come from another realm if tests run modules in their own context.
  const code: unknown = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/**
 * For `catch`: returns the fallback for an error with one of these codes, of the system or of a TonstiftError. Rethrows
 * other errors.
 */
export const unlessCode =
  <T>(codes: readonly string[], fallback: T) =>
  (error: unknown): T => {
    if (codes.includes(systemCodeOf(error) ?? '')) return fallback;
    throw error;
  };

/** True for an error of the system, such as EIO or ENOSPC. Node's own codes (`ERR_…`) and those of zlib are others. */
export const isOfSystem = (thrown: unknown): boolean => /^E[A-Z0-9]+$/.test(systemCodeOf(thrown) ?? '');

/** True if the system does not let this account change a file or folder, or its disk is read-only. */
export const isForbidden = (thrown: unknown): boolean =>
  ['EACCES', 'EPERM', 'EROFS'].includes(systemCodeOf(thrown) ?? '');

const full: readonly string[] = ['ENOSPC', 'EDQUOT', 'no_space'];

/** True if a disk is full or its user's quota is used up; also checks the causes of the error. */
export function isDiskFull(thrown: unknown): boolean {
  if (typeof thrown !== 'object' || thrown === null) return false;
  return full.includes(systemCodeOf(thrown) ?? '') || isDiskFull((thrown as { cause?: unknown }).cause);
}
