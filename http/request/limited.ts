/** A body that is read as it comes, and ends where it is too large. */
import { TonstiftError } from '../../workers/base/errors.js';

/** @param limit bytes. Throws `too_large`. */
export async function* limited(source: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const part of source) {
    bytes += part.length;
    if (bytes > limit)
      throw new TonstiftError('too_large', `The body is too large: at most ${Math.floor(limit / 1e6)} MB are taken.`);
    yield part;
  }
}
