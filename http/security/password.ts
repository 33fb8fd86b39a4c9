/** The password, where one is asked for: HTTP Basic with any user name, or the cookie of a login. */
import type { Context, Middleware, Next } from 'koa';
import { TonstiftError } from '../../workers/base/errors.js';
import { prefersHtml } from '../request/negotiate.js';
import type { Access } from './access.js';
import { checkAccount } from './account.js';
import { createSessions, sameSecret, type Sessions } from './sessions.js';
import { createThrottle, type Throttle } from './throttle.js';

export const sessionCookie = 'tonstift_session';

export interface Gate {
  sessions: Sessions;
  /** True where the password is right; a wrong one is slow. */
  check(ctx: Context, password: string): Promise<boolean>;
  /**
   * Passes with a session, the right Basic password, or where none is asked for; else throws `unauthorized` or
   * `forbidden_account`.
   */
  guard: Middleware;
}

/** Open to all that pass the Host check: liveness, and what the login page is made of. */
const isOpen = (path: string): boolean => path === '/healthz' || path === '/login' || path.startsWith('/assets/');

/** Pages show the daemon's state only to those admitted. */
export const isAdmitted = (ctx: Context): boolean => ctx.state['admitted'] === true;

async function admit(ctx: Context, next: Next): Promise<void> {
  ctx.state['admitted'] = true;
  await next();
}

/** The password of an Authorization header; undefined where it has none. */
export function basicPassword(header: string | undefined): string | undefined {
  const encoded = /^basic +([A-Za-z0-9+/=_-]+)$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : text.slice(colon + 1);
}

export function createGate(access: Access, now: () => number, wait: (ms: number) => Promise<unknown>): Gate {
  const sessions = createSessions(() => access.password(), now);
  const throttle: Throttle = createThrottle(now, wait);
  const isRight = (given: string): boolean => {
    const password = access.password();
    return password !== undefined && sameSecret(given, password);
  };

  const check = (ctx: Context, given: string): Promise<boolean> =>
    throttle.attempt(ctx.req.socket.remoteAddress ?? '', () => isRight(given));

  const guard: Middleware = async (ctx, next: Next) => {
    if (isOpen(ctx.path)) {
      await next();
      return;
    }
    if (access.password() === undefined) {
      if (!access.anyAccount()) await checkAccount(ctx.req.socket);
      return admit(ctx, next);
    }
    const session = ctx.cookies.get(sessionCookie);
    if (session !== undefined && sessions.has(session)) return admit(ctx, next);
    const given = basicPassword(ctx.headers.authorization);
    if (given !== undefined && (await check(ctx, given))) return admit(ctx, next);
    // A browser's own password box would only be in the way of the login page.
    if (ctx.get('Sec-Fetch-Site') === '' && !prefersHtml(ctx))
      ctx.set('WWW-Authenticate', 'Basic realm="Tonstift", charset="UTF-8"');
    throw new TonstiftError(
      'unauthorized',
      given === undefined ? 'This service asks for its password.' : 'The password is wrong.',
    );
  };

  return { sessions, check, guard };
}
