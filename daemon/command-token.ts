/**
 * What the commands show to a daemon of their own account: it keeps a hash of the password, which they could not send.
 * A file that only that account can read holds it, for one run of the daemon.
 */
import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../workers/base/files/durable.js';
import type { Places } from '../config/places.js';

const fileOf = ({ data }: Places): string => join(data, 'daemon.token');

/** @returns the token, and what removes it */
export async function makeCommandToken(places: Places): Promise<{ token: string; remove: () => Promise<void> }> {
  const token = randomBytes(32).toString('base64url');
  await writeDurably(fileOf(places), `${token}\n`, 0o600);
  return { token, remove: () => rm(fileOf(places), { force: true }) };
}

/** Undefined where there is none, or it is another account's. */
export const commandToken = (places: Places): Promise<string | undefined> =>
  readFile(fileOf(places), 'utf8').then(
    (text) => text.trim() || undefined,
    () => undefined,
  );
