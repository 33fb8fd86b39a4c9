import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { messageOf, TonstiftError } from '../../../workers/base/errors.js';
import { exitCodes } from '../exit-codes.js';
import { oneLine } from '../../log/log-text.js';
import type { Command } from '../invocation.js';
import { loadSettings } from '../load-settings.js';
import { withLog } from '../working-log.js';

/**
 * Prints each album, what was added to an earlier one, and each rejected source with its reason. Exits with 1 if a
 * source was rejected.
 */
export const importSources: Command = async (invocation) => {
  const paths = invocation.operands.map((path) => resolve(path));
  await Promise.all(
    paths.map(async (path) => {
      await stat(path).catch((error: unknown) => {
        throw new TonstiftError('not_found', `Cannot import ${path}: ${messageOf(error)}.`);
      });
    }),
  );
  const settings = await loadSettings(invocation);
  const { imported, joined, rejected, warnings } = await withLog(settings, async (log) => {
    const { importPaths } = await import('./import-paths.js');
    return importPaths(paths, settings, log);
  });
  for (const { oid, album_title, num_tracks } of imported) {
    invocation.print(oneLine(`${oid}  ${album_title}  (${num_tracks} ${num_tracks === 1 ? 'track' : 'tracks'})`));
  }
  for (const sentence of joined) invocation.print(oneLine(sentence));
  for (const { filename, reason } of rejected)
    invocation.complain(oneLine(`Not imported: ${filename}: ${String(reason)}`));
  for (const { filename, reason } of warnings) invocation.complain(oneLine(`${filename}: ${String(reason)}`));
  return rejected.length > 0 ? exitCodes.failed : exitCodes.done;
};
