/** The only module that redirects a browser. */
import type { Context } from 'koa';
import { isPath } from './html.js';

/** The path from a request; the start page if it leads to another site. */
export const localPath = (wanted: string): string => (isPath(wanted) ? wanted : '/');

/** Sets the header `Location`. The caller sets the status. */
export const leadTo = (ctx: Context, wanted: string): void => ctx.set('Location', localPath(wanted));
