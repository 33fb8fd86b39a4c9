/** Sends a part of an open file as the body of a response. */
import type { FileHandle } from 'node:fs/promises';
import type { Context } from 'koa';
import { readFully } from '../../../workers/base/files/open-file.js';
import type { ByteRange } from './range.js';

/**
 * The size of each read. With 64 kB, the default of file streams, 69 MB take three times as long, because each chunk
 * waits for a thread. `benchmarks/download.mjs` measures it.
 */
const bufferBytes = 524_288;

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
  // One is filled while the other is sent.
  let [filled, sent] = [Buffer.allocUnsafeSlow(length), Buffer.allocUnsafeSlow(length)];
  let sending: Promise<void> = Promise.resolve();
  try {
    for (let at = start; at <= end && !res.destroyed; at += length) {
      const piece = filled.subarray(0, end + 1 - at);
      if ((await readFully(handle, piece, at)) < piece.length)
        throw new Error('The file became shorter while it was sent.');
      decode?.(piece);
      await sending;
      sending = Promise.race([left, new Promise<void>((done) => void res.write(piece, () => done()))]);
      [filled, sent] = [sent, filled];
    }
    await sending;
    if (!res.destroyed) res.end();
  } catch (thrown) {
    ctx.app.emit('error', thrown, ctx);
    res.destroy();
  }
}
