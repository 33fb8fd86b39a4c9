/** Finds the running daemon of a home. */
import { join } from 'node:path';
import type { Settings } from '../../config/settings.js';
import { holderAddress } from '../../workers/base/files/lock.js';
import { commandToken } from '../command-token.js';
import type { DaemonClient } from './daemon-client.js';
import { daemonClient } from './daemon-requests.js';

/** Returns undefined if no daemon runs in this home. */
export async function runningDaemon(settings: Settings): Promise<DaemonClient | undefined> {
  const address = await holderAddress(join(settings.places.data, 'daemon.lock'));
  if (address === undefined) return undefined;
  const token = await commandToken(settings.places);
  return daemonClient(address, token === undefined ? undefined : `Bearer ${token}`);
}
