/** A message for the next page after a redirect. The server stores it, and a short-lived cookie has its id. */
import { randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import type { Sentence } from '../../workers/base/language/sentence.js';
import { cookieOf, setCookie } from '../security/cookies.js';
import { keepNewest } from '../../workers/base/keep-newest.js';

export interface Flash {
  kind: 'done' | 'warning';
  /** The first is the headline. */
  sentences: (Sentence | string)[];
}

export interface Flashes {
  set(ctx: Context, flash: Flash): void;
  /** Returns the message and removes it. */
  take(ctx: Context): Flash | undefined;
}

const lifetime = 60_000;
/** The oldest are removed first. No more are expected within one minute. */
const capacity = 100;

export function createFlashes(now: () => number): Flashes {
  const held = new Map<string, { flash: Flash; until: number }>();
  return {
    set(ctx, flash) {
      const id = randomBytes(12).toString('hex');
      held.set(id, { flash, until: now() + lifetime });
      keepNewest(held, capacity);
      setCookie(ctx, 'note', id, lifetime);
    },
    take(ctx) {
      const id = cookieOf(ctx, 'note');
      if (id === undefined) return undefined;
      setCookie(ctx, 'note', null, null);
      const entry = held.get(id);
      held.delete(id);
      return entry !== undefined && entry.until > now() ? entry.flash : undefined;
    },
  };
}
