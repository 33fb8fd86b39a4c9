/** Failures, as a document says them. */
import * as z from 'zod';
import { httpStatusOf, statusOf } from '../response/errors.js';
import type { Code, Operation } from './operation.js';

export const statusOfCode: Readonly<Record<Code, number>> = { ...statusOf, ...httpStatusOf };

/** What each code means, whatever the route. */
export const meanings: Readonly<Record<Code, string>> = {
  bad_field: 'A value cannot be; `fields` names each, and what was expected.',
  bad_request: 'The request is malformed.',
  unknown_action: 'There is no such action; the message lists those that there are.',
  unauthorized: 'The password is missing or wrong.',
  forbidden_host: 'The Host header names nothing of this service.',
  forbidden_origin: 'A page of another site asks.',
  forbidden_account: 'Another account of this machine asks, and there is no password.',
  not_found: 'There is nothing at this address, or of this name.',
  album_not_found: 'There is no such album.',
  track_not_found: 'The album has no such track.',
  no_albums: 'There is nothing to print.',
  gme_missing: 'The album has no file for the pen yet.',
  method_not_allowed: 'This address takes other methods, which Allow lists.',
  conflict: 'It goes against what is there now.',
  no_free_oid: 'Every number is taken.',
  aborted: 'It was broken off.',
  precondition_failed: 'The file is another one than If-Match names, or Tus-Resumable names another version.',
  too_large: 'The body is too large.',
  unsupported_type: 'The body is of a type that is not taken here.',
  range_not_satisfiable: 'The range lies beyond the end of the file.',
  key_reused: 'The Idempotency-Key belongs to an upload of other files.',
  unreadable_backup: 'The file is no backup of Tonstift, or a broken or changed one.',
  unreadable_audio: 'None of the files can be read as audio.',
  too_many_requests: 'Too many wrong passwords; Retry-After says when to try again.',
  internal: 'Nobody foresaw this; the message has a reference to the log.',
  build_failed: 'The file for the pen could not be made.',
  not_implemented: 'There is no such method.',
  not_now: 'Too much is going on; Retry-After says when to try again.',
  no_pen: 'There is no such pen, or none is plugged in.',
  papers_unavailable: 'A database of papers or the embedding API is away.',
  library_unavailable: "The library's folder is away.",
  locked: 'Another process holds the library, or another client sends this file.',
  no_space: 'The disk or the pen is full.',
};

export const failure = z
  .object({
    success: z.literal(false),
    error: z.object({
      code: z.string().describe('Stays the same whatever the language is.'),
      message: z.string().describe("For a person, in the reader's language."),
      fields: z
        .record(z.string(), z.string())
        .describe('What is wrong with each field; empty where it is none of them.'),
    }),
  })
  .meta({ id: 'Failure' });

/** All codes that an operation may answer, those of every route among them. */
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
