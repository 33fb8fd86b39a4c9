/** The fields of requests about pens. */
import * as z from 'zod/v4';
import { emptyIsNull, line } from '../../../workers/base/input/schema.js';

export const penFields = z.object({
  /** Id or serial number of a pen; without it, all connected pens. */
  pen: emptyIsNull(line('not empty'))
    .transform((pen) => pen ?? undefined)
    .optional(),
});
