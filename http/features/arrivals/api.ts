/** Describes the routes of arrivals. */
import * as z from 'zod/v4';
import { outcome, page, success, time } from '../../operations/answers.js';
import { get, post } from '../../operations/operation.js';
import { names, seen, which } from './routes.js';
import { ends, ways } from '../../resources/upload/arrival.js';
import type { Arrival } from './service.js';

const arrival = z
  .object({
    id: z.int(),
    at: time,
    way: z.enum(ways),
    end: z.enum(ends),
    name: z.string().describe('Name of the folder or the file.'),
    oids: z.array(z.int()).describe('The albums that it became, was added to, or duplicates.'),
    can_add: z.boolean().describe('The files that were set aside are known already; see `anyway`.'),
    can_replace: z.boolean().describe('They are the tracks of the album in another quality; see `replace`.'),
    tracks: z.array(z.int()).describe('Ids of the tracks that were added to the album; see `take_apart`.'),
    papers: z.int().describe('Number of imported papers.'),
    reasons: z.array(z.string()).describe('The first reasons.'),
    aside: z.array(z.string()).describe('Files that were set aside, as paths below the inbox.'),
  } satisfies { [Name in keyof Arrival]-?: z.ZodType<Arrival[Name]> })
  .meta({ id: 'Arrival' });

const actionOf = <Name extends string>(name: Name) => z.object({ action: z.enum([name]) });

export const operations = [
  get('/arrivals', {
    id: 'listArrivals',
    tag: 'Arrivals',
    summary: 'The last arrivals, newest first, at most 100',
    about: 'As HTML, it is a part of the start page.',
    answers: page(z.object({ success, unseen: z.int(), arrivals: z.array(arrival) })),
  }),
  get('/arrivals/seen', {
    id: 'seeArrivals',
    tag: 'Arrivals',
    summary: 'The same as the action `see`, requested as an image by browsers without scripts',
    query: seen,
    answers: { 204: { description: 'Done.' } },
    example: { id: 1 },
  }),
  post('/arrivals', {
    id: 'actOnArrival',
    tag: 'Arrivals',
    summary: 'Retry an arrival, add it anyway, replace tracks by it, dismiss it, or mark arrivals as seen',
    body: {
      forms: {
        again: {
          summary: 'Move the files that were set aside back to the inbox, and dismiss the arrival.',
          fields: actionOf('again').extend(which.shape),
          example: { action: 'again', id: 1 },
        },
        anyway: {
          summary:
            'Move the files that were set aside back to the inbox, which makes a new album of them even if they are ' +
            'known already, and dismiss the arrival. It must have `can_add`.',
          fields: actionOf('anyway').extend(which.shape),
          example: { action: 'anyway', id: 1 },
        },
        replace: {
          summary:
            'Replace the tracks of the album by the ones that were set aside, which are the same in another quality, ' +
            'and dismiss the arrival. Number, order, titles and sheet stay.',
          fields: actionOf('replace').extend(which.shape),
          example: { action: 'replace', id: 1 },
        },
        dismiss: {
          summary: 'Remove it from the list. Files that were set aside stay there.',
          fields: actionOf('dismiss').extend(which.shape),
          example: { action: 'dismiss', id: 1 },
        },
        clear: {
          summary: 'Remove this and all older arrivals from the list. Files that were set aside stay there.',
          fields: actionOf('clear').extend(which.shape),
          example: { action: 'clear', id: 1 },
        },
        see: {
          summary: 'Mark this and all older arrivals as seen; without `id`, all.',
          fields: actionOf('see').extend(seen.shape),
          example: { action: 'see', id: 1 },
        },
      },
    },
    answers: outcome(z.object({ success, action: z.enum(names) })),
    codes: ['unknown_action', 'not_found', 'conflict'],
  }),
];
