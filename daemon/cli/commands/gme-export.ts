import { resolve } from 'node:path';
import { integer, must } from '../../../workers/base/input/schema.js';
import { exitCodes } from '../exit-codes.js';
import type { Command } from '../invocation.js';
import { loadSettings } from '../load-settings.js';
import { readOperand } from '../operand.js';
import { withLog } from '../working-log.js';

export const exportGmeProject: Command = async (invocation) => {
  const [given, directory = ''] = invocation.operands;
  const uid = readOperand('UID', must('the OID of an album, such as 920', integer(1, 9999)), given);
  const settings = await loadSettings(invocation);
  const target = resolve(directory);
  await withLog(settings, async (log) => {
    const { exportAlbum } = await import('./export-album.js');
    await exportAlbum(uid, target, settings.current, log);
  });
  invocation.print(`Album ${uid} is written to ${target}.`);
  return exitCodes.done;
};
