import { resolve } from 'node:path';
import { UsageError } from '../usage-error.js';
import { exitCodes } from '../exit-codes.js';
import type { Command } from '../invocation.js';
import { loadSettings } from '../load-settings.js';
import { withLog } from '../working-log.js';

export const exportGmeProject: Command = async (invocation) => {
  const [uid = '', directory = ''] = invocation.operands;
  if (!/^[1-9]\d{0,3}$/.test(uid))
    throw new UsageError(`UID must be the OID of an album, such as 920, not ${JSON.stringify(uid)}.`);
  const settings = await loadSettings(invocation);
  const target = resolve(directory);
  await withLog(settings, async (log) => {
    const { exportAlbum } = await import('./import-paths.js');
    await exportAlbum(Number(uid), target, { settings, places: settings.places, log });
  });
  invocation.print(`Album ${uid} is written to ${target}.`);
  return exitCodes.done;
};
