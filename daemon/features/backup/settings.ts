/** Settings in a backup: those that a person chose and that make sense on another machine. */
import { fieldNames, fieldOf, isFieldName, type FieldName } from '../../../config/fields.js';
import { ConfigError } from '../../../config/problems.js';
import { sameValue } from '../../../config/same-value.js';
import type { Settings } from '../../../config/settings.js';

/** Excludes secrets, paths, addresses and access rules, both when a backup is written and when it is restored. */
function isPortable(name: FieldName): boolean {
  const { type, guard, group } = fieldOf(name);
  return guard === 'open' && group !== 'network' && !['secret', 'path', 'url', 'place'].includes(type);
}

export function chosenSettings({ saved, sources }: Pick<Settings, 'saved' | 'sources'>): Record<string, unknown> {
  const chosen = fieldNames.filter((name) => sources[name] === 'file' && isPortable(name));
  return Object.fromEntries(chosen.map((name) => [name, saved[name]]));
}

/**
 * Applies settings that are still at their default here. Settings that are invalid, alone or with the current ones,
 * are skipped.
 * @returns the names of the applied settings
 */
export async function takeSettings(found: Readonly<Record<string, unknown>>, settings: Settings): Promise<FieldName[]> {
  const { saved, sources } = settings;
  let changes = Object.entries(found).filter(
    ([name, value]) =>
      isFieldName(name) && isPortable(name) && sources[name] === 'default' && !sameValue(saved[name], value as never),
  );
  while (changes.length > 0) {
    try {
      await settings.update(Object.fromEntries(changes));
      break;
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      const wrong = new Set(error.problems.map(({ field }) => field));
      const others = changes.filter(([name]) => !wrong.has(name));
      changes = others.length < changes.length ? others : [];
    }
  }
  return changes.map(([name]) => name as FieldName);
}
