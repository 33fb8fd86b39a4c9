/** Whether a person at this machine asks, with an account that is served. */
import type { IncomingMessage } from 'node:http';
import { askerOf, isServed } from './account.js';
import { isLoopbackAddress } from './socket-owner.js';

/** A proxy puts one of these in; behind it everyone comes from this machine. */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'via'];

/** False for another account of this machine, and for what came by way of a proxy. */
export async function isLocal({ socket, headers }: IncomingMessage): Promise<boolean> {
  if (!isLoopbackAddress(socket.remoteAddress ?? '')) return false;
  if (proxyHeaders.some((name) => headers[name] !== undefined)) return false;
  return isServed(await askerOf(socket));
}
