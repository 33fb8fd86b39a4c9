/**
 * Without a password, only the account that runs the daemon has access, and root, which could read everything anyway.
 */
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { TonstiftError } from '../../workers/base/errors.js';
import { say } from '../../workers/base/language/sentence.js';
import { socketOwner } from './socket-owner.js';

/** Undefined on systems without account numbers. */
const own = process.getuid?.();

/**
 * `ours`    the account of the daemon, or root
 * `other`   another account, or none was found
 * `hidden`  the system hides the owner of the connection from this process; rejected like `other`
 */
export type Asker = 'ours' | 'other' | 'hidden';

export async function askerOf(socket: Socket): Promise<Asker> {
  const owner = await socketOwner(socket);
  if (own === undefined) return 'hidden';
  if (owner.is !== 'account') return owner.is === 'hidden' ? 'hidden' : 'other';
  if (owner.uid === 0) return 'ours';
  if (owner.uid !== own) return 'other';
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

/** @throws TonstiftError `forbidden_account` unless the request comes from the daemon's own account or root */
export async function checkAccount(socket: Socket): Promise<void> {
  const asker = await askerOf(socket);
  if (asker === 'ours') return;
  throw new TonstiftError('forbidden_account', say(asker === 'hidden' ? 'error.account_hidden' : 'error.account'));
}
