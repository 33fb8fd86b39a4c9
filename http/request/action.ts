/** The field `action` of a POST, looked up in a table. */
import { TonstiftError } from '../../workers/base/errors.js';
import { shown } from '../../workers/base/input/shown.js';
import type { Fields } from './fields.js';
import { say } from '../../workers/base/language/sentence.js';

/** Throws `unknown_action` with a list of the known actions. */
export function namedAction<Action extends { name: string; alias?: string }>(
  fields: Fields,
  actions: readonly Action[],
): Action {
  const given = fields.get('action');
  const found = actions.find(({ name, alias }) => typeof given === 'string' && [name, alias].includes(given));
  if (found !== undefined) return found;
  const known = actions.map(({ name }) => name).join(', ');
  const words =
    given === undefined
      ? say('error.action_missing', { known })
      : say('error.no_action', { given: shown(given), known });
  throw new TonstiftError('unknown_action', words, { action: say('wrong.action', { known }) });
}
