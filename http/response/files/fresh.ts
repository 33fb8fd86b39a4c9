/** Answers 304 if the client already has the current version. */
import type { Context } from 'koa';

/** Sets the ETag. Returns true, with status 304, if If-None-Match names it. */
export function isFresh(ctx: Context, etag: string): boolean {
  ctx.set('ETag', etag);
  // fetch sends `no-cache` with every If-None-Match. It is meant for caches in between, but Koa would treat the
  // response as stale.
  delete ctx.req.headers['cache-control'];
  // Koa compares only for successful responses.
  ctx.status = 200;
  if (ctx.fresh) ctx.status = 304;
  return ctx.status === 304;
}
