/** Reads a body as a stream and stops if it is too large. */
import type { Readable } from 'node:stream';
import { TonstiftError } from '../../workers/base/errors.js';
import { say } from '../../workers/base/language/sentence.js';

/** The number of bytes as text. */
export const sizeOf = (bytes: number): string => (bytes < 1e6 ? `${bytes} bytes` : `${Math.floor(bytes / 1e6)} MB`);

/**
 * Does not destroy the source if it is too large: a destroyed request looks like a client that has disconnected.
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
