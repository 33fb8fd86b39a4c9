/** Which of the two faces of an answer a client gets. */
import type { Context } from 'koa';

/** GET of a page: HTML, unless JSON is asked for by name; the wildcard and no Accept at all get HTML. */
export const pageAsJson = (ctx: Context): boolean => ctx.accepts(['html', 'json']) === 'json';

/** POST, downloads and errors: JSON, unless `text/html` is preferred; a tie and the wildcard get JSON. */
export const prefersHtml = (ctx: Context): boolean =>
  ctx.headers.accept !== undefined && ctx.accepts(['json', 'html']) === 'html';
