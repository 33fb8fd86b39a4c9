/** Without a password, the account that runs the daemon is the one that it serves, and root, which could anyway. */
import type { Socket } from 'node:net';
import { TonstiftError } from '../../workers/base/errors.js';
import { socketOwner } from './socket-owner.js';
import { say } from '../../workers/base/language/sentence.js';

/** As the system counts them; undefined where it counts none. */
const own = process.getuid?.();

/** What of this is not to be found out counts as ours: another system, another machine. */
export type Asker = 'ours' | 'unknown' | 'other';

export async function askerOf(socket: Socket): Promise<Asker> {
  const owner = await socketOwner(socket);
  if (owner.is === 'unknown' || own === undefined) return 'unknown';
  return owner.is === 'account' && (owner.uid === own || owner.uid === 0) ? 'ours' : 'other';
}

/** Throws `forbidden_account` where another account of this machine asks. */
export async function checkAccount(socket: Socket): Promise<void> {
  if ((await askerOf(socket)) !== 'other') return;
  throw new TonstiftError('forbidden_account', say('error.account'));
}
