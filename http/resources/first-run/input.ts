/** What the steps of a first run take. */
import * as z from 'zod';
import { readFields } from '../../../workers/base/input/read.js';
import { choice, integer, must, takenAs } from '../../../workers/base/input/schema.js';
import { say } from '../../../workers/base/language/sentence.js';
import type { Fields } from '../../request/fields.js';
import { steps } from './service.js';

/** Resolution and dots as one choice: not every dot goes with every resolution. */
const printer = must(say('wrong.printer'), z.string().regex(/^\d{3,4}-[1-4]$/)).transform((text) => {
  const [dpi = 0, dots = 0] = text.split('-').map(Number);
  return { print_dpi: dpi, print_pixel_size: dots };
});

/** One, several or none. */
const list = z.array(integer(1, 999));
const oids = takenAs(
  list,
  z
    .union([z.array(z.unknown()), z.unknown()])
    .transform((given) => (Array.isArray(given) ? given : given === '' ? [] : [given]) as unknown[])
    .pipe(list),
);

export const stepSchema = z.object({
  step: choice(steps),
  /** Where the form stands: on the start page, or on one of its own. */
  at: choice(['start', 'page']).default('page'),
  printer: printer.optional(),
  /** As settings of these names. */
  pen_language: z.string().optional(),
  pen_auto_sync: z.union([z.string(), z.array(z.string()), z.boolean()]).optional(),
  /** Albums that were to be chosen from, and those that were chosen. */
  shown: oids.optional(),
  albums: oids.optional(),
});

export type StepFields = z.output<typeof stepSchema>;

/** Whoever skips them need not say where. */
export const skipSchema = stepSchema.partial({ step: true });

/** Throws `bad_field`. */
export const stepFields = (fields: Fields): StepFields =>
  readFields(say('what.first_run'), stepSchema, fields, ['action']);

/** Throws `bad_field`. What else the form has is checked, and not kept. */
export const skipFields = (fields: Fields): z.output<typeof skipSchema> =>
  readFields(say('what.first_run'), skipSchema, fields, ['action']);

/** The step that a page shall show; what is no step is none. */
export const stepQuery = z.object({ step: z.enum(steps).optional() });

/** Of a tick with a hidden `false` before it the last counts. */
export const isTicked = (given: NonNullable<StepFields['pen_auto_sync']>): boolean =>
  ['true', 'on', '1'].includes(String(Array.isArray(given) ? given.at(-1) : given));
