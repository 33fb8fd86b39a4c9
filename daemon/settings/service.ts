/** The settings as the HTTP room wants them: raw changes in, sentences by field out. */
import { defaultOf, environmentOf, fieldNames, fieldOf, flagOf } from '../../config/fields.js';
import { ConfigError } from '../../config/problems.js';
import type { Settings } from '../../config/settings.js';
import type { ConfigFieldView, ConfigService } from '../../http/resources/config/service.js';
import { badFields } from '../../workers/base/errors.js';
import { guardOf } from './guard.js';

export function settingsService(settings: Settings): ConfigService {
  return {
    values: () => settings.masked(),
    pendingRestart: () => settings.pendingRestart(),
    fields: () =>
      fieldNames.map((name): ConfigFieldView => {
        const { type, group, guard, help, choices, needsRestart } = fieldOf(name);
        return {
          name,
          type,
          group,
          guard,
          help,
          default: defaultOf(name, settings.places),
          choices: choices ?? null,
          needs_restart: needsRestart,
          environment: environmentOf(name),
          flag: flagOf(name),
          source: settings.sources[name],
        };
      }),
    async update(changes, asker) {
      try {
        return await settings.update(changes, guardOf(asker, settings));
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        throw badFields(Object.fromEntries(error.problems.map(({ field, what }) => [field ?? 'config', what])));
      }
    },
  };
}
