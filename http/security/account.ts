/**
 * Without a password, only the account that runs the daemon has access, and root, which could read everything anyway.
 */
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { TonstiftError } from '../../workers/base/errors.js';
import { say } from '../../workers/base/language/sentence.js';
import { socketOwner } from './socket-owner.js';

/** Undefined on systems without account numbers. */
const own = process.getuid?.();

/**
 * `ours`    the account of the daemon
 * `root`    root, if the daemon runs under another account
 * `other`   another account, or none was found
 * `hidden`  the system hides the owner of the connection from this process; rejected like `other`
 */
export type Asker = 'ours' | 'root' | 'other' | 'hidden';

export async function askerOf(socket: Socket): Promise<Asker> {
  const owner = await socketOwner(socket);
  if (own === undefined) return 'hidden';
  if (owner.is !== 'account') return owner.is === 'hidden' ? 'hidden' : 'other';
  if (owner.uid !== own) return owner.uid === 0 ? 'root' : 'other';
  return (await isAmbiguous(own)) ? 'hidden' : 'ours';
}

/** In a user namespace, Linux shows all unmapped accounts as this one (user_namespaces(7)). */
const unmapped = 65_534;

/** If the daemon runs as `nobody` in such a namespace, it cannot distinguish its own account from others. */
async function isAmbiguous(uid: number): Promise<boolean> {
  if (uid !== unmapped) return false;
  const map = await readFile('/proc/self/uid_map', 'latin1').catch(() => '');
  return !/^\s*0\s+0\s+4294967295\s*$/.test(map);
}

/** Headers that proxies add. Behind a proxy, every request seems to come from this machine. */
const proxyHeaders = [
  ...['forwarded', 'via', 'x-real-ip', 'x-ingress-path'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-port', 'x-forwarded-prefix', 'x-forwarded-proto'],
];

export const isProxied = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  proxyHeaders.some((name) => headers[name] !== undefined);

/** A proxy of root, such as one that opens port 443 itself, passes on the requests of everyone who reaches it. */
export const mayEnter = (asker: Asker, request: Pick<IncomingMessage, 'headers'>): boolean =>
  asker === 'ours' || (asker === 'root' && !isProxied(request));

/** @throws TonstiftError `forbidden_account` unless the request comes from the daemon's own account or root */
export async function checkAccount(request: IncomingMessage): Promise<void> {
  const asker = await askerOf(request.socket);
  if (mayEnter(asker, request)) return;
  throw new TonstiftError('forbidden_account', say(asker === 'hidden' ? 'error.account_hidden' : 'error.account'));
}
