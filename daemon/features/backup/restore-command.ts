import { open, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Settings } from '../../../config/settings.js';
import type { RestoreReport } from '../../../http/features/backup/service.js';
import { isIncomplete, reportSentences } from '../../../http/features/backup/words.js';
import { messageOf, TonstiftError } from '../../../workers/base/errors.js';
import { systemClock } from '../../../workers/base/ports.js';
import type { OpenBackupParts } from '../../backup-part.js';
import type { DaemonLog } from '../../log/log.js';
import { oneLine } from '../../log/log-text.js';
import { readVersion } from '../../version.js';
import type { DaemonClient } from '../../cli/daemon-client.js';
import { exitCodes } from '../../cli/exit-codes.js';
import { fileForm } from '../../cli/file-form.js';
import type { Command } from '../../cli/invocation.js';
import { loadSettings } from '../../cli/load-settings.js';
import { runningDaemon } from '../../cli/running-daemon.js';
import { withLog } from '../../cli/working-log.js';
import { openLibrary } from '../../library/open-library.js';
import { Backups } from './backups.js';

/** Restores through the daemon if it runs, otherwise directly. The daemon builds the files for the pen. */
export const restoreLibrary: Command = async (invocation) => {
  const path = resolve(invocation.operands[0] ?? '');
  await checkFile(path);
  const settings = await loadSettings(invocation);
  const daemon = await runningDaemon(settings);
  const report =
    daemon === undefined
      ? await withLog(settings, (log) => restoreOurselves(path, settings, log, invocation.openBackupParts))
      : await restoreThrough(daemon, path);
  for (const { oid, album_title: title, formerly } of report.came)
    invocation.print(oneLine(`${oid}  ${title}${formerly === null ? '' : `  (was ${formerly})`}`));
  for (const sentence of reportSentences(report)) invocation.print(oneLine(String(sentence)));
  return isIncomplete(report) ? exitCodes.failed : exitCodes.done;
};

async function checkFile(path: string): Promise<void> {
  const facts = await stat(path).catch((error: unknown) => {
    throw new TonstiftError('not_found', `Cannot restore ${path}: ${messageOf(error)}.`);
  });
  if (!facts.isFile()) throw new TonstiftError('not_found', `Cannot restore ${path}: it is not a file.`);
}

async function restoreThrough(daemon: DaemonClient, path: string): Promise<RestoreReport> {
  const { size } = await stat(path);
  const file = { field: 'backup', filename: basename(path), size, open: () => open(path) };
  return daemon.ask<RestoreReport>('/backup', { method: 'POST', ...fileForm([file]) });
}

async function restoreOurselves(
  path: string,
  settings: Settings,
  log: DaemonLog,
  openParts: OpenBackupParts,
): Promise<RestoreReport> {
  const opened = await openLibrary({ settings, log, purpose: 'tonstift restore' });
  try {
    const parts = await openParts(settings, log);
    for (const part of parts) opened.disposables.push(`The ${part.name}`, () => part.close());
    const backups = new Backups({
      ...opened,
      // The daemon builds the files for the pen when it runs.
      albums: { arrived: () => undefined },
      parts: () => parts,
      ...{ clock: systemClock, log: log.area('library'), version: readVersion() },
    });
    return await backups.restore(path);
  } finally {
    await opened.disposables.run();
  }
}
