/** Describes the routes of the settings; config/fields.ts describes each setting. */
import * as z from 'zod/v4';
import { fieldNames, fieldOf } from '../../../config/fields.js';
import { outcome, page, success } from '../../operations/answers.js';
import { actionForm, get, post, type Operation } from '../../operations/operation.js';
import { passwordField } from './asker.js';
import { shownPrefix } from './input.js';
import { configField } from './service.js';

/** Paths may begin with the user's home folder; all others must be absolute. */
const fromHome = { user: '/', folder: null };

let made: z.ZodObject | undefined;

/** Made when all features have added their settings, and once, because its name is registered. */
const settingsSchema = (): z.ZodObject =>
  (made ??= z
    .object(
      Object.fromEntries(
        fieldNames.map((name) => [name, fieldOf(name).schema(fromHome).optional().describe(fieldOf(name).help)]),
      ),
    )
    .meta({ id: 'Settings' }));

const names = z.array(z.string());
const current = z.object({
  [passwordField]: z.string().optional().describe('Required if a change needs the password.'),
});

export function operations(): Operation[] {
  const settings = settingsSchema();
  return [
    get('/config', {
      id: 'getSettings',
      tag: 'Settings',
      summary: 'The settings',
      answers: page(
        z.object({
          config: settings.describe('A secret is empty or `********`.'),
          fields: z.array(configField),
          needs_restart: names.describe('Settings that take effect at the next start.'),
          can_restart: z.boolean(),
        }),
      ),
    }),
    post('/config', {
      id: 'changeSettings',
      tag: 'Settings',
      summary: 'Change the named settings, all or none; or restart the program',
      about:
        `\`${shownPrefix}NAME\` may contain the value of NAME that the user saw. If the saved value differs, ` +
        'the change is rejected. The error names all problems.',
      body: {
        forms: {
          change: {
            summary: 'Change the named settings.',
            fields: settings.extend(current.shape),
            patterns: { [`^${shownPrefix.replace('.', '\\.')}`]: 'The value that the user saw.' },
            example: { audio_format: 'ogg', 'was.audio_format': 'mp3' },
          },
          open: {
            summary: 'Listen on all addresses of the computer; without a password, only together with the first one.',
            fields: z
              .object({ action: z.enum(['open']), password: z.string().optional().describe('A new password.') })
              .extend(current.shape),
            example: { action: 'open', password: 'sesame street' },
          },
          restart: actionForm('restart', 'Restart the program, if `can_restart` is true.', current),
        },
      },
      answers: {
        ...outcome(z.object({ success, config: settings, needs_restart: names })),
        202: {
          description: 'The program restarts after this response.',
          content: {
            'application/json': z.object({ success, action: z.literal('restart') }),
            'text/html': 'text',
          },
        },
      },
      codes: ['unknown_action', 'conflict', 'library_unavailable', 'locked', 'no_space'],
    }),
  ];
}
