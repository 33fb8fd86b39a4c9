/** Conditions of a client that resumes a download. They prevent it from joining bytes of two different files. */
import type { Context } from 'koa';
import { HttpError } from '../errors.js';
import { rangeOf, type ByteRange } from './range.js';
import { say } from '../../../workers/base/language/sentence.js';

/**
 * Firefox resumes a download with If-Match; Chromium uses it when it fetches several parts at once.
 * @param tag with its quotes
 * @throws HttpError if If-Match does not name the tag; a weak tag never matches (RFC 9110, section 13.1.1)
 */
export function checkMatch(ctx: Context, tag: string): void {
  const header = ctx.get('If-Match');
  const named: string[] = header.match(/(?:W\/)?"[^"]*"/g) ?? [];
  if (header === '' || header.trim() === '*' || named.includes(tag)) return;
  throw new HttpError('precondition_failed', say('error.file_changed'));
}

/**
 * The range of bytes to send. Chromium resumes a download with If-Range and gets the whole file if it has changed. The
 * tag must match exactly.
 * @throws HttpError for a range beyond the end of the file
 */
export function askedRange(ctx: Context, tag: string, size: number): ByteRange | 'whole' {
  const ifRange = ctx.get('If-Range');
  if (ctx.method !== 'GET' || (ifRange !== '' && ifRange !== tag)) return 'whole';
  const range = rangeOf(ctx.headers.range, size);
  if (range !== 'unsatisfiable') return range;
  throw new HttpError('range_not_satisfiable', say('error.range', { size: String(size) }), {
    'Content-Range': `bytes */${size}`,
  });
}
