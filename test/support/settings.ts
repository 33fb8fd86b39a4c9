/** Settings of a home that is the user's too. */
import { existsSync, readFileSync } from 'node:fs';
import '../../workers/papers/settings-table.js';
import { loadConfig, type LoadInput } from '../../config/load.js';
import { placesOf } from '../../config/places.js';
import { Settings } from '../../config/settings.js';
import { realpathOfExisting as realpath } from '../../workers/base/files/realpath.js';

/** Loads them by the file of the home where it has one. */
export function loadedIn(home: string, given: Partial<LoadInput> = {}): ReturnType<typeof loadConfig> {
  const places = placesOf({}, home);
  const fileText = existsSync(places.configFile) ? readFileSync(places.configFile, 'utf8') : null;
  return loadConfig({ flags: {}, environment: {}, fileText, places, cwd: home, user: home, realpath, ...given });
}

export const settingsIn = (home: string, given: Partial<LoadInput> = {}): Settings =>
  new Settings({ places: placesOf({}, home), loaded: loadedIn(home, given), user: home, realpath });

/** Settings as a new home has them. */
export const testSettings = (home: string, flags: LoadInput['flags'] = {}): Settings =>
  settingsIn(home, { flags, fileText: null });
