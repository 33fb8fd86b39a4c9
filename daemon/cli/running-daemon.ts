import { join } from 'node:path';
import type { Settings } from '../../config/settings.js';
import { systemCodeOf, TonstiftError } from '../../workers/base/errors.js';
import { holderAddress } from '../../workers/base/files/lock.js';
import { commandToken } from '../command-token.js';
import type { DaemonClient } from './daemon-client.js';
import { daemonClient } from './daemon-requests.js';

/**
 * Returns undefined if no daemon runs in this home.
 * @throws TonstiftError `forbidden_account` if the home belongs to another account
 */
export async function runningDaemon(settings: Settings): Promise<DaemonClient | undefined> {
  const { data } = settings.places;
  const address = await holderAddress(join(data, 'daemon.lock')).catch((error: unknown) => {
    if (systemCodeOf(error) !== 'EACCES') throw error;
    throw new TonstiftError(
      'forbidden_account',
      `${data} belongs to another account. Run the command as that account.`,
    );
  });
  if (address === undefined) return undefined;
  const token = await commandToken(settings.places);
  return daemonClient(address, token === undefined ? undefined : `Bearer ${token}`);
}
