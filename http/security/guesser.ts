/** Who guesses: by the account, the browser or the address that a password comes from. */
import { createHmac, randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Context } from 'koa';
import { isPasswordHash } from '../../workers/base/password-hash.js';
import { askerOf } from './account.js';
import { cookieOf } from './cookies.js';
import type { Guesser } from './guesses.js';
import { sameSecret } from './sessions.js';
import { ipv6Groups, isLoopbackAddress } from './socket-owner.js';

/** Milliseconds that a cookie tells a browser that was logged in once from strangers; it lets in nobody. */
export const deviceLifetime = 365 * 24 * 3600_000;

const processKey = randomBytes(32).toString('base64');

/** Ends with the password; where that is kept plain, with the daemon too, for a cookie must not help to guess it. */
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

/** The IPv4 address, or the /64 network of an IPv6 address: its owner can use every address in it. */
export function placeOf(address: string): string {
  const plain = address.replace(/^::ffff:/i, '');
  return isIPv6(plain) && !isLoopbackAddress(plain) ? ipv6Groups(plain).slice(0, 4).join('.') : plain;
}

/**
 * @param kept the password as it is kept
 * @param wasRight whether the password came from there before
 */
export async function guesserOf(ctx: Context, kept: string, wasRight: (key: string) => boolean): Promise<Guesser> {
  const address = (ctx.req.socket.remoteAddress ?? '').replace(/^::ffff:/i, '');
  const device = deviceOf(cookieOf(ctx, 'device'), kept);
  if (device !== undefined) return { key: `device ${device}`, isKnown: true };
  // Only connections over loopback are looked up, since the tables cost 10 ms and more.
  const asker = isLoopbackAddress(address) ? await askerOf(ctx.req.socket) : 'unknown';
  const key = `${placeOf(address)} ${asker}`;
  const isHome = asker === 'ours' && ['127.0.0.1', '::1'].includes(address);
  return { key, isKnown: isHome || wasRight(key) };
}
