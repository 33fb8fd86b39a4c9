/** Describes the routes of backups. */
import * as z from 'zod/v4';
import { made, outcome, page, part, success } from '../../operations/answers.js';
import { get, post } from '../../operations/operation.js';
import { backupFiles, downloadFields } from './input.js';
import { backupStatus, restoreReport } from './service.js';

export const operations = [
  get('/backup', {
    id: 'backupStatus',
    tag: 'Albums',
    summary: 'The size of a backup, and the state of a restore',
    answers: page(z.object({ success, backup: backupStatus })),
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
    answers: outcome(restoreReport.extend({ success })),
    codes: ['unreadable_backup', 'no_space', 'library_unavailable', 'not_now', 'aborted'],
  }),
];
