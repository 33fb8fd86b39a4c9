/** What a document says of the routes of what came in. */
import * as z from 'zod';
import { outcome, page, success, time } from '../../openapi/answers.js';
import { get, post } from '../../openapi/operation.js';
import { seen, which } from './routes.js';
import { ends, ways, type Arrival } from './service.js';

const arrival = z
  .object({
    id: z.int(),
    at: time,
    way: z.enum(ways),
    end: z.enum(ends),
    name: z.string().describe('Of the folder or the file.'),
    oids: z.array(z.int()).describe('The albums that it is, or is a part or a duplicate of.'),
    papers: z.int().describe('Papers that were put in.'),
    reasons: z.array(z.string()).describe('The first of them.'),
    aside: z.array(z.string()).describe('What was set aside, as paths below the inbox.'),
  } satisfies { [Name in keyof Arrival]-?: z.ZodType<Arrival[Name]> })
  .meta({ id: 'Arrival' });

const actionOf = <Name extends string>(name: Name) => z.object({ action: z.enum([name]) });

export const operations = [
  get('/arrivals', {
    id: 'listArrivals',
    tag: 'Arrivals',
    summary: 'What came in last, the newest first, at most 100',
    about: 'As HTML it is a part of the start page, which looks at them.',
    answers: page(z.object({ success, unseen: z.int(), arrivals: z.array(arrival) })),
  }),
  get('/arrivals/seen', {
    id: 'seeArrivals',
    tag: 'Arrivals',
    summary: 'The same as the action `see`: a picture of the page, for browsers without scripts',
    query: seen,
    answers: { 204: { description: 'It is noted.' } },
    example: { id: 1 },
  }),
  post('/arrivals', {
    id: 'actOnArrival',
    tag: 'Arrivals',
    summary: 'Tries one again, takes it off the list, or notes that all were looked at',
    body: {
      forms: {
        again: {
          summary: 'Puts what was set aside into the inbox again, and takes the arrival off the list.',
          fields: actionOf('again').extend(which.shape),
          example: { action: 'again', id: 1 },
        },
        dismiss: {
          summary: 'Takes it off the list; what was set aside stays where it is.',
          fields: actionOf('dismiss').extend(which.shape),
          example: { action: 'dismiss', id: 1 },
        },
        see: {
          summary: 'All up to this one were looked at; all of them without `id`.',
          fields: actionOf('see').extend(seen.shape),
          example: { action: 'see', id: 1 },
        },
      },
    },
    answers: outcome(z.object({ success, action: z.enum(['again', 'dismiss', 'see']) })),
    codes: ['unknown_action', 'not_found', 'conflict'],
  }),
];
