/** The fields of requests about saved papers. */
import * as z from 'zod/v4';
import {
  boolean,
  choice,
  composed,
  exactLine,
  integer,
  line,
  must,
  saying,
  takenAs,
} from '../../../workers/base/input/schema.js';
import { say } from '../../../workers/base/language/sentence.js';
import { longest } from '../papers/longest.js';
import { mostHeaderBytes } from '../../response/client-error.js';
import { searchSchema } from '../papers/input.js';
import { decisions, exportFormats } from './service.js';

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
    .regex(/^\/papers(\/saved|\/like|\/paper)?([?#][!-~]*)?$/),
);

const uid = exactLine('not empty', longest.uid);
const list = line('not empty');

export const actions = [
  { name: 'save', fields: z.object({ uid, back: back.optional() }) },
  { name: 'read', fields: z.object({ uid, read: boolean, back: back.optional() }) },
  { name: 'add_to_list', fields: z.object({ uid, list, back: back.optional() }) },
  { name: 'remove_from_list', fields: z.object({ uid, list, back: back.optional() }) },
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

const filter = {
  list: list.optional(),
  read: boolean.optional(),
  decision: choice([...decisions, 'none'])
    .optional()
    .describe('Of the screening of the list, or of any list; `none`: not screened.'),
};

export const listSchema = z.object({
  page: integer(1, 100_000).default(1).describe('Beyond the last page, the JSON has no papers.'),
  ...filter,
  removed: uid.optional().describe('The paper that was just removed from the list.'),
});

const format = choice(exportFormats);

export const exportSchema = z.object({ format, ...filter });
export const exportFoundSchema = searchSchema.extend({ format });

/** The actions on a whole list. */
export const listActions = [
  { name: 'add', fields: searchSchema.extend({ list }) },
  { name: 'rename', fields: z.object({ list, name: list }) },
  { name: 'delete', fields: z.object({ list }) },
] as const;

export const screeningSchema = z.object({
  list: list.optional(),
  uid: uid.optional().describe('Show this paper of the list, instead of the first one that is not screened.'),
});

export const screeningActions = [
  { name: 'decide', fields: z.object({ list, uid, decision: choice(decisions) }) },
  { name: 'undo', fields: z.object({ list }) },
] as const;
