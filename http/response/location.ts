/** The one place that sends a browser on. */
import type { Context } from 'koa';
import { isPath } from './html.js';

/** A path of ours that may come from a request; the start page for anything that leads to another site. */
export const localPath = (wanted: string): string => (isPath(wanted) ? wanted : '/');

/** Sets the header `Location`. The status is the caller's. */
export const leadTo = (ctx: Context, wanted: string): void => ctx.set('Location', localPath(wanted));
