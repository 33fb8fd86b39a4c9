/** Failures, as the OpenAPI document describes them. */
import * as z from 'zod/v4';
import { httpStatusOf, statusOf } from '../response/errors.js';
import type { Code, Operation } from './operation.js';

export const statusOfCode: Readonly<Record<Code, number>> = { ...statusOf, ...httpStatusOf };

/** The meaning of each error code, on every route. */
export const meanings: Readonly<Record<Code, string>> = {
  bad_field: 'A value is invalid. `fields` names each field and the expected value.',
  bad_request: 'The request is malformed.',
  unknown_action: 'The action does not exist. The message lists the known actions.',
  unauthorized: 'The password is missing or wrong.',
  forbidden_host: 'The Host header does not name this service.',
  forbidden_origin: 'The request comes from a page of another site.',
  forbidden_account: 'The request comes from another account of this machine, and no password is set.',
  not_found: 'There is no such address or name.',
  album_not_found: 'The album does not exist.',
  track_not_found: 'The album has no such track.',
  no_albums: 'There are no albums to print.',
  gme_missing: 'The album has no file for the pen yet.',
  method_not_allowed: 'The address does not support this method. Allow lists the supported ones.',
  conflict: 'The request conflicts with the current state.',
  no_free_oid: 'Too few album numbers are free.',
  aborted: 'The request was aborted.',
  precondition_failed: 'The file does not match If-Match, or Tus-Resumable names an unsupported version.',
  too_large: 'The body is too large.',
  unsupported_type: 'The type of the body is not supported here.',
  range_not_satisfiable: 'The range is beyond the end of the file.',
  key_reused: 'The Idempotency-Key was used for an upload of other files.',
  unreadable_backup: 'The file is not a backup of Tonstift, or it is damaged or modified.',
  unreadable_audio: 'None of the files can be read as audio.',
  too_many_requests: 'Too many wrong passwords. Retry-After says when to try again.',
  internal: 'An unexpected error. The message has a reference to the log.',
  build_failed: 'The file for the pen could not be built.',
  not_implemented: 'The method does not exist.',
  not_now: 'The daemon is busy. Retry-After says when to try again.',
  no_pen: 'The pen does not exist, or no pen is connected.',
  papers_unavailable: 'A database of papers or the embedding API is not available.',
  library_unavailable: 'The library folder is not available.',
  locked: 'Another process uses the library, or another client is sending this file.',
  no_space: 'The disk or the pen is full.',
};

export const failure = z
  .object({
    success: z.literal(false),
    error: z.object({
      code: z.string().describe('The same in every language.'),
      message: z.string().describe("A message for a person, in the reader's language."),
      fields: z.record(z.string(), z.string()).describe('What is wrong with each field; empty if no field is wrong.'),
    }),
  })
  .meta({ id: 'Failure' });

/** All error codes of an operation, including those that every route has. */
export function codesOf({ codes = [], params, body, query, others, isOpen }: Operation): Code[] {
  const hasFields = Object.keys(body?.forms ?? {}).length > 0;
  const isChecked = hasFields || query !== undefined || others === 'refused';
  const all: Code[] = [
    ...codes,
    ...(params === undefined ? [] : (['not_found'] as const)),
    ...(isChecked ? (['bad_field'] as const) : []),
    ...(body === undefined ? [] : (['too_large', 'unsupported_type'] as const)),
    ...(isOpen === true ? [] : (['unauthorized', 'too_many_requests', 'forbidden_account'] as const)),
    ...(['bad_request', 'forbidden_host', 'forbidden_origin', 'internal'] as const),
  ];
  return [...new Set(all)];
}
