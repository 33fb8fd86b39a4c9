import type { IncomingMessage } from 'node:http';
import { askerOf, isProxied, mayEnter } from './account.js';
import { isLoopbackAddress } from './socket-owner.js';

/**
 * Returns true for a request from this machine, from an account that has access. False for other accounts, and for
 * requests through a proxy.
 */
export async function isLocal(request: IncomingMessage): Promise<boolean> {
  const { socket } = request;
  if (!isLoopbackAddress(socket.remoteAddress ?? '') || isProxied(request)) return false;
  return mayEnter(await askerOf(socket), request);
}

/**
 * Returns true for a request from this machine that came through no proxy. It may come from any account, and use an
 * address of this machine in the network.
 */
export function isFromHere(request: IncomingMessage): boolean {
  const { remoteAddress = '', localAddress } = request.socket;
  return (isLoopbackAddress(remoteAddress) || remoteAddress === localAddress) && !isProxied(request);
}
