/** Settings as a new home has them. */
import '../../workers/papers/settings-table.js';
import { loadConfig, type LoadInput } from '../../config/load.js';
import { placesOf } from '../../config/places.js';
import { createSettings, type Settings } from '../../config/settings.js';
import { realpathOfExisting as realpath } from '../../workers/base/files/realpath.js';

/** @param home folder for all that is kept, the file of the settings among it */
export function testSettings(home: string, flags: LoadInput['flags'] = {}): Settings {
  const places = placesOf({}, home);
  const loaded = loadConfig({ flags, environment: {}, fileText: null, places, cwd: home, user: home, realpath });
  return createSettings({ places, loaded, user: home, realpath });
}
