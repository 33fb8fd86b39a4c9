/** Sends a file while it is generated. The work is aborted if the client disconnects or stops reading. */
import type { Context } from 'koa';
import { Readable } from 'node:stream';
import { untilLeft } from './until-left.js';

/**
 * Milliseconds without a byte read by the client. The number of sheets at once is limited, and a client that does not
 * read would block others.
 */
const longestPause = 120_000;

export interface SheetToSend {
  type: string;
  /** Content-Disposition. */
  disposition: string;
  /** @param signal aborted if the client has disconnected */
  make: (signal: AbortSignal) => Promise<Readable>;
}

/** Throws what `make` throws. HEAD generates nothing. */
export async function sendSheet(
  ctx: Context,
  { type, disposition, make }: SheetToSend,
  pause = longestPause,
): Promise<void> {
  const { res } = ctx;
  ctx.type = type;
  ctx.set('Content-Disposition', disposition);
  ctx.status = 200;
  if (ctx.method === 'HEAD') {
    // A stream has no Content-Length, like the file itself; a text would have 0.
    ctx.body = Readable.from([]);
    return;
  }
  ctx.body = await make(untilLeft(res));
  res.setTimeout(pause, () => res.destroy());
}
