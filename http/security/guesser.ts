/** Identifies who sends a password: by account, browser or address. */
import { createHmac, randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Context } from 'koa';
import { isPasswordHash } from '../../workers/base/password-hash.js';
import { askerOf } from './account.js';
import { cookieOf } from './cookies.js';
import type { Guesser } from './guesses.js';
import { sameSecret } from './sessions.js';
import { ipv6Groups, isLoopbackAddress } from './socket-owner.js';

/** Milliseconds. The device cookie marks a browser that has logged in before. It gives no access. */
export const deviceLifetime = 365 * 24 * 3600_000;

const processKey = randomBytes(32).toString('base64');

/**
 * The signature is valid until the password changes. If the password is stored as plain text, it is valid until the
 * daemon stops, because otherwise a cookie would help to guess the password.
 */
const sign = (id: string, kept: string): string =>
  createHmac('sha256', isPasswordHash(kept) ? kept : processKey + kept)
    .update(id)
    .digest('base64url');

export function newDevice(kept: string): string {
  const id = randomBytes(12).toString('base64url');
  return `${id}.${sign(id, kept)}`;
}

function deviceOf(cookie: string | undefined, kept: string): string | undefined {
  const [id = '', mac = ''] = cookie?.split('.') ?? [];
  return id !== '' && sameSecret(mac, sign(id, kept)) ? id : undefined;
}

export const isDevice = (ctx: Context, kept: string): boolean => deviceOf(cookieOf(ctx, 'device'), kept) !== undefined;

/** The IPv4 address, or the /64 network of an IPv6 address, because its owner can use every address in it. */
export function placeOf(address: string): string {
  const plain = address.replace(/^::ffff:/i, '');
  return isIPv6(plain) && !isLoopbackAddress(plain) ? ipv6Groups(plain).slice(0, 4).join('.') : plain;
}

/** The other end of the connection: behind a reverse proxy, the proxy. */
export const addressOf = (ctx: Context): string => (ctx.req.socket.remoteAddress ?? '').replace(/^::ffff:/i, '');

/**
 * @param kept the stored password
 * @param wasRight whether a correct password came from this key before
 */
export async function guesserOf(ctx: Context, kept: string, wasRight: (key: string) => boolean): Promise<Guesser> {
  const address = addressOf(ctx);
  const device = deviceOf(cookieOf(ctx, 'device'), kept);
  if (device !== undefined) return { key: `device ${device}`, isKnown: true };
  // Only loopback connections are looked up, because reading the tables costs 10 ms or more.
  const asker = isLoopbackAddress(address) ? await askerOf(ctx.req.socket) : 'unknown';
  const key = `${placeOf(address)} ${asker}`;
  const isHome = asker === 'ours' && ['127.0.0.1', '::1'].includes(address);
  return { key, isKnown: isHome || wasRight(key) };
}
