/** What a document says of help, liveness and the event stream. */
import * as z from 'zod';
import { page, success } from '../../openapi/answers.js';
import { get } from '../../openapi/operation.js';
import { statusAnswer } from './answers.js';

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
    summary: 'What the daemon is doing: inbox, library, pens',
    about: 'As HTML it is the line across the top of every page.',
    answers: page(statusAnswer.extend({ success })),
  }),
  get('/events', {
    id: 'listen',
    tag: 'Service',
    summary: 'What happens, as it happens: server-sent events',
    about:
      '`event` is the type, `data` one line of JSON, `id` is `<run>-<number>`. Who comes back with `Last-Event-ID`, ' +
      'or `last_event_id` in the address, gets what was missed; `event: reset` says that this is not to be had any ' +
      'more. At most 200 listen at once.',
    query: z.object({ last_event_id: z.string().optional() }),
    others: 'ignored',
    answers: { 200: { description: 'A stream without end.', content: { 'text/event-stream': 'text' } } },
    codes: ['not_now'],
  }),
  get('/healthz', {
    id: 'isAlive',
    tag: 'Service',
    summary: 'Whether the process runs',
    isOpen: true,
    answers: { 200: json('It runs.', z.object({ status: z.literal('ok') })) },
  }),
  get('/readyz', {
    id: 'isReady',
    tag: 'Service',
    summary: 'Whether everything has started and is there, and what is not',
    answers: {
      200: json('It is.', z.object({ ready: z.literal(true) })),
      503: json('Not yet, or not now.', z.object({ ready: z.literal(false), not_ready: z.array(z.string()) })),
    },
  }),
];
