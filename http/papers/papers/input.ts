/** The fields of requests about papers, in a query or a form. */
import * as z from 'zod/v4';
import { readFields } from '../../../workers/base/input/read.js';
import { anyFile } from '../../request/uploaded-file.js';
import {
  boolean,
  choice,
  integer,
  line,
  must,
  refusedAs,
  saying,
  takenAs,
} from '../../../workers/base/input/schema.js';
import type { Fields } from '../../request/fields.js';
import { longest } from './longest.js';
import { paperSorts, type PaperQuery } from './service.js';
import { say } from '../../../workers/base/language/sentence.js';

const conference = line('not empty', longest.conference);
const year = integer(1900, 2100);

/** May be repeated; an empty value is ignored. */
export const repeated = <Schema extends z.ZodType>(one: Schema) =>
  z.preprocess((raw) => [raw].flat().filter((part) => part !== ''), z.array(one)).default([]);

/** Characters. */
const longestQuery = 20_000;

/** Line breaks are accepted, because people paste abstracts into the search box. */
const query = takenAs(
  z
    .string()
    .max(longestQuery)
    .regex(/^[^\0]*$/),
  must(say('wrong.one_text'), z.string())
    .pipe(
      z
        .string()
        .refine(({ length }) => length <= longestQuery, saying(say('wrong.query_long', { most: longestQuery })))
        .refine((text) => text.isWellFormed() && !text.includes('\0'), saying(say('wrong.query_unicode'))),
    )
    .transform((text) => text.trim()),
);

const usualDistance = 1.1;

const distance = must(
  say('wrong.not_negative'),
  z.union([
    z.number().nonnegative(),
    z
      .string()
      .trim()
      .regex(/^(\d{1,6}(\.\d{1,9})?)?$/)
      .transform((text) => (text === '' ? usualDistance : Number(text))),
  ]),
);

export const searchSchema = z.object({
  q: query.default(''),
  limit: integer(1, 1000).default(10),
  conference: repeated(conference),
  year: repeated(year),
  session: repeated(line('not empty', longest.session)),
  /** Euclidean; at most 2 between unit vectors. */
  distance: distance.default(usualDistance),
  threshold: distance.optional().describe('Another name of `distance`, which it replaces.'),
  sort: choice(paperSorts)
    .default('relevance')
    .describe('Other orders than `relevance` list all papers that contain all of the words, and only these.'),
});

/** Throws `bad_field`. */
export const paperQuery = (given: Fields): PaperQuery => queryOf(readFields(say('what.papers'), searchSchema, given));

export function queryOf({
  q,
  limit,
  conference,
  year,
  session,
  distance,
  threshold = distance,
  sort,
}: z.output<typeof searchSchema>): PaperQuery {
  const lists = { conferences: conference, years: year, sessions: session };
  return { query: q, limit, ...lists, distance_threshold: threshold, sort };
}

export const slice = z.object({ conference, year });

export const serverOrder = z.object({ find: boolean.default(false) });

export const embedOrder = z.object({ all: boolean.default(false) });

/** A form sends an empty text for a field that was not filled in. */
const orNothing = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((raw) => (raw === '' ? undefined : raw), schema.optional()).optional();

/** Defaults for papers that lack these fields. */
export const givenFields = z.object({
  conference: orNothing(conference),
  year: orNothing(year),
  folder: orNothing(line('not empty')).describe(
    'The folder of the files. Conference and year may be found in its name.',
  ),
});

/** The same in the query, if the body is the papers. */
export const givenQuery = givenFields.extend({
  filename: orNothing(line('not empty')).describe(
    'The file name of the body. Conference, year and format may be found in it.',
  ),
});

export const paperFiles = z.object({
  files: refusedAs(z.array(anyFile), () => say('wrong.paper_files')),
});
