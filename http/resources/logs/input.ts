/** The fields of requests about the log. */
import * as z from 'zod/v4';
import { choice, integer, line, must, takenAs } from '../../../workers/base/input/schema.js';
import { logLevels } from './service.js';
import { say } from '../../../workers/base/language/sentence.js';

/** Level names of other programs. */
const aliases = new Map([
  ['warning', 'warn'],
  ['critical', 'error'],
]);

/** Upper and lower case are equal. */
const level = must(
  say('wrong.one_of', { choices: logLevels.join(', ') }),
  takenAs(
    z.enum(logLevels),
    z
      .string()
      .transform((text) => aliases.get(text.toLowerCase()) ?? text.toLowerCase())
      .pipe(z.enum(logLevels)),
  ),
);

export const logQuery = z.object({
  lines: integer(1, 10_000).default(100),
  level: level.optional(),
  q: line('may be empty').default(''),
  format: choice(['text']).optional(),
});
export const levelChange = z.object({ level });
