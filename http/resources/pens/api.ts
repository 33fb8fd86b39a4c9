/** Describes the routes of pens. */
import * as z from 'zod/v4';
import { outcome, page, success } from '../../operations/answers.js';
import { get, post, type Form } from '../../operations/operation.js';
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
    summary: 'The connected pens, and formerly connected ones',
    answers: page(z.object({ success, pens: pensAnswer })),
  }),
  post('/pens', {
    id: 'actOnPen',
    tag: 'Pens',
    summary: 'Synchronize or unmount a pen',
    about:
      'Returns when the action is done, including missing builds. `pen` is an id or a serial number; without ' +
      'it, the action applies to all connected pens.',
    body: {
      forms: {
        sync: action('sync', 'Copy all assigned albums to it now.'),
        eject: action('eject', 'Eject it.'),
      },
    },
    answers: outcome(z.object({ success, action: z.enum(['sync', 'eject']), pens: pensAnswer })),
    codes: ['unknown_action', 'no_pen', 'conflict', 'no_space', 'not_now', 'build_failed', 'library_unavailable'],
  }),
];
