/** Addresses of this service as the browser knows them. The only module that redirects a browser. */
import type { Context } from 'koa';
import { baseOf } from '../request/base-path.js';
import { isPath } from './html.js';

/** The path from a request; the start page if it leads to another site. */
export const localPath = (wanted: string): string => (isPath(wanted) ? wanted : '/');

/** Sets the header `Location`. The caller sets the status. */
export const leadTo = (ctx: Context, wanted: string): void => ctx.set('Location', baseOf(ctx) + localPath(wanted));

/** The address that the browser uses for this service, without a slash at the end. The scheme may be a proxy's. */
export function serviceAddress(ctx: Context): string {
  // Each of several proxies adds a value. The first is the scheme that the browser uses.
  const scheme = /^https *(,|$)/.test(ctx.get('X-Forwarded-Proto')) ? 'https' : ctx.protocol;
  return `${scheme}://${ctx.host}${baseOf(ctx)}`;
}
