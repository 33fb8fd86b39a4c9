/** The field `action` of a POST, looked up in a table. */
import type * as z from 'zod/v4';
import { TonstiftError } from '../../workers/base/errors.js';
import { readFields } from '../../workers/base/input/read.js';
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

/** Each action with its fields, so that the name tells which fields were given. */
type Given<Action> = Action extends { name: infer Name; fields: infer Schema extends z.ZodObject }
  ? { action: Name; given: z.output<Schema> }
  : never;

/** Reads the action and its fields. Throws `unknown_action`, `bad_field`. */
export function readAction<Action extends { name: string; fields: z.ZodObject }>(
  fields: Fields,
  actions: readonly Action[],
): Given<Action> {
  const { name: action, fields: schema } = namedAction(fields, actions);
  return { action, given: readFields(say('what.action', { action }), schema, fields, ['action']) } as Given<Action>;
}
