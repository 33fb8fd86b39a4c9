/** Describes the routes of the log. */
import * as z from 'zod/v4';
import { outcome, page, success } from '../../operations/answers.js';
import { form, get, post } from '../../operations/operation.js';
import { levelChange, logQuery } from './input.js';
import { logEntry, logLevel as level } from './service.js';

const entries = page(z.object({ level, logs: z.array(logEntry) }));

export const operations = [
  get('/logs', {
    id: 'readLog',
    tag: 'Log',
    summary: 'The newest log entries, newest first',
    about:
      '`level` omits less severe entries. `q` omits entries without all of its words. `warning` and `critical` mean ' +
      '`warn` and `error`. With `format=text` the entries are sent as a file, oldest first.',
    query: logQuery,
    others: 'ignored',
    answers: { 200: { ...entries[200], description: 'The page, its data, or the file.', content: texts() } },
    example: { lines: 5, level: 'warn' },
  }),
  post('/logs/level', {
    id: 'setLogLevel',
    tag: 'Log',
    summary: 'Set the level from which entries are logged',
    body: form(levelChange, { level: 'info' }),
    answers: outcome(z.object({ success, level })),
  }),
];

function texts() {
  return { ...entries[200]?.content, 'text/plain': 'text' } as const;
}
