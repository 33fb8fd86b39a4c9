/** A sentence that survives one redirect: a short-lived cookie names it, the server holds it. */
import { randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import type { Sentence } from '../../workers/base/language/sentence.js';
import { cookieOf, setCookie } from '../security/cookies.js';

export interface Flash {
  kind: 'done' | 'warning';
  /** The first is the headline. */
  sentences: (Sentence | string)[];
}

export interface Flashes {
  set(ctx: Context, flash: Flash): void;
  /** Answers it once. */
  take(ctx: Context): Flash | undefined;
}

const lifetime = 60_000;
/** Oldest go first; nobody reads so many at once. */
const capacity = 100;

export function createFlashes(now: () => number): Flashes {
  const held = new Map<string, { flash: Flash; until: number }>();
  return {
    set(ctx, flash) {
      const id = randomBytes(12).toString('hex');
      held.set(id, { flash, until: now() + lifetime });
      for (const oldest of held.keys()) {
        if (held.size <= capacity) break;
        held.delete(oldest);
      }
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
