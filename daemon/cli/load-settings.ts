import { homedir } from 'node:os';
import { combine, type Loaded } from '../../config/combine.js';
import { readConfigFile } from '../../config/file.js';
import { givenIn } from '../../config/given.js';
import { plainValue } from '../../config/plain-values.js';
import { ConfigError } from '../../config/problems.js';
import { realpathOfExisting } from '../../workers/base/files/realpath.js';
import { createSettings, type Settings } from '../../config/settings.js';
import { messageOf } from '../../workers/base/errors.js';
import type { Invocation } from './invocation.js';

/** @throws ConfigError with every problem */
export async function loadSettings(invocation: Invocation): Promise<Settings> {
  const { places } = invocation;
  return createSettings({
    places,
    loaded: await readSettings(invocation),
    user: homedir(),
    realpath: realpathOfExisting,
  });
}

/**
 * What flags, environment and configuration file say now.
 * @throws ConfigError with every problem
 */
export async function readSettings({ flags, environment, places }: Invocation): Promise<Loaded> {
  const user = homedir();
  const fileText = await readConfigFile(places.configFile).catch((error: unknown) => {
    throw new ConfigError([{ field: null, source: places.configFile, what: `cannot be read: ${messageOf(error)}.` }]);
  });
  const input = { flags, environment, fileText, places, cwd: process.cwd(), user, realpath: realpathOfExisting };
  const given = givenIn(input);
  // The schemas take some 15 ms to load.
  const plain = given.values.flatMap((value) => {
    const parsed = plainValue(value);
    return parsed === undefined ? [] : [{ ...value, parsed }];
  });
  if (plain.length === given.values.length) return combine(input, given, plain);
  return (await import('../../config/load.js')).loadConfig(input);
}
