/** A daemon that runs, asked as a browser would. */
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { RequestInit } from 'undici';
import type { Settings } from '../../config/settings.js';
import { TonstiftError } from '../../workers/base/errors.js';
import { commandToken } from '../command-token.js';
import { holderAddress } from '../../workers/base/files/lock.js';

export interface DaemonClient {
  /**
   * The JSON that a path answers.
   * @param time milliseconds until the answer begins; 0 is as long as it takes
   * @throws Unreachable where nobody is there to be asked
   * @throws TonstiftError with what the daemon says; `not_now` where it breaks off
   */
  ask: <Answer>(path: string, init?: RequestInit, time?: number) => Promise<Answer>;
  /**
   * Hands on the bytes that a path answers, as they come. Throws as `ask`, what `use` throws too.
   */
  receive: (path: string, use: (bytes: Readable) => Promise<void>) => Promise<void>;
}

/** No connection could be made: nothing of what was asked has been done. */
export class Unreachable extends TonstiftError {}

/** Undefined where none runs in this home. */
export async function runningDaemon(settings: Settings): Promise<DaemonClient | undefined> {
  const address = await holderAddress(join(settings.places.data, 'daemon.lock'));
  if (address === undefined) return undefined;
  const token = await commandToken(settings.places);
  // What requests are made with takes a tenth of a second to load: most commands find no daemon.
  const { daemonClient } = await import('./daemon-requests.js');
  return daemonClient(address, token === undefined ? undefined : `Bearer ${token}`);
}
