import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { environmentOf, fieldNames, flagOf, type FieldName } from '../../../config/fields.js';
import { sameValue } from '../../../config/same-value.js';
import type { Settings } from '../../../config/settings.js';
import type { ImportResult } from '../../../http/resources/albums/service.js';
import { messageOf, TonstiftError } from '../../../workers/base/errors.js';
import { counted } from '../../../workers/base/text/counted.js';
import type { Rejected } from '../../../workers/library/types.js';
import { oneLine } from '../../log/log-text.js';
import type { DaemonClient } from '../daemon-client.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import type { Command, Invocation } from '../invocation.js';
import { loadSettings } from '../load-settings.js';
import { runningDaemon } from '../running-daemon.js';
import { UsageError } from '../usage-error.js';
import { withLog } from '../working-log.js';
import type { ImportWay } from './import-ways.js';

/**
 * Imports folders, ZIPs and audio files like the inbox, but copies them: the sources do not change. A running daemon
 * gets them; otherwise this process imports them and builds the files for the pen. Prints each album, what was added to
 * an earlier one, and each rejected source with its reason. Exits with 1 if a source was rejected.
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
  const work = (way: ImportWay): Promise<ExitCode> => importAll(paths, way, invocation);
  const daemon = await runningDaemon(settings);
  if (daemon !== undefined) await refuseOtherSettings(daemon, settings, invocation);
  const { importHere, importThroughDaemon } = await import('./import-ways.js');
  return daemon === undefined
    ? withLog(settings, (log) => importHere(settings, log, work))
    : importThroughDaemon(settings, daemon, work);
};

/** Milliseconds. */
const configTime = 10_000;

/**
 * The daemon imports with its own settings, into its own library.
 * @throws UsageError for flags, or a library of the environment, with other values
 */
async function refuseOtherSettings({ ask }: DaemonClient, settings: Settings, { flags }: Invocation): Promise<void> {
  // Another variable of the environment may be meant for other programs or commands.
  const names = fieldNames.filter((name) => name in flags || (name === 'library_path' && name in settings.overrides));
  if (names.length === 0) return;
  const { config } = await ask<{ config: Record<string, unknown> }>('/config', {}, configTime);
  const own = settings.masked();
  const others = names.filter((name) => !sameValue(own[name], config[name]));
  const nameOf = (name: FieldName): string => (name in flags ? flagOf(name) : environmentOf(name));
  if (others.length > 0)
    throw new UsageError(
      `The running daemon imports with its own settings, and these differ: ${others.map(nameOf).join(', ')}.`,
      'Leave them out, or change the settings of the daemon first.',
    );
}

async function importAll(paths: readonly string[], way: ImportWay, invocation: Invocation): Promise<ExitCode> {
  const { batchesOf } = await import('./import-batches.js');
  const all: ImportResult = { albums: [], joined: [], warnings: [], rejected: [] };
  const reject = (rejected: Rejected): void => {
    all.rejected.push(rejected);
    invocation.complain(oneLine(`Not imported: ${rejected.filename}: ${String(rejected.reason)}`));
  };
  const printJson = (): void => {
    if (invocation.options.json) invocation.print(JSON.stringify(all, null, 2));
  };
  const unusable: Rejected[] = [];
  const batches = await batchesOf(paths, unusable, way.listen);
  unusable.forEach(reject);
  for (const [at, batch] of batches.entries()) {
    try {
      const { albums, joined, warnings, rejected } = await way.import(batch);
      all.albums.push(...albums);
      all.joined.push(...joined);
      all.warnings.push(...warnings);
      printResult({ albums, joined, warnings }, invocation);
      rejected.forEach(reject);
    } catch (error) {
      if (!(error instanceof TonstiftError) || !ofBatch.has(error.code)) {
        for (const path of batches.slice(at).flatMap((one) => one.paths))
          invocation.complain(oneLine(`Not finished: ${path}`));
        invocation.complain(
          'Run the command again once this is solved; albums that are in the library are not added twice:',
        );
        printJson();
        throw error;
      }
      // Loose files without a title in their tags have no name together.
      const filename = batch.name || batch.paths.map((path) => basename(path)).join(', ');
      reject({ filename, reason: error.message });
    }
  }
  printJson();
  return all.rejected.length > 0 ? exitCodes.failed : exitCodes.done;
}

/** Errors that do not concern the other batches. */
const ofBatch: ReadonlySet<string> = new Set(['unreadable_audio', 'too_large', 'bad_field']);

function printResult(
  { albums, joined, warnings }: Omit<ImportResult, 'rejected'>,
  { options, print, complain }: Invocation,
): void {
  for (const { filename, reason } of warnings) complain(oneLine(`${filename}: ${String(reason)}`));
  if (options.json) return;
  for (const { oid, album_title, num_tracks } of albums)
    print(oneLine(`${oid}  ${album_title}  (${counted(num_tracks, 'track')})`));
  for (const sentence of joined) print(oneLine(String(sentence)));
}
