import { messageOf, systemCodeOf } from '../../../workers/base/errors.js';
import { say } from '../../../workers/base/language/sentence.js';
import { counted } from '../../../workers/base/text/counted.js';
import { isPlainFile } from '../../../workers/library/place.js';
import { checkLibrary, type LibraryReport } from '../../../workers/library/records/check.js';
import { oneLine } from '../../log/log-text.js';
import { exitCodes } from '../exit-codes.js';
import type { Command } from '../invocation.js';
import { loadSettings } from '../load-settings.js';
import { UsageError } from '../usage-error.js';

/** Checks whether the records and all files that they name are complete. Reads only. */
export const checkTheLibrary: Command = async ({ operands: [how], ...invocation }) => {
  if (how !== undefined && how !== 'all') throw new UsageError('"tonstift library check" needs "all" or nothing.');
  const settings = await loadSettings({ ...invocation, operands: [] });
  const path = settings.current.library_path;
  const report = await checkLibrary(path, how === 'all').catch((error: unknown) => ({
    data: undefined,
    backups: 0,
    problems: [whyUnread(path, error)],
  }));
  const { problems } = report;
  if (invocation.options.json) invocation.print(JSON.stringify({ path, ...countsOf(report), problems }, null, 2));
  else for (const line of linesOf(path, report)) invocation.print(oneLine(line));
  return problems.length > 0 ? exitCodes.failed : exitCodes.done;
};

function whyUnread(path: string, error: unknown): string {
  if (systemCodeOf(error) === 'ENOENT') return String(say('away.none', { path }));
  return isPlainFile(path) ? String(say('away.no_folder', { path })) : messageOf(error);
}

/** Null if no file of records can be used. */
function countsOf({ data, backups }: LibraryReport) {
  const tracks = data?.albums.reduce((sum, album) => sum + album.tracks.length, 0);
  return {
    albums: data?.albums.length ?? null,
    tracks: tracks ?? null,
    deleted: data?.trash.length ?? null,
    revision: data?.revision ?? null,
    older_states: backups,
  };
}

function linesOf(path: string, report: LibraryReport): string[] {
  const { albums, tracks, deleted, revision, older_states: older } = countsOf(report);
  const kept = [counted(albums ?? 0, 'album'), counted(tracks ?? 0, 'track'), counted(deleted ?? 0, 'deleted album')];
  const lines =
    albums === null ? [] : [`${path}: ${kept.join(', ')}; revision ${revision}, ${counted(older, 'older state')}.`];
  const { problems } = report;
  return [...lines, ...(problems.length === 0 ? ['No problems found.'] : problems.map((problem) => `- ${problem}`))];
}
