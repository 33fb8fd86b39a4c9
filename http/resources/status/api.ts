/** Describes the routes of help, liveness and the event stream. */
import * as z from 'zod/v4';
import { outcome, page, success } from '../../operations/answers.js';
import { actionForm, get, post } from '../../operations/operation.js';
import { statusAnswer } from './answers.js';
import { waitingName } from './routes.js';

const json = (description: string, schema: z.ZodType) => ({ description, content: { 'application/json': schema } });

export const operations = [
  get('/help', {
    id: 'showHelp',
    tag: 'Service',
    summary: 'How it works',
    answers: page(z.object({ success, version: z.string(), inbox_path: z.string() })),
  }),
  get('/status', {
    id: 'readStatus',
    tag: 'Service',
    summary: 'The status of inbox, library and pens',
    about: 'As HTML, it is the status line at the top of every page.',
    answers: page(statusAnswer.extend({ success })),
  }),
  post('/inbox', {
    id: 'importComplete',
    tag: 'Service',
    summary: 'Import the complete files of a folder that waits',
    about: 'Its unfinished files stay in the inbox. If all are cut off, they are imported as they are.',
    body: {
      forms: {
        import_complete: actionForm('import_complete', 'Do not wait for the unfinished files.', waitingName, {
          name: 'Forest',
        }),
      },
    },
    answers: outcome(z.object({ success, action: z.enum(['import_complete']) })),
    codes: ['unknown_action', 'conflict'],
  }),
  get('/events', {
    id: 'listen',
    tag: 'Service',
    summary: 'The events of the daemon as server-sent events',
    about:
      '`event` is the type, `data` one line of JSON, `id` is `<run>-<number>`. A client that reconnects with ' +
      '`Last-Event-ID`, or `last_event_id` in the query, gets the missed events. `event: reset` means that they ' +
      'are no longer available. At most 200 clients can listen at once.',
    query: z.object({ last_event_id: z.string().optional() }),
    others: 'ignored',
    answers: { 200: { description: 'An endless stream.', content: { 'text/event-stream': 'text' } } },
    codes: ['not_now'],
  }),
  get('/healthz', {
    id: 'isAlive',
    tag: 'Service',
    summary: 'Check that the process runs',
    isOpen: true,
    answers: { 200: json('The process runs.', z.object({ status: z.literal('ok') })) },
  }),
  get('/readyz', {
    id: 'isReady',
    tag: 'Service',
    summary: 'Check that everything has started and is available',
    answers: {
      200: json('Everything is ready.', z.object({ ready: z.literal(true) })),
      503: json(
        'Something has not started or is not available.',
        z.object({ ready: z.literal(false), not_ready: z.array(z.string()) }),
      ),
    },
  }),
];
