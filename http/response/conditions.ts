/** What a client says of a file that it has a part of: bytes of two files must never become one. */
import type { Context } from 'koa';
import { HttpError } from './errors.js';
import { rangeOf, type ByteRange } from './range.js';
import { say } from '../../workers/base/language/sentence.js';

/**
 * Firefox goes on with a download by If-Match, and so does Chromium where it fetches several parts at once.
 * @param tag with its quotes
 * @throws HttpError where If-Match names others; a weak tag is never the same (RFC 9110, section 13.1.1)
 */
export function checkMatch(ctx: Context, tag: string): void {
  const header = ctx.get('If-Match');
  const named: string[] = header.match(/(?:W\/)?"[^"]*"/g) ?? [];
  if (header === '' || header.trim() === '*' || named.includes(tag)) return;
  throw new HttpError('precondition_failed', say('error.file_changed'));
}

/**
 * The bytes to be sent. Chromium goes on with a download by If-Range, and gets a file that has changed as a whole: it
 * wants the very same tag.
 * @throws HttpError for a range beyond the end
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
