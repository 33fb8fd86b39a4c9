/** What a reader has chosen for all pages, and a cookie keeps: the language, and light or dark. */
import type { Context, Middleware } from 'koa';
import { leadTo } from '../response/location.js';

/** Milliseconds: as long as browsers keep one. */
const lifetime = 400 * 86_400_000;

export interface KeptChoice {
  /** In a query, to choose it: `?language=de`. */
  name: string;
  values: readonly string[];
}

const cookieOf = ({ name }: KeptChoice): string => `tonstift_${name}`;

/** Undefined where nothing was chosen. */
export const chosen = (ctx: Context, choice: KeptChoice): string | undefined =>
  choice.values.find((value) => value === ctx.cookies.get(cookieOf(choice)));

/** A page's address with what is wanted from now on leads back to the page. */
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
      const kept = { httpOnly: true, sameSite: 'lax', path: '/', maxAge: lifetime, overwrite: true } as const;
      ctx.cookies.set(cookieOf(choice), value, kept);
      query.delete(choice.name);
    }
    ctx.status = 303;
    leadTo(ctx, query.size > 0 ? `${ctx.path}?${query.toString()}` : ctx.path);
    ctx.body = '';
  };
