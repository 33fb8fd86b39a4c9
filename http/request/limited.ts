/** A body that is read as it comes, and ends where it is too large. */
import type { Readable } from 'node:stream';
import { TonstiftError } from '../../workers/base/errors.js';
import { say } from '../../workers/base/language/sentence.js';

/** Bytes, in words. */
export const sizeOf = (bytes: number): string => (bytes < 1e6 ? `${bytes} bytes` : `${Math.floor(bytes / 1e6)} MB`);

/**
 * The source stays open where it was too large: a request that is destroyed looks like a client that has left.
 *
 * @param limit bytes. Throws `too_large`.
 */
export async function* limited(source: Readable, limit: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const part of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > limit) throw new TonstiftError('too_large', say('error.body_large', { size: sizeOf(limit) }));
    yield part;
  }
}
