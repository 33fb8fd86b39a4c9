/** The password check: HTTP Basic with any user name, or the cookie of a login. */
import { createHmac, randomBytes } from 'node:crypto';
import type { Context, Middleware, Next } from 'koa';
import { TonstiftError } from '../../workers/base/errors.js';
import { isLongPassword, isPassword } from '../../workers/base/password-hash.js';
import { expectBody, type BodyTimes } from '../request/body-time.js';
import { prefersHtml } from '../request/negotiate.js';
import { utf8Of } from '../request/utf8.js';
import type { Access } from './access.js';
import { checkAccount } from './account.js';
import { cookieOf, setCookie } from './cookies.js';
import { addressOf, deviceLifetime, guesserOf, isDevice, newDevice } from './guesser.js';
import { createGuesses } from './guesses.js';
import { createSessions, sameSecret, type Sessions } from './sessions.js';
import type { Log } from '../../workers/base/ports.js';
import { say } from '../../workers/base/language/sentence.js';
import { keepNewest } from '../../workers/base/keep-newest.js';

export interface Gate {
  sessions: Sessions;
  /** Whether the password is correct. The check is queued and slow. */
  check(ctx: Context, password: string): Promise<boolean>;
  /** Opens a session for this browser. */
  logIn(ctx: Context): void;
  /** Ends the session of this browser and its event streams. */
  logOut(ctx: Context): void;
  /**
   * Accepts a session, the correct Basic password, or any request if no password is set. Otherwise throws
   * `unauthorized` or `forbidden_account`.
   */
  guard: Middleware;
}

/** Paths without a password: liveness, and the login page with its assets if a password is set. */
const isOpen = (path: string, hasLogin: boolean): boolean =>
  path === '/healthz' || path.startsWith('/assets/') || (hasLogin && path === '/login');

/** Pages show the daemon's state only to admitted clients. */
export const isAdmitted = (ctx: Context): boolean => ctx.state['admitted'] === true;

/** Whether the request comes from a command of the daemon's own account. */
export const isCommand = (ctx: Context): boolean => (ctx.state as { isCommand?: boolean }).isCommand === true;

/** The session that admitted a request; null if it was admitted in another way. */
export const sessionOf = (ctx: Context): string | null => (ctx.state as { session?: string }).session ?? null;

async function admit(ctx: Context, next: Next, session?: string): Promise<void> {
  ctx.state['admitted'] = true;
  ctx.state['session'] = session;
  await next();
}

/** The password of an Authorization header; undefined if it has none. */
export function basicPassword(header: string | undefined): string | undefined {
  const encoded = /^basic +([A-Za-z0-9+/=_-]+)$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const bytes = Buffer.from(encoded, 'base64').toString('latin1');
  // Python's requests and others send letters beyond ASCII as Latin-1.
  const text = utf8Of(bytes) ?? bytes;
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : text.slice(colon + 1);
}

/**
 * Browsers get no WWW-Authenticate: their own password dialog would cover our page. Over plain HTTP from another
 * machine they send no Sec-Fetch-Site. There, requests of our pages have a Referer or an Origin.
 */
const isBrowser = (ctx: Context): boolean =>
  prefersHtml(ctx) || ['Sec-Fetch-Site', 'Referer', 'Origin'].some((name) => ctx.get(name) !== '');

/** Whether the header has the command token. Only the daemon's own account can read the token. */
function showsToken(header: string | undefined, token: string | undefined): boolean {
  const given = /^bearer +(\S+)$/i.exec(header ?? '')?.[1];
  return token !== undefined && given !== undefined && sameSecret(given, token);
}

export interface GateParts {
  /** Milliseconds since 1970. */
  now: () => number;
  wait: (ms: number) => Promise<unknown>;
  /** The limits for requests to open paths. */
  bodies: BodyTimes;
  log: Pick<Log, 'warn'>;
}

export function createGate(access: Access, parts: GateParts): Gate {
  const { now, bodies } = parts;
  const sessions = createSessions(() => access.password(), now);
  const check = createCheck(access, parts);

  const guard: Middleware = async (ctx, next: Next) => {
    if (isOpen(ctx.path, access.password() !== undefined)) {
      expectBody(ctx.req, bodies);
      await next();
      return;
    }
    if (showsToken(ctx.headers.authorization, access.commandToken())) {
      ctx.state['isCommand'] = true;
      return admit(ctx, next);
    }
    if (access.password() === undefined) {
      if (!access.anyAccount()) await checkAccount(ctx.req);
      return admit(ctx, next);
    }
    const session = cookieOf(ctx, 'session');
    if (session !== undefined && sessions.has(session)) {
      rememberDevice(ctx, access.password() ?? '');
      if (sessions.renew(session)) setCookie(ctx, 'session', session, sessions.lifetime);
      return admit(ctx, next, session);
    }
    const given = basicPassword(ctx.headers.authorization);
    if (given !== undefined && (await check(ctx, given))) return admit(ctx, next);
    if (!isBrowser(ctx)) ctx.set('WWW-Authenticate', 'Basic realm="Tonstift", charset="UTF-8"');
    throw new TonstiftError('unauthorized', say(given === undefined ? 'error.password_needed' : 'error.password'));
  };

  return {
    sessions,
    check,
    guard,
    logIn(ctx) {
      setCookie(ctx, 'session', sessions.open(), sessions.lifetime);
    },
    logOut(ctx) {
      const session = cookieOf(ctx, 'session');
      if (session !== undefined) sessions.close(session);
      setCookie(ctx, 'session', null, null);
    },
  };
}

/** Marks a browser that is logged in, so that it does not count as a stranger at its next login. */
function rememberDevice(ctx: Context, kept: string): void {
  if (isDevice(ctx, kept)) return;
  setCookie(ctx, 'device', newDevice(kept), deviceLifetime);
}

/** The maximum number of guessers whose correct password is remembered. */
const mostRemembered = 1000;
/** After this many wrong guesses from a known guesser, even the correct password takes the slow check. */
const mostWrong = 5;

function createCheck(access: Access, { now, wait, log }: GateParts): Gate['check'] {
  const guesses = createGuesses(now, wait);
  const memoryKey = randomBytes(32);
  const digest = (kept: string, given: string): string =>
    createHmac('sha256', memoryKey)
      .update(JSON.stringify([kept, given]))
      .digest('base64');
  /** By guesser. A program sends its password with every request, and the slow check would delay each of them. */
  const right = new Map<string, { digest: string; wrong: number }>();

  const remember = (key: string, made: string): void => {
    right.delete(key);
    right.set(key, { digest: made, wrong: 0 });
    keepNewest(right, mostRemembered);
  };

  return async (ctx, given) => {
    const kept = access.password();
    // No password is that long. Rejected here, so that it does not use memory while it is queued.
    if (kept === undefined || isLongPassword(given)) return false;
    const guesser = await guesserOf(ctx, kept, (key) => right.has(key));
    const made = digest(kept, given);
    const before = right.get(guesser.key);
    if (before !== undefined && before.wrong < mostWrong && sameSecret(before.digest, made)) {
      before.wrong = 0;
      return true;
    }
    // Counted before the result is known. Otherwise many guesses at once would all take the fast check.
    if (before !== undefined) before.wrong += 1;
    const slowed = (): void => log.warn(`Wrong passwords from ${addressOf(ctx)}: more guesses from there are slowed.`);
    const isRight = await guesses.attempt(guesser, () => isPassword(given, kept), slowed);
    if (isRight) remember(guesser.key, made);
    return isRight && access.password() === kept;
  };
}
