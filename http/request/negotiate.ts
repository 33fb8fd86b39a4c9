/** Chooses between HTML and JSON. */
import type { Context, Middleware } from 'koa';

/** Ignores parameters other than `q`: some clients send `application/json; charset=utf-8`. */
function accepted(ctx: Context, types: string[]): string | false {
  const { accept } = ctx.headers;
  if (accept !== undefined) ctx.headers.accept = accept.replace(/;(?!\s*q\s*=)[^;,]*/gi, '');
  return ctx.accepts(types);
}

/** GET of a page: HTML, unless the client names JSON. The wildcard and a missing Accept get HTML. */
export const pageAsJson = (ctx: Context): boolean => accepted(ctx, ['html', 'json']) === 'json';

/** POST and errors: JSON, unless the client prefers `text/html`. The first of a tie counts; the wildcard gets JSON. */
export const prefersHtml = (ctx: Context): boolean =>
  ctx.headers.accept !== undefined && accepted(ctx, ['json', 'html']) === 'html';

/** No page has this path. */
export const jsonPrefix = '/json';

/**
 * Turns `/json/library` into `/library` with `Accept: application/json`. Clients that are generated from the OpenAPI
 * document send the wildcard, so they need a path that returns JSON. This runs before all guards, which then check the
 * request as if it had been sent like this.
 */
export const jsonByPath: Middleware = (ctx, next) => {
  const { url } = ctx;
  if (url === jsonPrefix || url.startsWith(`${jsonPrefix}/`) || url.startsWith(`${jsonPrefix}?`)) {
    ctx.url = url.slice(jsonPrefix.length).replace(/^(?!\/)/, '/');
    ctx.headers.accept = 'application/json';
  }
  return next();
};
