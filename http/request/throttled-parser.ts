/** Splits a body into chunks that are small enough for the multipart parser. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Each carriage return may begin a part boundary. If it does not, it costs the parser 3 µs: 65,536 of them cost 0.4 s.
 */
const carriageReturn = 0x0d;
/** Per chunk; that many cost some milliseconds. */
const mostReturns = 2048;

/** Yields the same bytes, and lets other requests run after each chunk with many carriage returns. */
export async function* throttled(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const bytes of source) {
    for (let from = 0; from < bytes.length;) {
      const to = endOfPiece(bytes, from);
      yield bytes.subarray(from, to);
      if (to < bytes.length) await nextTurn();
      from = to;
    }
  }
}

/** The position after the last carriage return that still fits into the chunk. */
function endOfPiece(bytes: Buffer, from: number): number {
  let at = from;
  for (let returns = 0; returns < mostReturns; returns++) {
    const found = bytes.indexOf(carriageReturn, at);
    if (found === -1) return bytes.length;
    at = found + 1;
  }
  return at;
}
