/** What a document says of the routes of backups. */
import * as z from 'zod';
import { made, outcome, page, part, success, time } from '../../openapi/answers.js';
import { get, post } from '../../openapi/operation.js';
import { backupFiles } from './input.js';
import type { RestoreReport } from './service.js';

const album = { oid: z.int(), album_title: z.string() };

const report = z
  .object({
    made_at: time.describe('When the backup was made.'),
    came: z.array(
      z.object({
        ...album,
        formerly: z
          .int()
          .nullable()
          .describe('The number in the backup, where that was taken here: its printed sheet starts another album.'),
        missing: z.array(z.string()).describe('Names of files that the backup has not.'),
      }),
    ),
    here: z
      .array(
        z.object({ ...album, edited: z.boolean().describe('It is otherwise here than in the backup, and stays so.') }),
      )
      .describe('Albums that are here already.'),
    failed: z
      .array(z.object({ ...album, reason: z.string() }))
      .describe('Albums that could not be taken, by their number in the backup.'),
    settings: z.array(z.string()).describe('Names of settings that were taken over: nothing was chosen for them here.'),
  } satisfies { [Name in keyof RestoreReport]-?: z.ZodType })
  .meta({ id: 'RestoreReport' });

const status = z.object({
  albums: z.int(),
  bytes: z.int().describe('Of all tracks.'),
  restoring: z.object({ done: z.int(), total: z.int() }).nullable().describe('A restore that is under way, in bytes.'),
  last: z
    .union([z.object({ report }), z.object({ error: z.string() })])
    .nullable()
    .describe('What the last restore has come to, since the start of the daemon.'),
});

export const operations = [
  get('/backup', {
    id: 'backupStatus',
    tag: 'Albums',
    summary: 'What a backup would have, and what a restore is at',
    answers: page(z.object({ success, backup: status })),
  }),
  get('/backup/part', {
    id: 'backupPart',
    tag: 'Albums',
    summary: 'What a restore is at, as a part of the page',
    answers: part,
  }),
  get('/backup/download', {
    id: 'downloadBackup',
    tag: 'Albums',
    summary: 'All albums as one ZIP: tracks, covers, pictures, numbers, titles, order, and settings',
    about:
      'Made while it is sent, and while the library goes on; a file that was cut off is refused by the restore. ' +
      'Deleted albums, files for the pen, papers, secrets and paths are not in it.',
    answers: made('application/zip'),
    codes: ['library_unavailable'],
  }),
  post('/backup', {
    id: 'restoreBackup',
    tag: 'Albums',
    summary: 'Adds the albums of a backup',
    about:
      'Nothing that is here is changed. It may be as large as the disk of the library has room. What is here already ' +
      'is left alone, so that the same backup may be sent again.',
    body: { forms: { backup: { files: backupFiles, example: { backup: 'backup.zip' } } } },
    answers: outcome(report.extend({ success })),
    codes: ['unreadable_backup', 'no_space', 'library_unavailable', 'not_now', 'aborted'],
  }),
];
