/** What a change of the settings over HTTP needs: `guard` in the table of fields. */
import { environmentOf, fieldOf, flagOf, type Config, type FieldName } from '../../config/fields.js';
import type { PlannedUpdate, UpdateCheck } from '../../config/plan-update.js';
import type { ConfigProblem } from '../../config/problems.js';
import { isLoopback } from '../../config/rules.js';
import type { Settings } from '../../config/settings.js';
import type { ConfigAsker } from '../../http/resources/config/service.js';
import { folderProblem, type FolderField } from './folders.js';

export function guardOf(asker: ConfigAsker, { overrides }: Pick<Settings, 'overrides'>): UpdateCheck {
  return async (planned) => {
    if (asker.isCommand) return [];
    const problems: ConfigProblem[] = [];
    for (const field of planned.changed) {
      const what = await problemWith(field, planned, asker);
      if (what !== undefined) problems.push({ field, source: field, what });
    }
    // Whatever is saved meanwhile: at the next start it is that one again.
    const isHeld = (overrides.llm_backend_auth_token ?? '') !== '';
    if (isHeld && planned.changed.includes('llm_backend_url')) {
      const where = `${flagOf('llm_backend_auth_token')} or ${environmentOf('llm_backend_auth_token')}`;
      const what = `cannot be changed here, for its token comes from ${where} and would go to the new server.`;
      problems.push({ field: 'llm_backend_url', source: 'llm_backend_url', what });
    }
    return problems;
  };
}

async function problemWith(field: FieldName, planned: PlannedUpdate, asker: ConfigAsker): Promise<string | undefined> {
  const { guard } = fieldOf(field);
  if (guard === 'folder') return foldersProblem(field as FolderField, planned);
  return guard === 'open' || asker.knowsPassword ? undefined : unknownAsker(field, planned, asker);
}

/** Whoever asks has not shown that the daemon is theirs. */
function unknownAsker(
  field: FieldName,
  { before, after }: PlannedUpdate,
  { isLocal }: ConfigAsker,
): string | undefined {
  // It lets in nobody who is not in already.
  if (field === 'host' && isLoopback(after.host)) return undefined;
  if (before.password !== '') return 'can only be changed with the present password, in the field current_password.';
  if (field !== 'password')
    return (
      'cannot be changed here while there is no password. ' +
      `Set one first, or type on the machine itself: tonstift config set ${field} VALUE.`
    );
  // It only closes the door.
  return isLocal ? undefined : 'can be set for the first time from the machine itself only.';
}

async function foldersProblem(field: FolderField, { saved, after }: PlannedUpdate): Promise<string | undefined> {
  const listed = (config: Readonly<Config>): string[] => [config[field]].flat();
  const known = new Set(listed(saved));
  for (const path of listed(after).filter((one) => !known.has(one))) {
    const problem = await folderProblem(field, path);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
