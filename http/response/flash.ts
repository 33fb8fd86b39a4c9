/** A sentence that survives one redirect: a short-lived cookie names it, the server holds it. */
import { randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import type { Sentence } from '../../workers/base/language/sentence.js';

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

const cookie = 'tonstift_note';
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
      ctx.cookies.set(cookie, id, { httpOnly: true, sameSite: 'strict', path: '/', maxAge: lifetime, overwrite: true });
    },
    take(ctx) {
      const id = ctx.cookies.get(cookie);
      if (id === undefined) return undefined;
      ctx.cookies.set(cookie, null, { httpOnly: true, sameSite: 'strict', path: '/' });
      const entry = held.get(id);
      held.delete(id);
      return entry !== undefined && entry.until > now() ? entry.flash : undefined;
    },
  };
}
