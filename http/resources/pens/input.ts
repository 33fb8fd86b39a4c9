/** The fields of requests about pens. */
import * as z from 'zod/v4';
import { say } from '../../../workers/base/language/sentence.js';
import { emptyIsNull, line, saying, takenAs } from '../../../workers/base/input/schema.js';

export const penFields = z.object({
  /** Id or serial number of a pen; without it, all connected pens. */
  pen: emptyIsNull(line('not empty'))
    .transform((pen) => pen ?? undefined)
    .optional(),
});

/** Examples of pens, plugged in and not. */
export const penExample = '7C15K0A1';
export const awayPenExample = '7C15K0B2';

/** Characters. */
const longestName = 40;

const givenName = takenAs(
  z
    .string()
    .max(longestName)
    .regex(/^[^\u0000-\u001f\u007f-\u009f]*$/)
    .nullable(),
  line('may be empty')
    .refine((name) => [...name].length <= longestName, saying(say('wrong.pen_name_long', { most: longestName })))
    .transform((name) => (name === '' ? null : name))
    .nullable(),
);

const onePen = z.object({
  /** Id or serial number of a known pen, connected or not. */
  pen: line('not empty'),
});

export const forgetFields = onePen;
/** An empty name is the default name. */
export const renameFields = onePen.extend({ name: givenName });
