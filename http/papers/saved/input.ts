/** The fields of requests about saved papers. */
import * as z from 'zod/v4';
import { choice, composed, exactLine, integer, must, saying, takenAs } from '../../../workers/base/input/schema.js';
import { say } from '../../../workers/base/language/sentence.js';
import { mostHeaderBytes } from '../../response/client-error.js';
import { searchSchema } from '../papers/input.js';
import { exportFormats } from './service.js';

/** Characters. */
export const longestNote = 10_000;

/** The text as it was written. Browsers send line breaks as CRLF. */
const note = takenAs(
  z
    .string()
    .max(longestNote)
    .regex(/^[^\0]*$/),
  must(say('wrong.one_text'), z.string())
    .transform((text) => composed(text.replaceAll('\r\n', '\n')))
    .pipe(
      z
        .string()
        .refine(({ length }) => length <= longestNote, saying(say('wrong.note_long', { most: longestNote })))
        .refine((text) => text.isWellFormed() && !text.includes('\0'), saying(say('wrong.query_unicode'))),
    ),
);

/** The page of papers to which a browser is redirected. */
const back = must(
  say('wrong.papers_page'),
  z
    .string()
    .max(mostHeaderBytes)
    .regex(/^\/papers(\/saved|\/like)?([?#][!-~]*)?$/),
);

const uid = exactLine('not empty');

export const actions = [
  { name: 'save', fields: z.object({ uid, back: back.optional() }) },
  { name: 'remove', fields: z.object({ uid, back: back.optional() }) },
  { name: 'restore', fields: z.object({ uid }) },
  {
    name: 'note',
    fields: z.object({
      ...{ uid, note },
      shown: note.optional().describe('The note that the user saw. If the stored note differs, nothing is changed.'),
    }),
  },
] as const;

export const listSchema = z.object({
  page: integer(1, 100_000).default(1),
  removed: uid.optional().describe('The paper that was just removed from the list.'),
});

const format = choice(exportFormats);

export const exportSchema = z.object({ format });
export const exportFoundSchema = searchSchema.extend({ format });
