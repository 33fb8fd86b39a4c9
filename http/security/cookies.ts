/** The cookies of this daemon. */
import type { Context } from 'koa';
import { cookiePath } from '../request/base-path.js';

/** `session` of a login, `device` that has logged in before, `note` for the next page. */
export type CookieKind = 'session' | 'device' | 'note';

/**
 * Browsers share the cookies of a host between its ports. The name contains the port, otherwise two daemons on one
 * machine would log each other out. It is the port in `Host`, which differs from ours if a container publishes another
 * number. If `Host` has no port, as behind a proxy, it is the port of this server.
 */
function cookieName(ctx: Context, kind: CookieKind): string {
  const asked = /:(\d{1,5})$/.exec(ctx.get('Host'))?.[1];
  return `tonstift_${kind}_${asked ?? ctx.req.socket.localPort ?? 0}`;
}

export const cookieOf = (ctx: Context, kind: CookieKind): string | undefined => ctx.cookies.get(cookieName(ctx, kind));

/** @param lifetime milliseconds; null removes the cookie */
export function setCookie(ctx: Context, kind: CookieKind, value: string | null, lifetime: number | null): void {
  const always = { httpOnly: true, sameSite: 'strict', path: cookiePath(ctx), overwrite: true } as const;
  ctx.cookies.set(cookieName(ctx, kind), value, lifetime === null ? always : { ...always, maxAge: lifetime });
}
