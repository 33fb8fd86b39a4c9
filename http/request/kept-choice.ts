/** A reader's choice for all pages, stored in a cookie: the language, and light or dark colors. */
import type { Context, Middleware } from 'koa';
import { leadTo } from '../response/location.js';
import { cookiePath } from './base-path.js';

/** Milliseconds: the longest time for which browsers keep a cookie. */
const lifetime = 400 * 86_400_000;

export interface KeptChoice {
  /** The query parameter that sets it, as in `?language=de`. */
  name: string;
  values: readonly string[];
}

const cookieOf = ({ name }: KeptChoice): string => `tonstift_${name}`;

/** The stored choice; undefined if there is none. */
export const chosen = (ctx: Context, choice: KeptChoice): string | undefined =>
  choice.values.find((value) => value === ctx.cookies.get(cookieOf(choice)));

/** Stores a choice from the query of a page and redirects to the page without it. */
export const keepChoices =
  (choices: readonly KeptChoice[]): Middleware =>
  async (ctx, next) => {
    const wanted = choices.flatMap((choice) => {
      const value = choice.values.find((one) => one === ctx.query[choice.name]);
      return value === undefined ? [] : [{ choice, value }];
    });
    if (wanted.length === 0 || ctx.method !== 'GET' || !/text\/html/.test(ctx.get('Accept'))) {
      await next();
      return;
    }
    const query = new URLSearchParams(ctx.querystring);
    for (const { choice, value } of wanted) {
      const kept = {
        httpOnly: true,
        sameSite: 'lax',
        path: cookiePath(ctx),
        maxAge: lifetime,
        overwrite: true,
      } as const;
      ctx.cookies.set(cookieOf(choice), value, kept);
      query.delete(choice.name);
    }
    ctx.status = 303;
    leadTo(ctx, query.size > 0 ? `${ctx.path}?${query.toString()}` : ctx.path);
    ctx.body = '';
  };
