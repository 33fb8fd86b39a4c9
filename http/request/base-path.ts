/**
 * The base path: what a reverse proxy puts before all paths of this service, such as `/tonstift`. Routes do not see it.
 * Html, Location, cookies and JSON add it to their paths.
 */
import type { Context, Middleware } from 'koa';
import { isBasePath } from '../../config/base-path.js';
import { shown } from '../../workers/base/input/shown.js';
import { say } from '../../workers/base/language/sentence.js';
import { HttpError } from '../response/errors.js';
import type { Access } from '../security/access.js';

/** The base path of a request without a slash at the end; empty if there is none. */
export const baseOf = (ctx: Context): string => (ctx.state as { base?: string }).base ?? '';

/** Limits a cookie to this service, because a proxy may have others on the same host. */
export const cookiePath = (ctx: Context): string => baseOf(ctx) || '/';

/** The second is sent by Home Assistant. */
const headers = ['X-Forwarded-Prefix', 'X-Ingress-Path'] as const;

/** The header in which a trusted proxy names the base path. */
function forwarded(ctx: Context, access: Access): { name: string; value: string } | undefined {
  const name = headers.find((one) => ctx.get(one) !== '');
  if (name === undefined || !access.isTrustedProxy(ctx.socket.remoteAddress ?? '')) return undefined;
  const value = ctx.get(name);
  return { name, value: value === '/' ? '' : value };
}

/** Finds the base path, and removes it from the path of the request if the proxy has not. */
export const takeBasePath =
  (access: Access): Middleware =>
  (ctx, next) => {
    const value = forwarded(ctx, access)?.value;
    const base = value !== undefined && (value === '' || isBasePath(value)) ? value : access.basePath();
    (ctx.state as { base?: string }).base = base;
    const { url } = ctx;
    if (base !== '' && url.startsWith(base) && /^(?:[/?]|$)/.test(url.slice(base.length))) {
      ctx.url = url.slice(base.length).replace(/^(?!\/)/, '/');
      ctx.originalUrl = ctx.url;
    }
    return next();
  };

/** Throws `bad_request` if a trusted proxy names a base path that is none. */
export function checkBasePath(ctx: Context, access: Access): void {
  const { name = '', value = '' } = forwarded(ctx, access) ?? {};
  if (value === '' || isBasePath(value)) return;
  throw new HttpError('bad_request', say('error.base_path', { header: name, value: shown(value) }));
}
