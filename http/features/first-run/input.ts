/** The fields of the first-run forms. */
import * as z from 'zod/v4';
import { readFields } from '../../../workers/base/input/read.js';
import { choice, integer, must, takenAs } from '../../../workers/base/input/schema.js';
import { say } from '../../../workers/base/language/sentence.js';
import type { Fields } from '../../request/fields.js';
import { steps } from './service.js';

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

export const stepSchema = z.object({
  step: choice(steps),
  /** Which page has the form: the start page, or the page of the steps. */
  at: choice(['start', 'page']).default('page'),
  printer: printer.optional(),
  /** As in the settings of the same names. */
  pen_language: z.string().optional(),
  pen_auto_sync: z.union([z.string(), z.array(z.string()), z.boolean()]).optional(),
  /** The albums offered, and the albums chosen. */
  shown: oids.optional(),
  albums: oids.optional(),
});

export type StepFields = z.output<typeof stepSchema>;

/** Skipping needs no step. */
export const skipSchema = stepSchema.partial({ step: true });

/** Throws `bad_field`. */
export const stepFields = (fields: Fields): StepFields =>
  readFields(say('what.first_run'), stepSchema, fields, ['action']);

/** Throws `bad_field`. The other fields are checked, but not saved. */
export const skipFields = (fields: Fields): z.output<typeof skipSchema> =>
  readFields(say('what.first_run'), skipSchema, fields, ['action']);

/** The step to show; an invalid step counts as none. */
export const stepQuery = z.object({ step: z.enum(steps).optional() });

/** A hidden `false` precedes the checkbox, so the last value counts. */
export const isTicked = (given: NonNullable<StepFields['pen_auto_sync']>): boolean =>
  ['true', 'on', '1'].includes(String(Array.isArray(given) ? given.at(-1) : given));
