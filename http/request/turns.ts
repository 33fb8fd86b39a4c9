/** What is expensive stands in a queue: so many at once, so many waiting, and the next one is sent away. */
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
  /** Until all of a body is there; one that pauses is cut off before, as everywhere. */
  body: number;
  /** Without a byte of the answer taken. */
  reader: number;
}

/** The largest slice of embeddings over a slow network. */
const usual: TurnTimes = { body: 30 * 60_000, reader: 60_000 };

/**
 * A turn lasts until the work has ended and the answer is sent, or its client has left; whoever leaves the queue takes
 * no turn. Throws `not_now` where the queue is full; that is answered with 503 and Retry-After.
 */
export function takingTurns({ atOnce, waiting }: TurnLimits, times: TurnTimes = usual): Middleware {
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
    if (running >= atOnce && queue.length >= waiting) throw new TonstiftError('not_now', say('error.busy'));
    if (!(await turn(ctx))) throw new TonstiftError('aborted', say('error.left'));
    // Neither a body that is not sent nor an answer that is not taken must keep the turn.
    expectBody(ctx.req, { pause: Infinity, whole: times.body });
    expectReader(ctx.res, times.reader);
    const work = next();
    // Work goes on where its client has left: who gave the turn back then could have any number done at once.
    void Promise.allSettled([work, closed(ctx.res)]).then(end);
    await work;
  };
}

const closed = (res: ServerResponse): Promise<void> =>
  new Promise((done) => void (res.closed ? done() : res.once('close', done)));

/** Silence while an answer is made is nobody's fault; once it is sent, somebody must take it. */
function expectReader(res: ServerResponse, pause: number): void {
  res.setTimeout(pause, () => {
    if (res.headersSent && res.writableLength > 0) res.destroy();
  });
}
