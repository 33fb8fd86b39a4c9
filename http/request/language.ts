/** The language in which a client reads: chosen on a page, and kept by a cookie; else the one its browser asks for. */
import type { Context, Middleware } from 'koa';
import { isLanguage, languages, type Language } from '../../workers/base/language/languages.js';

const cookie = 'tonstift_language';
const lifetime = 400 * 86_400_000;

export function languageOf(ctx: Context): Language {
  const kept = ctx.cookies.get(cookie);
  if (isLanguage(kept)) return kept;
  const asked = ctx.acceptsLanguages(...languages);
  return isLanguage(asked) ? asked : 'en';
}

/** A page's address with the language that is wanted from now on leads back to the page. */
export const switchLanguage: Middleware = async (ctx, next) => {
  const wanted = ctx.query['language'];
  if (ctx.method !== 'GET' || !isLanguage(wanted) || !/text\/html/.test(ctx.get('Accept'))) {
    await next();
    return;
  }
  ctx.cookies.set(cookie, wanted, { httpOnly: true, sameSite: 'lax', path: '/', maxAge: lifetime, overwrite: true });
  const query = new URLSearchParams(ctx.querystring);
  query.delete('language');
  ctx.status = 303;
  ctx.set('Location', query.size > 0 ? `${ctx.path}?${query.toString()}` : ctx.path);
  ctx.body = '';
};
