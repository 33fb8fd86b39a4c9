import { homedir } from 'node:os';
import { readConfigFile } from '../../config/file.js';
import { loadConfig, type Loaded } from '../../config/load.js';
import { ConfigError } from '../../config/problems.js';
import { realpathOfExisting } from '../../workers/base/files/realpath.js';
import { Settings } from '../../config/settings.js';
import { messageOf } from '../../workers/base/errors.js';
import type { Invocation } from './invocation.js';

/** @throws ConfigError with every problem */
export async function loadSettings(invocation: Invocation): Promise<Settings> {
  const { places } = invocation;
  return new Settings({
    places,
    loaded: await readSettings(invocation),
    user: homedir(),
    realpath: realpathOfExisting,
  });
}

/**
 * Reads the current flags, environment and configuration file.
 * @throws ConfigError with every problem
 */
export async function readSettings({ flags, environment, places }: Invocation): Promise<Loaded> {
  const user = homedir();
  const fileText = await readConfigFile(places.configFile).catch((error: unknown) => {
    throw new ConfigError([{ field: null, source: places.configFile, what: `cannot be read: ${messageOf(error)}.` }]);
  });
  return loadConfig({ flags, environment, fileText, places, cwd: process.cwd(), user, realpath: realpathOfExisting });
}
