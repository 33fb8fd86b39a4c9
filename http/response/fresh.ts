/** What a client has already is not sent again. */
import type { Context } from 'koa';

/** Sets the tag, and answers 304 where If-None-Match names it: true then. */
export function isFresh(ctx: Context, etag: string): boolean {
  ctx.set('ETag', etag);
  // `no-cache` is said to caches on the way; fetch sends it with every If-None-Match, and Koa would take it for a no.
  delete ctx.req.headers['cache-control'];
  // Koa compares for answers that succeed alone.
  ctx.status = 200;
  if (ctx.fresh) ctx.status = 304;
  return ctx.status === 304;
}
