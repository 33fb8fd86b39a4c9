import { homedir } from 'node:os';
import { combine } from '../../config/combine.js';
import { readConfigFile } from '../../config/file.js';
import { givenIn } from '../../config/given.js';
import { ConfigError } from '../../config/problems.js';
import { realpathOfExisting } from '../../workers/base/files/realpath.js';
import { createSettings, type Settings } from '../../config/settings.js';
import { messageOf } from '../../workers/base/errors.js';
import type { Invocation } from './invocation.js';

/** @throws ConfigError with every problem */
export async function loadSettings({ flags, environment, places }: Invocation): Promise<Settings> {
  const user = homedir();
  const fileText = await readConfigFile(places.configFile).catch((error: unknown) => {
    throw new ConfigError([{ field: null, source: places.configFile, what: `cannot be read: ${messageOf(error)}.` }]);
  });
  const input = { flags, environment, fileText, places, cwd: process.cwd(), user, realpath: realpathOfExisting };
  const given = givenIn(input);
  // The schemas take some 60 ms to load; where nothing is set there is nothing to read.
  const loaded =
    given.values.length === 0 ? combine(input, given, []) : (await import('../../config/load.js')).loadConfig(input);
  return createSettings({ places, loaded, user, realpath: realpathOfExisting });
}
