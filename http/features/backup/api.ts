/** Describes the routes of backups. */
import * as z from 'zod/v4';
import { made, outcome, page, part, success, time } from '../../operations/answers.js';
import { get, post } from '../../operations/operation.js';
import { backupFiles, downloadFields } from './input.js';
import { backupAlbum, knownAlbum, restoredAlbum, type RestoreReport } from './service.js';

const report = z
  .object({
    made_at: time.describe('When the backup was made.'),
    came: z.array(restoredAlbum),
    here: z.array(knownAlbum).describe('Albums that exist already.'),
    failed: z
      .array(backupAlbum.extend({ reason: z.string() }))
      .describe('Albums that could not be restored, with their number in the backup.'),
    settings: z.array(z.string()).describe('Names of restored settings, which had their default value.'),
    others: z
      .array(z.object({ sentence: z.string(), complete: z.boolean() }))
      .describe('Sentences about data besides the albums. `complete` is false if some of it could not be restored.'),
  } satisfies { [Name in keyof RestoreReport]-?: z.ZodType })
  .meta({ id: 'RestoreReport' });

const status = z.object({
  albums: z.int(),
  bytes: z.int().describe('Size of all tracks.'),
  restoring: z
    .object({ done: z.int(), total: z.int() })
    .nullable()
    .describe('The progress of a running restore, in bytes.'),
  last: z
    .union([z.object({ report }), z.object({ error: z.string() })])
    .nullable()
    .describe('The result of the last restore since the start of the daemon.'),
  lacks: z.array(z.string()).describe('Data that the last backup lacks because it could not be read.'),
  weekly: z
    .object({
      folder: z.string(),
      last_at: time.nullable().describe('When the newest one was made.'),
      problem: z.string().nullable().describe('Why the next one was not made.'),
    })
    .nullable()
    .describe('The backups that are made every week in `backup_folder`; null without that setting.'),
});

export const operations = [
  get('/backup', {
    id: 'backupStatus',
    tag: 'Albums',
    summary: 'The size of a backup, and the state of a restore',
    answers: page(z.object({ success, backup: status })),
  }),
  get('/backup/part', {
    id: 'backupPart',
    tag: 'Albums',
    summary: 'The state of a restore, as a part of the page',
    answers: part,
  }),
  get('/backup/download', {
    id: 'downloadBackup',
    tag: 'Albums',
    summary: 'All albums as one ZIP: tracks, covers, pictures, numbers, titles, order, and settings; also papers',
    about:
      'Generated while it is sent; the library stays in use. A restore rejects an incomplete file. ' +
      'It has no deleted albums, files for the pen, secrets or paths.',
    query: downloadFields,
    answers: made('application/zip'),
    codes: ['library_unavailable'],
  }),
  post('/backup', {
    id: 'restoreBackup',
    tag: 'Albums',
    summary: 'Add the albums of a backup',
    about:
      'Existing albums are not changed, so the same backup may be sent again. The size is limited by the free space ' +
      'on the disk of the library.',
    body: { forms: { backup: { files: backupFiles, example: { backup: 'backup.zip' } } } },
    answers: outcome(report.extend({ success })),
    codes: ['unreadable_backup', 'no_space', 'library_unavailable', 'not_now', 'aborted'],
  }),
];
