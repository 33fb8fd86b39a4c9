/** The settings service for HTTP: takes raw changes, returns problems by field. */
import { defaultOf, environmentOf, fieldNames, fieldOf, flagOf } from '../../config/fields.js';
import { say, type Words } from '../../workers/base/language/sentence.js';
import { ConfigError, type ConfigProblem } from '../../config/problems.js';
import type { Settings } from '../../config/settings.js';
import {
  ConfigRefused,
  type ConfigAsker,
  type ConfigFieldView,
  type ConfigService,
  type ConfigTerms,
} from '../../http/resources/config/service.js';
import { guardOf } from './guard.js';

export function settingsService(settings: Settings): ConfigService {
  return {
    values: () => settings.masked(),
    pendingRestart: () => settings.pendingRestart(),
    fields: () =>
      fieldNames.map((name): ConfigFieldView => {
        const { type, group, guard, help, choices, needsRestart, isSimple = false } = fieldOf(name);
        return {
          name,
          type,
          group,
          guard,
          help,
          default: defaultOf(name, settings.places),
          choices: choices ? [...choices] : null,
          needs_restart: needsRestart,
          is_simple: isSimple,
          environment: environmentOf(name),
          flag: flagOf(name),
          source: settings.sources[name],
        };
      }),
    async update(changes, asker, { expected, problems }: ConfigTerms = {}) {
      try {
        const guard = guardOf(blamed(asker, problems), settings);
        const { isCommand } = asker;
        return await settings.update(changes, { expected, guard, isCommand, problems: known(problems) });
      } catch (error) {
        throw error instanceof ConfigError ? refused(error.problems) : error;
      }
    },
  };
}

/**
 * With a known problem, the update is rejected anyway. A user who has typed a wrong password need not see two errors
 * about it.
 */
const blamed = (asker: ConfigAsker, problems: ConfigTerms['problems'] = {}): ConfigAsker =>
  Object.keys(problems).length > 0 ? { ...asker, knowsPassword: true } : asker;

const known = (problems: Readonly<Record<string, Words>> = {}): ConfigProblem[] =>
  Object.entries(problems).map(([field, what]) => ({ field, source: field, what }));

function sentencesByField(problems: readonly ConfigProblem[]): Record<string, Words> {
  const sentences: Record<string, Words> = {};
  for (const { field, what } of problems) {
    const name = field ?? 'file';
    const first = sentences[name];
    sentences[name] = first === undefined ? what : say('list.sentences', { first, last: what });
  }
  return sentences;
}

function refused(problems: readonly ConfigProblem[]): ConfigRefused {
  const conflicts = problems.flatMap(({ field, savedNow }) =>
    field === null || savedNow === undefined ? [] : [[field, savedNow.value] as const],
  );
  return new ConfigRefused(
    sentencesByField(problems),
    sentencesByField(problems.filter(({ savedNow }) => savedNow === undefined)),
    Object.fromEntries(conflicts),
  );
}
