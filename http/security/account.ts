/** Without a password, the account that runs the daemon is the one that it serves, and root, which could anyway. */
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { TonstiftError } from '../../workers/base/errors.js';
import { say } from '../../workers/base/language/sentence.js';
import { socketOwner } from './socket-owner.js';

/** Undefined on systems that do not number accounts. */
const own = process.getuid?.();

/**
 * `ours`    the account of the daemon, or root
 * `other`   another account, or nobody that could be found
 * `hidden`  Linux does not show this process whose connection it is: refused, like `other`
 * `unknown` another system, where nothing tells: served
 */
export type Asker = 'ours' | 'other' | 'hidden' | 'unknown';

export async function askerOf(socket: Socket): Promise<Asker> {
  const owner = await socketOwner(socket);
  if (owner.is === 'unknown' || own === undefined) return 'unknown';
  if (owner.is !== 'account') return owner.is === 'hidden' ? 'hidden' : 'other';
  if (owner.uid === 0) return 'ours';
  if (owner.uid !== own) return 'other';
  return (await isAmbiguous(own)) ? 'hidden' : 'ours';
}

export const isServed = (asker: Asker): boolean => asker === 'ours' || asker === 'unknown';

/** In a user namespace all accounts that it does not map are shown as this one (user_namespaces(7)). */
const unmapped = 65_534;

/** A daemon that runs as `nobody` in such a namespace cannot tell its own account from others. */
async function isAmbiguous(uid: number): Promise<boolean> {
  if (uid !== unmapped) return false;
  const map = await readFile('/proc/self/uid_map', 'latin1').catch(() => '');
  return !/^\s*0\s+0\s+4294967295\s*$/.test(map);
}

/** @throws TonstiftError `forbidden_account` unless the daemon's own account or root asks */
export async function checkAccount(socket: Socket): Promise<void> {
  const asker = await askerOf(socket);
  if (isServed(asker)) return;
  throw new TonstiftError('forbidden_account', say(asker === 'hidden' ? 'error.account_hidden' : 'error.account'));
}
