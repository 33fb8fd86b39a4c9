/** Chooses between HTML and JSON. */
import type { Context } from 'koa';

/** GET of a page: HTML, unless the client names JSON. The wildcard and a missing Accept get HTML. */
export const pageAsJson = (ctx: Context): boolean => ctx.accepts(['html', 'json']) === 'json';

/** POST, downloads and errors: JSON, unless the client prefers `text/html`. A tie and the wildcard get JSON. */
export const prefersHtml = (ctx: Context): boolean =>
  ctx.headers.accept !== undefined && ctx.accepts(['json', 'html']) === 'html';
