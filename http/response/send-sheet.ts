/** Sends a file while it is made: whoever leaves, or stops reading, ends the work. */
import type { Context } from 'koa';
import { Readable } from 'node:stream';
import { untilLeft } from './until-left.js';

/**
 * Milliseconds without a byte taken:
 * only so many sheets are made side by side, and a reader that sleeps would keep others waiting.
 */
const longestPause = 120_000;

export interface SheetToSend {
  type: string;
  /** Content-Disposition. */
  disposition: string;
  /** @param signal aborted when the client has left: nobody waits for the file any more */
  make: (signal: AbortSignal) => Promise<Readable>;
}

/** Throws what `make` throws. For HEAD nothing is made. */
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
    // A stream says no length, as the file itself; text would say 0.
    ctx.body = Readable.from([]);
    return;
  }
  ctx.body = await make(untilLeft(res));
  res.setTimeout(pause, () => res.destroy());
}
