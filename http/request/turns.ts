/** A queue for expensive requests. It limits how many run and how many wait; further requests are rejected. */
import type { ServerResponse } from 'node:http';
import type { Context, Middleware } from 'koa';
import { TonstiftError } from '../../workers/base/errors.js';
import { expectBody } from './body-time.js';
import { say } from '../../workers/base/language/sentence.js';

export interface TurnLimits {
  atOnce: number;
  waiting: number;
}

/** Milliseconds. */
export interface TurnTimes {
  /** Until the whole body has arrived. The limit for pauses applies too, as for every body. */
  body: number;
  /** The longest time in which the client reads no byte of the response. */
  reader: number;
}

/** Enough for the largest slice of embeddings over a slow network. */
const usual: TurnTimes = { body: 30 * 60_000, reader: 60_000 };

/**
 * A request holds its slot until its work has ended and the response is sent, or the client has disconnected. A client
 * that disconnects while it waits leaves the queue. Throws `not_now` if the queue is full; the response is 503 with
 * Retry-After.
 */
export function takingTurns({ atOnce, waiting }: TurnLimits, times: TurnTimes = usual): Middleware {
  const queue: (() => void)[] = [];
  let running = 0;

  const end = (): void => {
    running -= 1;
    queue.shift()?.();
  };

  /** Resolves to true when the slot is free, or to false if the client has disconnected meanwhile. */
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
    if (running >= atOnce && queue.length >= waiting) throw new TonstiftError('not_now', say('error.busy'));
    if (!(await turn(ctx))) throw new TonstiftError('aborted', say('error.left'));
    // A client that stops sending or reading must not hold the slot forever.
    expectBody(ctx.req, { pause: Infinity, whole: times.body });
    expectReader(ctx.res, times.reader);
    const work = next();
    // The work continues after its client has disconnected. If the slot were freed then, one client could start any
    // number of jobs at once.
    void Promise.allSettled([work, closed(ctx.res)]).then(end);
    await work;
  };
}

const closed = (res: ServerResponse): Promise<void> =>
  new Promise((done) => void (res.closed ? done() : res.once('close', done)));

/** Closes the connection if the client stops reading. Silence before the response has begun does not count. */
function expectReader(res: ServerResponse, pause: number): void {
  res.setTimeout(pause, () => {
    if (res.headersSent && res.writableLength > 0) res.destroy();
  });
}
