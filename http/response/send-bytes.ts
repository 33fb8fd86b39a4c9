/** A part of an open file as the body of an answer. */
import type { FileHandle } from 'node:fs/promises';
import type { Context } from 'koa';
import { readFully } from '../../workers/base/files/open-file.js';
import type { ByteRange } from './range.js';

/**
 * Bytes that are read at once, into one buffer for the whole answer. With 64 kB, as streams of files have it, 69 MB
 * take twice as long, for each piece waits for a thread; and twice as long again with a new buffer for each piece,
 * where freed blocks go back to the system (`daemon/cli/calm-allocator.ts`). While it is filled, the client still
 * takes from the system's buffer. `benchmarks/download.mjs` measures it.
 */
const bufferBytes = 524_288;

/** Which bytes of a file, and what becomes of them. */
interface SentBytes extends ByteRange {
  /** In place. */
  decode?: ((bytes: Uint8Array) => void) | undefined;
}

/**
 * Status and headers are set. Answers when all is sent, or the client has left. Where the file cannot be read to the
 * end, the connection is broken off: nobody shall take a part for the whole.
 */
export async function sendBytes(ctx: Context, handle: FileHandle, { start, end, decode }: SentBytes): Promise<void> {
  // A stream as Koa sends it does not tell when a buffer may be filled anew.
  ctx.respond = false;
  const { res } = ctx;
  const left = new Promise<void>((resolve) => void res.once('close', resolve));
  const buffer = Buffer.allocUnsafeSlow(Math.min(bufferBytes, end - start + 1));
  try {
    for (let at = start; at <= end && !res.destroyed;) {
      const piece = buffer.subarray(0, end + 1 - at);
      if ((await readFully(handle, piece, at)) < piece.length) throw new Error('The file has become shorter.');
      if (res.destroyed) return;
      decode?.(piece);
      await Promise.race([left, new Promise<void>((taken) => res.write(piece, () => taken()))]);
      at += piece.length;
    }
    if (!res.destroyed) res.end();
  } catch (thrown) {
    ctx.app.emit('error', thrown, ctx);
    res.destroy();
  }
}
