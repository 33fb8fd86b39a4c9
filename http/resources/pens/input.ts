/** What requests about pens take. */
import * as z from 'zod';
import { emptyIsNull, line } from '../../../workers/base/input/schema.js';

export const penFields = z.object({
  /** Id or serial number of a pen; none means all that are plugged in. */
  pen: emptyIsNull(line('not empty'))
    .transform((pen) => pen ?? undefined)
    .optional(),
});
