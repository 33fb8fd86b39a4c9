/** Checks the requirements for changing settings over HTTP: `guard` in the table of fields. */
import { environmentOf, fieldOf, flagOf, type Config, type FieldName } from '../../config/fields.js';
import type { PlannedUpdate, UpdateCheck } from '../../config/plan-update.js';
import { typedFor, type Places } from '../../config/places.js';
import type { ConfigProblem } from '../../config/problems.js';
import { say, type Sentence } from '../../workers/base/language/sentence.js';
import { isLoopback } from '../../config/rules.js';
import type { Settings } from '../../config/settings.js';
import type { ConfigAsker } from '../../http/resources/config/service.js';
import { folderProblem, type FolderField } from './folders.js';

export function guardOf(
  asker: ConfigAsker,
  { overrides, places }: Pick<Settings, 'overrides' | 'places'>,
): UpdateCheck {
  return async (planned) => {
    if (asker.isCommand) return [];
    const problems: ConfigProblem[] = [];
    for (const field of planned.changed) {
      const what = await problemWith(field, planned, asker, places);
      if (what !== undefined) problems.push({ field, source: field, what });
    }
    // A token from a flag or the environment would be sent to the new server at the next start, whatever is saved
    // meanwhile.
    for (const field of planned.changed) {
      const token = fieldOf(field).receives;
      if (token === undefined || (overrides[token as FieldName] ?? '') === '') continue;
      const what = say('guard.token', {
        flag: flagOf(token as FieldName),
        variable: environmentOf(token as FieldName),
      });
      problems.push({ field, source: field, what });
    }
    return problems;
  };
}

async function problemWith(
  field: FieldName,
  planned: PlannedUpdate,
  asker: ConfigAsker,
  places: Places,
): Promise<Sentence | undefined> {
  const { guard } = fieldOf(field);
  if (guard === 'folder') return foldersProblem(field as FolderField, planned);
  return guard === 'open' || asker.knowsPassword ? undefined : unknownAsker(field, planned, asker, places);
}

/** The client has not proved that the daemon is theirs. */
function unknownAsker(
  field: FieldName,
  { before, after }: PlannedUpdate,
  { isLocal }: ConfigAsker,
  places: Places,
): Sentence | undefined {
  // It opens the daemon to no further account.
  if (field === 'host' && isLoopback(after.host)) return undefined;
  if (before.password !== '') return say('guard.password');
  // In two steps it is allowed anyway: a client that sets the first password knows it.
  if (field === 'host' && isLocal && after.password !== '') return undefined;
  if (field !== 'password')
    return say('guard.no_password', { command: `${typedFor(places)} config set ${field} VALUE` });
  // It only restricts access.
  return isLocal ? undefined : say('guard.first');
}

async function foldersProblem(field: FolderField, { saved, after }: PlannedUpdate): Promise<Sentence | undefined> {
  const listed = (config: Readonly<Config>): string[] => [config[field]].flat();
  const known = new Set(listed(saved));
  for (const path of listed(after).filter((one) => !known.has(one))) {
    const problem = await folderProblem(field, path);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
