/** Finds settings that were changed in the configuration, but are not used by the running program yet. */
import { isPassword, isPasswordHash } from '../workers/base/password-hash.js';
import { fieldNames, type Config } from './fields.js';
import { sameValue } from './same-value.js';

/**
 * @param read the configuration as it was just read
 * @param saved the configuration that the program knows; its password is a hash, or empty
 * @param overrides set by a flag or the environment; these fields are skipped
 */
export async function differences(
  read: Readonly<Config>,
  saved: Readonly<Config>,
  overrides: Readonly<Partial<Config>>,
): Promise<Partial<Config>> {
  const names = fieldNames.filter((name) => !Object.hasOwn(overrides, name) && !sameValue(read[name], saved[name]));
  const changes: Partial<Config> = Object.fromEntries(names.map((name) => [name, read[name]]));
  // The file has the same password in plain text.
  if (changes.password && !isPasswordHash(changes.password) && (await isPassword(changes.password, saved.password)))
    delete changes.password;
  return changes;
}
