/**
 * A token by which commands of the same account authenticate to the daemon. They cannot send the password, because
 * the daemon keeps only its hash. The token is in a file that only this account can read, and valid for one run of
 * the daemon.
 */
import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../workers/base/files/durable.js';
import type { Places } from '../config/places.js';

const fileOf = ({ data }: Places): string => join(data, 'daemon.token');

/** @returns the token, and a function that removes it */
export async function makeCommandToken(places: Places): Promise<{ token: string; remove: () => Promise<void> }> {
  const token = randomBytes(32).toString('base64url');
  await writeDurably(fileOf(places), `${token}\n`, 0o600);
  return { token, remove: () => rm(fileOf(places), { force: true }) };
}

/** Returns undefined if there is no token, or it belongs to another account. */
export const commandToken = (places: Places): Promise<string | undefined> =>
  readFile(fileOf(places), 'utf8').then(
    (text) => text.trim() || undefined,
    () => undefined,
  );
