/** Describes the routes of pens. */
import * as z from 'zod/v4';
import { outcome, page, success } from '../../operations/answers.js';
import { get, post, type Form } from '../../operations/operation.js';
import { pensAnswer } from './answers.js';
import { awayPenExample, forgetFields, penExample, penFields, renameFields } from './input.js';

const action = <Name extends string>(
  name: Name,
  summary: string,
  { fields = penFields, example = {} }: { fields?: z.ZodObject; example?: Form['example'] } = {},
): Form => ({
  summary,
  fields: z.object({ action: z.enum([name]) }).extend(fields.shape),
  example: { action: name, ...example },
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
    summary: 'Synchronize, unmount, name or forget a pen',
    about:
      'Returns when the action is done, including missing builds. `pen` is an id or a serial number; without ' +
      'it, `sync` and `eject` apply to all connected pens.',
    body: {
      forms: {
        sync: action('sync', 'Copy all assigned albums to it now.'),
        eject: action('eject', 'Eject it.'),
        rename: action('rename', 'Give it a name, such as a child’s; an empty one is the default name.', {
          fields: renameFields,
          example: { pen: penExample, name: 'Mia' },
        }),
        forget: action('forget', 'Remove it from the list until it is plugged in again. 409 if it is plugged in.', {
          fields: forgetFields,
          example: { pen: awayPenExample },
        }),
      },
    },
    answers: outcome(z.object({ success, action: z.enum(['sync', 'eject', 'rename', 'forget']), pens: pensAnswer })),
    codes: ['unknown_action', 'no_pen', 'conflict', 'no_space', 'not_now', 'build_failed', 'library_unavailable'],
  }),
];
