/** What a document says of the pens' routes. */
import * as z from 'zod';
import { outcome, page, success } from '../../openapi/answers.js';
import { get, post, type Form } from '../../openapi/operation.js';
import { pensAnswer } from './answers.js';
import { penFields } from './input.js';

const action = <Name extends string>(name: Name, summary: string): Form => ({
  summary,
  fields: z.object({ action: z.enum([name]) }).extend(penFields.shape),
  example: { action: name },
});

export const operations = [
  get('/pens', {
    id: 'listPens',
    tag: 'Pens',
    summary: 'The pens that are plugged in, and those that were',
    answers: page(z.object({ success, pens: pensAnswer })),
  }),
  post('/pens', {
    id: 'actOnPen',
    tag: 'Pens',
    summary: 'Brings a pen up to date, or unmounts it',
    about:
      'Answers when it is done, also what has to be made for it first. `pen` is an id or a serial number; without ' +
      'it, all that are plugged in are meant.',
    body: {
      forms: {
        sync: action('sync', 'Puts everything on it that is chosen, now.'),
        eject: action('eject', 'Unmounts it.'),
      },
    },
    answers: outcome(z.object({ success, action: z.enum(['sync', 'eject']), pens: pensAnswer })),
    codes: ['unknown_action', 'no_pen', 'conflict', 'no_space', 'not_now', 'build_failed', 'library_unavailable'],
  }),
];
