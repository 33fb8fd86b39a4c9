/** Describes the routes of pens. */
import * as z from 'zod/v4';
import { outcome, page, success } from '../../operations/answers.js';
import { actionForm, get, post } from '../../operations/operation.js';
import { pensAnswer } from './answers.js';
import { awayPenExample, forgetFields, penExample, penFields, renameFields } from './input.js';

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
    summary: 'Synchronize, unmount, name or forget a pen',
    about:
      'Returns when the action is done, including missing builds. `pen` is an id or a serial number; without ' +
      'it, `sync` and `eject` apply to all connected pens.',
    body: {
      forms: {
        sync: actionForm('sync', 'Copy all assigned albums to it now.', penFields),
        eject: actionForm('eject', 'Eject it.', penFields),
        rename: actionForm(
          'rename',
          'Give it a name, such as a child’s; an empty one is the default name.',
          renameFields,
          { pen: penExample, name: 'Mia' },
        ),
        forget: actionForm(
          'forget',
          'Remove it from the list until it is plugged in again. 409 if it is plugged in.',
          forgetFields,
          { pen: awayPenExample },
        ),
      },
    },
    answers: outcome(z.object({ success, action: z.enum(['sync', 'eject', 'rename', 'forget']), pens: pensAnswer })),
    codes: ['unknown_action', 'no_pen', 'conflict', 'no_space', 'not_now', 'build_failed', 'library_unavailable'],
  }),
];
