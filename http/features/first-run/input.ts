/** The fields of the first-run forms. */
import * as z from 'zod/v4';
import { readFields } from '../../../workers/base/input/read.js';
import { choice, integer, must, takenAs } from '../../../workers/base/input/schema.js';
import { say } from '../../../workers/base/language/sentence.js';
import { steps, type Action } from './progress.js';
import type { Fields } from '../../request/fields.js';

/** Resolution and dot size as one choice, because not every dot size works with every resolution. */
const printer = must(say('wrong.printer'), z.string().regex(/^\d{3,4}-[1-4]$/)).transform((text) => {
  const [dpi = 0, dots = 0] = text.split('-').map(Number);
  return { print_dpi: dpi, print_pixel_size: dots };
});

/** A number, a list of numbers, or none. */
const list = z.array(integer(1, 999));
const oids = takenAs(
  list,
  z
    .union([z.array(z.unknown()), z.unknown()])
    .transform((given) => (Array.isArray(given) ? given : given === '' ? [] : [given]) as unknown[])
    .pipe(list),
);

const anyStep = z.object({
  step: choice(steps).optional(),
  /** Which page has the form: the start page, or the page of the steps. */
  at: choice(['start', 'page']).default('page'),
});

/** Only an answer completes the last step. */
const next = anyStep.extend({
  step: choice(['music', 'pen', 'paper']),
  /** As in the settings of the same names. */
  pen_language: z.string().optional(),
  pen_auto_sync: z.union([z.string(), z.array(z.string()), z.boolean()]).optional(),
  /** The albums offered, and the albums chosen. */
  shown: oids.optional(),
  albums: oids.optional(),
});

/** The fields of each action. */
export const schemas = {
  next,
  skip: anyStep.extend({ step: choice(steps) }),
  later: anyStep,
  yes: anyStep,
  no: anyStep,
  test_sheet: anyStep,
  row: anyStep.extend({ printer }),
} as const satisfies Record<Action, z.ZodType>;

export type Given<Name extends Action = Action> = z.output<(typeof schemas)[Name]>;

/** Throws `bad_field`. */
export const fieldsOf = <Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>, fields: Fields) =>
  readFields(say('what.first_run'), schema, fields, ['action']);

/** The step to show; an invalid step counts as none. */
export const stepQuery = z.object({ step: z.enum(steps).optional() });
