/** The fields of requests about kept searches and feeds. */
import * as z from 'zod/v4';
import { badFields } from '../../../workers/base/errors.js';
import { exactLine, choice, must, takenAs } from '../../../workers/base/input/schema.js';
import { readFields } from '../../../workers/base/input/read.js';
import { say, type Words } from '../../../workers/base/language/sentence.js';
import type { Fields } from '../../request/fields.js';
import { searchSchema } from '../papers/input.js';
import { intervals, type SearchToKeep } from './service.js';

const id = exactLine('not empty');

const { q, conference, year, session } = searchSchema.shape;
const keepSchema = z.object({ q, conference, year, session });

/** ISO 8601, UTC. */
const timeText = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,3})?Z$/);
const time = takenAs(
  timeText,
  must(say('wrong.time'), timeText).transform((text) => new Date(text)),
);

export const alertActions = [
  { name: 'keep', fields: keepSchema },
  {
    name: 'seen',
    fields: z.object({
      id: id.optional().describe('Without it, all searches.'),
      until: time.optional().describe('Papers that came in later stay new. By default now.'),
    }),
  },
  { name: 'remove', fields: z.object({ id }) },
] as const;

/** Characters. */
const longestAddress = 4000;
/** The service checks that it is a web address. */
const address = takenAs(
  z
    .string()
    .max(longestAddress)
    .regex(/\S/)
    .describe('A page or a request of arXiv, OpenAlex or OpenReview, or another list of papers.'),
  must(say('wrong.feed_address'), z.string().trim().min(1).max(longestAddress)),
);

export const feedActions = [
  {
    name: 'add',
    fields: z.object({
      address,
      every: choice(intervals).default('day'),
    }),
  },
  { name: 'fetch', fields: z.object({ id }) },
  { name: 'remove', fields: z.object({ id }) },
] as const;

export const listSchema = z.object({ id: id.optional().describe('Only this search.') });

/** Throws `bad_field`, also for a search without words and filters. */
export function searchToKeep(what: Words, fields: Fields): SearchToKeep {
  const given = readFields(what, keepSchema, fields, ['action']);
  const { q: words, conference: conferences, year: years, session: sessions } = given;
  if (words === '' && conferences.length + years.length + sessions.length === 0)
    throw badFields({ q: say('wrong.empty') });
  return { q: words, conferences, years, sessions };
}
