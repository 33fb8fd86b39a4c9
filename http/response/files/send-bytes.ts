/** Sends a part of an open file as the body of a response. */
import type { FileHandle } from 'node:fs/promises';
import type { Context } from 'koa';
import { readFully } from '../../../workers/base/files/open-file.js';
import type { ByteRange } from './range.js';

/**
 * The size of each read. One buffer is filled while the others are sent, and all are reused for the whole response.
 * With 64 kB, the default of file streams, 69 MB take three times as long, because each chunk waits for a thread.
 * `benchmarks/download.mjs` measures it.
 */
const bufferBytes = 524_288;
/** One is filled, one is sent, and one is next, so the connection never waits for the disk. */
const mostBuffers = 3;

/** The range of bytes to send, and how to decode them. */
interface SentBytes extends ByteRange {
  /** Decodes in place. */
  decode?: ((bytes: Uint8Array) => void) | undefined;
}

/**
 * The caller has set status and headers. Resolves when everything is sent, or the client has disconnected. If the file
 * cannot be read to its end, the connection is destroyed, so that no client takes a part for the whole.
 */
export async function sendBytes(ctx: Context, handle: FileHandle, { start, end, decode }: SentBytes): Promise<void> {
  // A stream sent by Koa would not show when a buffer may be reused.
  ctx.respond = false;
  const { res } = ctx;
  const left = new Promise<void>((resolve) => void res.once('close', resolve));
  const length = Math.min(bufferBytes, end - start + 1);
  const count = Math.min(mostBuffers, Math.ceil((end - start + 1) / length) || 1);
  const whole = Buffer.allocUnsafeSlow(count * length);
  const buffers = Array.from({ length: count }, (_, n) => ({
    bytes: whole.subarray(n * length, (n + 1) * length),
    sent: Promise.resolve(),
  }));
  const bufferOf = (turn: number): { bytes: Buffer; sent: Promise<void> } =>
    buffers[turn % count] as (typeof buffers)[0];
  const read = (turn: number, at: number): Promise<Buffer> => {
    const { bytes, sent } = bufferOf(turn);
    const piece = bytes.subarray(0, Math.max(0, end + 1 - at));
    const reading = sent.then(() => readPiece(handle, piece, at));
    // `next` is awaited later, perhaps after another failure. This prevents an unhandled rejection.
    reading.catch(() => undefined);
    return reading;
  };
  let next = read(0, start);
  try {
    for (let at = start, turn = 0; at <= end && !res.destroyed; turn++) {
      const piece = await next;
      at += piece.length;
      if (at <= end) next = read(turn + 1, at);
      if (res.destroyed) return;
      decode?.(piece);
      const taken = new Promise<void>((done) => res.write(piece, () => done()));
      bufferOf(turn).sent = Promise.race([left, taken]);
    }
    await Promise.all(buffers.map(({ sent }) => sent));
    if (!res.destroyed) res.end();
  } catch (thrown) {
    ctx.app.emit('error', thrown, ctx);
    res.destroy();
  } finally {
    // A pending read must end before the file is closed.
    await next.catch(() => undefined);
  }
}

async function readPiece(handle: FileHandle, piece: Buffer, at: number): Promise<Buffer> {
  if ((await readFully(handle, piece, at)) < piece.length)
    throw new Error('The file became shorter while it was sent.');
  return piece;
}
