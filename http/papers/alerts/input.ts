/** The fields of requests about kept searches and feeds. */
import * as z from 'zod/v4';
import { badFields } from '../../../workers/base/errors.js';
import { exactLine, choice, must, takenAs } from '../../../workers/base/input/schema.js';
import { say } from '../../../workers/base/language/sentence.js';
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
      until: time.optional().describe('Papers imported later stay new. By default now.'),
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

/** Throws `bad_field` for a search without words and filters. */
export function searchToKeep({ q, conference, year, session }: z.output<typeof keepSchema>): SearchToKeep {
  if (q === '' && conference.length + year.length + session.length === 0) throw badFields({ q: say('wrong.empty') });
  return { q, conferences: conference, years: year, sessions: session };
}
