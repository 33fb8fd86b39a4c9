import type { IncomingMessage } from 'node:http';
import { askerOf, isServed } from './account.js';
import { isLoopbackAddress } from './socket-owner.js';

/** Headers that proxies add. Behind a proxy, every request seems to come from this machine. */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'via'];

/**
 * Whether a request comes from this machine and from an account that has access. False for other accounts, and for
 * requests through a proxy.
 */
export async function isLocal({ socket, headers }: IncomingMessage): Promise<boolean> {
  if (!isLoopbackAddress(socket.remoteAddress ?? '')) return false;
  if (proxyHeaders.some((name) => headers[name] !== undefined)) return false;
  return isServed(await askerOf(socket));
}
