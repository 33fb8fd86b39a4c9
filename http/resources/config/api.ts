/** What a document says of the settings; each is told by the table of them (config/fields.ts). */
import * as z from 'zod';
import { fieldNames, fieldOf } from '../../../config/fields.js';
import { outcome, page, success } from '../../openapi/answers.js';
import { get, post } from '../../openapi/operation.js';
import { passwordField } from './asker.js';
import { shownPrefix } from './input.js';
import type { ConfigFieldView } from './service.js';

/** Paths from the home folder of the user are taken, others must be absolute. */
const fromHome = { user: '/', folder: null };

const settings = z
  .object(
    Object.fromEntries(
      fieldNames.map((name) => [name, fieldOf(name).schema(fromHome).optional().describe(fieldOf(name).help)]),
    ),
  )
  .meta({ id: 'Settings' });

const field = z
  .object({
    name: z.string(),
    type: z.string(),
    group: z.string(),
    guard: z.enum(['open', 'folder', 'password']).describe('What a change over HTTP needs.'),
    help: z.string(),
    default: z.unknown(),
    choices: z.array(z.string()).nullable(),
    needs_restart: z.boolean(),
    environment: z.string(),
    flag: z.string(),
    source: z.enum(['flag', 'environment', 'file', 'default']),
  } satisfies { [Name in keyof ConfigFieldView]-?: z.ZodType<ConfigFieldView[Name]> })
  .meta({ id: 'Setting' });

const names = z.array(z.string());
const current = z.object({ [passwordField]: z.string().optional().describe('Where a change needs the password.') });

export const operations = [
  get('/config', {
    id: 'getSettings',
    tag: 'Settings',
    summary: 'The settings',
    answers: page(
      z.object({
        config: settings.describe('A secret is empty or `********`.'),
        fields: z.array(field),
        needs_restart: names.describe('What is saved but not yet in force.'),
        can_restart: z.boolean(),
      }),
    ),
  }),
  post('/config', {
    id: 'changeSettings',
    tag: 'Settings',
    summary: 'Changes what it names, all or nothing; or has the program started again',
    about:
      `\`${shownPrefix}NAME\` may say what was shown of the field NAME where the change was made: where something ` +
      'else is saved by now, it is refused. All that is wrong is named at once.',
    body: {
      forms: {
        change: {
          summary: 'Changes what is named.',
          fields: settings.extend(current.shape),
          patterns: { [`^${shownPrefix.replace('.', '\\.')}`]: 'What was shown of a field.' },
          example: { audio_format: 'ogg', 'was.audio_format': 'mp3' },
        },
        restart: {
          summary: 'Ends the program so that it is started again, where `can_restart` is true.',
          fields: z.object({ action: z.enum(['restart']) }).extend(current.shape),
          example: { action: 'restart' },
        },
      },
    },
    answers: {
      ...outcome(z.object({ success, config: settings, needs_restart: names })),
      202: {
        description: 'It is started again as soon as this is out.',
        content: {
          'application/json': z.object({ success, action: z.literal('restart') }),
          'text/html': 'text',
        },
      },
    },
    codes: ['unknown_action', 'conflict', 'library_unavailable', 'locked', 'no_space'],
  }),
];
