/** The field `action`: what a POST asks for, out of a table. */
import { TonstiftError } from '../../workers/base/errors.js';
import { shown } from '../../workers/base/input/shown.js';
import type { Fields } from './fields.js';

/** Throws `unknown_action`, which lists those that there are. */
export function namedAction<Action extends { name: string; alias?: string }>(
  fields: Fields,
  actions: readonly Action[],
): Action {
  const given = fields.get('action');
  const found = actions.find(({ name, alias }) => typeof given === 'string' && [name, alias].includes(given));
  if (found !== undefined) return found;
  const known = actions.map(({ name }) => name).join(', ');
  const what = given === undefined ? 'The field action is missing' : `There is no action ${shown(given)}`;
  throw new TonstiftError('unknown_action', `${what}; there are ${known}.`, { action: `must be one of ${known}.` });
}
