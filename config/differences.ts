/** What the configuration says by now, and the running program does not go by yet. */
import { isPassword, isPasswordHash } from '../workers/base/password-hash.js';
import { fieldNames, type Config } from './fields.js';
import { sameValue } from './same-value.js';

/**
 * @param read as it was read again
 * @param saved as the program knows it; its password is a hash, or empty
 * @param overrides what a flag or the environment sets: nothing that is read rules over that
 */
export async function differences(
  read: Readonly<Config>,
  saved: Readonly<Config>,
  overrides: Readonly<Partial<Config>>,
): Promise<Partial<Config>> {
  const names = fieldNames.filter((name) => !Object.hasOwn(overrides, name) && !sameValue(read[name], saved[name]));
  const changes: Partial<Config> = Object.fromEntries(names.map((name) => [name, read[name]]));
  // The same one, which the file has as a person wrote it.
  if (changes.password && !isPasswordHash(changes.password) && (await isPassword(changes.password, saved.password)))
    delete changes.password;
  return changes;
}
