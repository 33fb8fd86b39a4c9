import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Settings } from '../../../config/settings.js';
import { backupFileName, lackingIn, leftOut, type Manifest } from '../../../workers/features/backup/format.js';
import { openBackup } from '../../../workers/features/backup/read.js';
import { peekedSource } from '../../../workers/features/backup/source.js';
import { writeBackup } from '../../../workers/features/backup/write.js';
import { counted } from '../../../workers/base/text/counted.js';
import type { OpenBackupParts } from '../../backup-part.js';
import type { DaemonLog } from '../../log/log.js';
import { oneLine } from '../../log/log-text.js';
import { readVersion } from '../../version.js';
import { exitCodes } from '../../cli/exit-codes.js';
import type { Command, Invocation } from '../../cli/invocation.js';
import { loadSettings } from '../../cli/load-settings.js';
import { runningDaemon } from '../../cli/running-daemon.js';
import { withShownLog } from '../../cli/working-log.js';
import { writable } from './backups.js';
import { writeNew } from './new-file.js';
import { chosenSettings } from './settings.js';

/** Backs up through the daemon if it runs. Otherwise reads the library directly, without a lock. */
export const backUpLibrary: Command = async (invocation) => {
  const [given = ''] = invocation.operands;
  const { openBackupParts: openParts } = invocation;
  const target = await targetOf(resolve(given));
  const settings = await loadSettings(invocation);
  const daemon = await runningDaemon(settings);
  const vectors = invocation.options['without-vectors'] !== true;
  const write = (output: Writable): Promise<void> =>
    daemon === undefined
      ? withShownLog(settings, (log) => writeOurselves({ settings, log, vectors, openParts }, output))
      : daemon.receive(`/backup/download?vectors=${vectors}`, (bytes) => pipeline(bytes, output));
  const manifest = await writeNew(target, write, async (part) => {
    // A backup that can be read can be restored; a truncated one cannot be read.
    using backup = await openBackup(part);
    return backup.manifest;
  });
  return report(manifest, target, invocation);
};

/** If the path is a folder, the backup is a file in it, named by the date. */
async function targetOf(path: string): Promise<string> {
  const facts = await stat(path).catch(() => undefined);
  return facts?.isDirectory() === true ? join(path, backupFileName(new Date())) : path;
}

interface Ourselves {
  settings: Settings;
  log: DaemonLog;
  vectors: boolean;
  openParts: OpenBackupParts;
}

async function writeOurselves({ settings, log, vectors, openParts }: Ourselves, output: Writable): Promise<void> {
  const source = peekedSource(settings.current.library_path);
  const opened = await openParts(settings, log);
  try {
    const order = { source, program: readVersion(), now: Date.now(), settings: chosenSettings(settings) };
    await writeBackup({ ...order, parts: writable(opened, { vectors }) }, output);
  } finally {
    for (const part of opened) await part.close();
  }
}

function report(
  manifest: Manifest,
  target: string,
  { print, complain }: Invocation,
): typeof exitCodes.done | typeof exitCodes.failed {
  const { counts, others } = manifest;
  const size = `${(counts.bytes / 1e6).toFixed(1)} MB`;
  const albums = counted(counts.albums, 'album');
  print(oneLine(`${target}: ${albums} with ${counted(counts.tracks, 'track')}, ${size}.`));
  for (const { name, records, what } of others) print(oneLine(`${name}: ${records.toLocaleString('en')} ${what}.`));
  print(`Not in it: ${leftOut.join('; ')}.`);
  const lacking = lackingIn(manifest);
  for (const one of lacking) complain(oneLine(`The backup lacks ${one}`));
  return lacking.length === 0 ? exitCodes.done : exitCodes.failed;
}
