/** The fields of requests that delete papers or undo an import. */
import * as z from 'zod/v4';
import { badFields } from '../../../workers/base/errors.js';
import { exactLine, integer } from '../../../workers/base/input/schema.js';
import { readFields } from '../../../workers/base/input/read.js';
import { longest } from '../papers/longest.js';
import { say } from '../../../workers/base/language/sentence.js';
import type { PapersToDelete } from '../../../workers/papers/sql/results.js';
import type { Fields } from '../../request/fields.js';
import { givenFields, repeated } from '../papers/input.js';

export const undoSchema = z.object({ id: integer(1, 2_147_483_647) });

const { year } = givenFields.shape;

export const deleteSchema = z.object({
  uid: repeated(exactLine('not empty', longest.uid)).describe('May be repeated.'),
  conference: z
    .preprocess((raw) => (raw === '' ? undefined : raw), exactLine('not empty', longest.uid).optional())
    .optional()
    .describe('The name that the papers have, not its series. Together with `year`, instead of `uid`.'),
  year,
});

export const mergeSchema = z.object({
  uid: deleteSchema.shape.uid.describe('Only groups that contain one of these papers. May be repeated.'),
});

/** Throws `bad_field`. */
export function papersToDelete(fields: Fields): PapersToDelete {
  const { uid: uids, conference, year: ofYear } = readFields(say('what.paper_deletion'), deleteSchema, fields);
  const isSlice = conference !== undefined && ofYear !== undefined;
  if (isSlice && uids.length === 0) return { conference, year: ofYear };
  if (uids.length > 0 && conference === undefined && ofYear === undefined) return { uids };
  throw badFields({ uid: say('wrong.which_papers') });
}
