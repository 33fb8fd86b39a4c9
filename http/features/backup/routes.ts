/** Backup of all albums as one file, and restore. */
import type { Router } from '@koa/router';
import type { Context } from 'koa';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { TonstiftError } from '../../../workers/base/errors.js';
import { readFields } from '../../../workers/base/input/read.js';
import { say } from '../../../workers/base/language/sentence.js';
import { readFiles, withBody, type BodyServices } from '../../request/body.js';
import { queryFields } from '../../request/fields.js';
import { prefersHtml } from '../../request/negotiate.js';
import { HttpError } from '../../response/errors.js';
import { sendEither, sendOutcome, sendPart, type Kit } from '../../response/kit.js';
import { sendSheet } from '../../response/files/send-sheet.js';
import { fileSize } from '../../../workers/base/text/file-size.js';
import { backupFiles, downloadFields } from './input.js';
import type { RestoreReport } from './service.js';
import { backupView, restoringPart } from './view.js';
import { flashOf } from './words.js';

/** Milliseconds that a browser waits for the end. After that, the page shows the progress. */
const patience = 10_000;
/** Milliseconds without a byte. An album that is being changed, such as cut, holds up a download for minutes. */
const longestPause = 3_600_000;

export function backupRoutes(router: Router, kit: Kit): void {
  const { backups } = kit.services;

  router.get('/backup', (ctx) => {
    const status = backups.status();
    sendEither(ctx, kit, { success: true, backup: status }, () =>
      backupView(status, kit.show('backup.has', kit.services)),
    );
  });

  router.get('/backup/part', (ctx) => {
    ctx.vary('Accept-Language');
    sendPart(ctx, restoringPart(backups.status()));
  });

  router.get('/backup/download', (ctx) => {
    const options = readFields(say('what.backup_download'), downloadFields, queryFields(ctx));
    const make = async (signal: AbortSignal): Promise<Readable> => {
      const bytes = await backups.write(options, signal);
      // An incomplete download must not look complete.
      bytes.once('error', () => ctx.res.destroy());
      return bytes;
    };
    const disposition = `attachment; filename="${backups.filename()}"`;
    return sendSheet(ctx, { type: 'application/zip', disposition, make }, longestPause);
  });

  router.post('/backup', async (ctx) => {
    if (ctx.is('multipart/form-data') === false) throw new HttpError('unsupported_type', say('error.backup_type'));
    const room = await backups.room();
    const length = ctx.request.length ?? 0;
    if (length > room) throw new TonstiftError('no_space', say('backup.no_room', { size: fileSize(length) }));
    const { begun, ended } = begin(ctx, kit);
    const late = (): Promise<null> => wait(patience, null, { ref: false });
    const report = await (prefersHtml(ctx) ? Promise.race([ended, begun.then(late)]) : ended);
    sendOutcome(ctx, kit, {
      facts: { success: true, ...report },
      location: '/backup',
      flash: report === null ? { kind: 'done', sentences: [say('backup.going_on')] } : flashOf(report),
    });
  });
}

/**
 * The size of the file is limited only by the disk, not by the upload limit. It is kept until the restore has ended.
 */
function begin(ctx: Context, { services }: Kit): { begun: Promise<void>; ended: Promise<RestoreReport> } {
  const roomy: BodyServices = {
    uploadFolder: () => services.uploadFolder(),
    maxUploadBytes: () => Number.MAX_SAFE_INTEGER / 2,
  };
  let start = (): void => undefined;
  const begun = new Promise<void>((done) => (start = done));
  const ended = withBody(ctx, roomy, async (body) => {
    const { backup } = readFiles(say('what.backup'), backupFiles, body);
    start();
    return services.backups.restore(backup.path);
  });
  // If the response was sent before, no code awaits the promise.
  ended.catch(() => undefined);
  return { begun, ended };
}
