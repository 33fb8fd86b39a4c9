/** What is expensive stands in a queue: so many at once, so many waiting, and the next one is sent away. */
import type { Context, Middleware } from 'koa';
import { TonstiftError } from '../../workers/base/errors.js';

export interface TurnLimits {
  atOnce: number;
  waiting: number;
}

/** Milliseconds without a byte of a body. */
const longestPause = 60_000;

/**
 * A turn lasts until the answer is sent, or its client has left, and whoever leaves the queue takes no turn.
 * Throws `not_now` where the queue is full; that is answered with 503 and Retry-After.
 */
export function takingTurns({ atOnce, waiting }: TurnLimits): Middleware {
  const queue: (() => void)[] = [];
  let running = 0;

  const end = (): void => {
    running -= 1;
    queue.shift()?.();
  };

  /** Resolves when it is its turn; false where the client has left meanwhile. */
  const turn = (ctx: Context): Promise<boolean> =>
    new Promise((resolve) => {
      const begin = (): void => {
        ctx.res.off('close', leave);
        running += 1;
        resolve(true);
      };
      const leave = (): void => {
        queue.splice(queue.indexOf(begin), 1);
        resolve(false);
      };
      if (running < atOnce) return begin();
      queue.push(begin);
      ctx.res.once('close', leave);
    });

  return async (ctx, next) => {
    if (running >= atOnce && queue.length >= waiting)
      throw new TonstiftError('not_now', 'Too much of this is being made already. Try again in half a minute.');
    if (!(await turn(ctx))) throw new TonstiftError('aborted', 'The client has left.');
    if (ctx.res.closed) end();
    else ctx.res.once('close', end);
    // A body that is not sent must not keep the turn.
    ctx.req.setTimeout(longestPause, () => ctx.req.complete || ctx.req.destroy());
    await next();
  };
}
