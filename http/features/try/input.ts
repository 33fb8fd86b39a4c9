/** The fields of a tap. */
import * as z from 'zod/v4';
import { readFields } from '../../../workers/base/input/read.js';
import { integer, must, takenAs } from '../../../workers/base/input/schema.js';
import { say } from '../../../workers/base/language/sentence.js';
import { numberIn } from '../../request/number-in.js';
import type { Fields } from '../../request/fields.js';
import { oneFile } from '../../request/uploaded-file.js';
import { testSheetId, type TryTap } from './service.js';

/** The codes that can be printed. */
const paperCode = integer(1, 65_535);
/** Characters: the state of a pen with all registers set. */
const longestState = 900_000;
const longestWait = 86_400_000;

export const tapFields = z.object({
  code: takenAs(
    z.union([z.int().min(1).max(65_535), z.literal('timer')]),
    must(say('wrong.try_code'), z.union([z.literal('timer'), paperCode])).describe(
      'The code on paper; or `timer` if the timer fires.',
    ),
  ),
  state: must(say('wrong.try_state'), z.string().max(longestState))
    .default('')
    .describe('The state from the last response; empty before the first tap.'),
  waited: integer(0, longestWait).default(0).describe('Milliseconds of silence since the last sound.'),
  from: integer(0, 100_000).default(0).describe('`more` of the last response; then `state` must be its `before`.'),
});

/** @throws TonstiftError `bad_field` */
export const tapOf = (fields: Fields): TryTap => readFields(say('what.tap'), tapFields, fields);

export const gmeFiles = z.object({ gme: oneFile(() => say('wrong.one_gme')) });
export const pageImages = z.object({ image: oneFile(() => say('wrong.one_image')) });

const idText = z.union([z.literal(testSheetId), z.string().regex(/^[0-9a-f]{32}$/)]);

export const fileParams = z.object({ id: idText });
export const mediumNumber = integer(0, 65_535);

/** @throws TonstiftError `not_found` for an invalid id */
export const fileId = (text: string | undefined): string => numberIn(idText, text);
