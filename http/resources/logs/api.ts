/** What a document says of the log's routes. */
import * as z from 'zod';
import { outcome, page, success, time } from '../../openapi/answers.js';
import { form, get, post } from '../../openapi/operation.js';
import { levelChange, logQuery } from './input.js';
import { logLevels, type LogEntry } from './service.js';

const level = z.enum(logLevels);
const entry = z
  .object({ time, level, area: z.string(), message: z.string() } satisfies {
    [Name in keyof LogEntry]: z.ZodType<LogEntry[Name]>;
  })
  .meta({ id: 'LogEntry' });

const entries = page(z.object({ level, logs: z.array(entry) }));

export const operations = [
  get('/logs', {
    id: 'readLog',
    tag: 'Log',
    summary: 'The newest entries of the log, the newest first',
    about:
      '`level` leaves out what is less severe, `q` what has not all of its words; `warning` and `critical` are taken ' +
      'for `warn` and `error`. With `format=text` they come as a file, the oldest first.',
    query: logQuery,
    others: 'ignored',
    answers: { 200: { ...entries[200], description: 'The page, its facts, or the file.', content: texts() } },
    example: { lines: 5, level: 'warn' },
  }),
  post('/logs/level', {
    id: 'setLogLevel',
    tag: 'Log',
    summary: 'Sets how much is logged, from now on',
    body: form(levelChange, { level: 'info' }),
    answers: outcome(z.object({ success, level })),
  }),
];

function texts() {
  return { ...entries[200]?.content, 'text/plain': 'text' } as const;
}
