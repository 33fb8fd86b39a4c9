/** Describes the routes of arrivals. */
import * as z from 'zod/v4';
import { outcome, page, success } from '../../operations/answers.js';
import { actionForm, get, post } from '../../operations/operation.js';
import { names, seen, which } from './routes.js';
import { arrival } from '../../resources/upload/arrival.js';

const example = { id: 1 };

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
        again: actionForm(
          'again',
          'Move the files that were set aside back to the inbox, and dismiss the arrival.',
          which,
          example,
        ),
        anyway: actionForm(
          'anyway',
          'Move the files that were set aside back to the inbox, which makes a new album of them even if they are ' +
            'known already, and dismiss the arrival. It must have `can_add`.',
          which,
          example,
        ),
        replace: actionForm(
          'replace',
          'Replace the tracks of the album by the ones that were set aside, which are the same in another quality, ' +
            'and dismiss the arrival. Number, order, titles and sheet stay.',
          which,
          example,
        ),
        dismiss: actionForm(
          'dismiss',
          'Remove it from the list. Files that were set aside stay there.',
          which,
          example,
        ),
        clear: actionForm(
          'clear',
          'Remove this and all older arrivals from the list. Files that were set aside stay there.',
          which,
          example,
        ),
        see: actionForm('see', 'Mark this and all older arrivals as seen; without `id`, all.', seen, example),
      },
    },
    answers: outcome(z.object({ success, action: z.enum(names) })),
    codes: ['unknown_action', 'not_found', 'conflict'],
  }),
];
