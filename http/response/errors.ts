/** Maps every failure to a status, a code and a sentence. */
import { isDiskFull, messageOf, systemCodeOf, TonstiftError, type ErrorCode } from '../../workers/base/errors.js';
import { plainSystemErrors } from '../../workers/base/text/system-words.js';
import { say, type Words } from '../../workers/base/language/sentence.js';

/** The status of each code of the workers and the daemon. A request that fails with 503 may succeed later. */
export const statusOf: Readonly<Record<ErrorCode, number>> = {
  bad_field: 400,
  unknown_action: 400,
  unauthorized: 401,
  forbidden_host: 403,
  forbidden_origin: 403,
  forbidden_account: 403,
  not_found: 404,
  album_not_found: 404,
  track_not_found: 404,
  no_albums: 404,
  gme_missing: 404,
  conflict: 409,
  no_free_oid: 409,
  aborted: 409,
  too_large: 413,
  key_reused: 422,
  unreadable_audio: 422,
  unreadable_backup: 422,
  locked: 423,
  build_failed: 500,
  library_unavailable: 503,
  no_pen: 503,
  papers_unavailable: 503,
  not_now: 503,
  no_space: 507,
};

/** Failures that exist only in HTTP. */
export const httpStatusOf = {
  bad_request: 400,
  method_not_allowed: 405,
  precondition_failed: 412,
  unsupported_type: 415,
  range_not_satisfiable: 416,
  too_many_requests: 429,
  internal: 500,
  not_implemented: 501,
} as const;

export type HttpErrorCode = keyof typeof httpStatusOf;

/** A failure that has no meaning outside HTTP. */
export class HttpError extends Error {
  override readonly name = 'HttpError';

  constructor(
    readonly code: HttpErrorCode,
    readonly words: Words,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(String(words));
  }
}

/** A failure as it is reported to the client. */
export interface Problem {
  status: number;
  code: ErrorCode | HttpErrorCode;
  words: Words;
  fields: Readonly<Record<string, Words>>;
  headers: Readonly<Record<string, string>>;
}

/** If the message only joins the sentences of the fields (`badFields`), it is joined again in the reader's language. */
function wordsFor({ message, words, fields, fieldWords }: TonstiftError): Words {
  const sentences = Object.entries(fields).map(([name, why]) => `${name}: ${why}`);
  if (sentences.length === 0 || sentences.join(' ') !== message) return words;
  const named = Object.entries(fieldWords).map(([name, why]): Words => say('wrong.field', { name, why }));
  return named.reduce((first, last) => say('list.sentences', { first, last }));
}

/** System errors that may be temporary: a resource is exhausted, or a disk or share does not respond. */
const passing: readonly string[] = [
  ...['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EBUSY', 'EROFS', 'EIO', 'ENODEV', 'ENXIO'],
  ...['ESTALE', 'ETIMEDOUT', 'EHOSTDOWN', 'EHOSTUNREACH', 'ENOTCONN'],
];

/** The problem for a system error; null for all other errors. */
function problemOfSystem(thrown: unknown): Problem | null {
  const code = isDiskFull(thrown) ? 'no_space' : passing.includes(systemCodeOf(thrown) ?? '') ? 'not_now' : null;
  if (code === null) return null;
  const why = plainSystemErrors(messageOf(thrown));
  const words = code === 'no_space' ? say('error.system_full') : say('error.system_refuses', { why });
  return { status: statusOf[code], code, words, fields: {}, headers: {} };
}

/** Null for an unexpected error. Its text is only logged. */
export function problemOf(thrown: unknown): Problem | null {
  if (thrown instanceof TonstiftError) {
    const { code, fieldWords: fields } = thrown;
    return { status: statusOf[code], code, words: wordsFor(thrown), fields, headers: {} };
  }
  if (thrown instanceof HttpError) {
    const { code, words, headers } = thrown;
    return { status: httpStatusOf[code], code, words, fields: {}, headers };
  }
  return problemOfSystem(thrown);
}

/** @param reference the number under which the log has the details */
export function internalProblem(reference: string): Problem {
  return {
    status: 500,
    code: 'internal',
    words: say('error.internal', { reference }),
    fields: {},
    headers: {},
  };
}

export const problemBody = ({ code, words, fields }: Problem): object => ({
  success: false,
  error: { code, message: words, fields },
});
