import { resolve } from 'node:path';
import { ConfigError } from '../../../config/problems.js';
import type { Settings } from '../../../config/settings.js';
import { counted } from '../../../workers/base/text/counted.js';
import { theirSettings, type TheirSettings } from '../../../workers/features/takeover/settings.js';
import type { Plan } from '../../../workers/features/takeover/plan.js';
import { oneLine } from '../../log/log-text.js';
import { exitCodes } from '../../cli/exit-codes.js';
import type { Command, Invocation } from '../../cli/invocation.js';
import { loadSettings } from '../../cli/load-settings.js';
import { UsageError } from '../../cli/usage-error.js';
import { withLog } from '../../cli/working-log.js';
import { plannedTakeover, takeOverLibrary, type TakenOver } from './take-over-library.js';

/** Prints the whole plan and what cannot be kept, before it changes anything. Exits with 1 if an album is left out. */
export const importTheirs: Command = async (invocation) => {
  const [given = '', how] = invocation.operands;
  if (how !== undefined && how !== 'now')
    throw new UsageError(`"tonstift import-ttmp32gme" accepts only "now" after the folder, not ${quoted(how)}.`);
  const root = resolve(given);
  const settings = await loadSettings(invocation);
  if (how === undefined) {
    const plan = await plannedTakeover(root, settings);
    const chosen = theirSettings(plan.config, settings);
    tell(plan, { root, chosen, settings, print: invocation.print });
    const command = `tonstift import-ttmp32gme ${JSON.stringify(given)} now`;
    const isDone = plan.taking.length + Object.keys(chosen.changes).length === 0;
    invocation.print(
      isDone ? 'There is nothing to do.' : `This was a preview. To run the import, type: ${oneLine(command)}`,
    );
    return exitCodes.done;
  }
  return withLog(settings, async (log) => {
    let isKept = true;
    const planned = async (plan: Plan): Promise<void> => {
      const chosen = theirSettings(plan.config, settings);
      tell(plan, { root, chosen, settings, print: invocation.print });
      // The files for the pen depend on these settings.
      isKept = await keep(chosen, settings, invocation);
    };
    const done = await takeOverLibrary({ root, settings, log, planned });
    report(done, invocation);
    return done.leaving.length + done.unbuilt.length === 0 && isKept ? exitCodes.done : exitCodes.failed;
  });
};

const quoted = (word: string): string => JSON.stringify(word);

interface Output {
  root: string;
  chosen: TheirSettings;
  settings: Pick<Settings, 'saved'>;
  print: Invocation['print'];
}

/** Prints the plan: albums to import, what is lost of them, albums left out, settings. */
function tell(plan: Plan, { root, chosen, print, settings }: Output): void {
  const say = (line: string): void => print(oneLine(line));
  const list = (title: string, lines: readonly string[]): void => {
    if (lines.length === 0) return;
    say('');
    say(title);
    for (const line of lines) say(`  ${line}`);
  };
  const { taking, leaving, here, version } = plan;
  const number = taking.length + leaving.length + here.length;
  say(`${root}: ${counted(number, 'album')} of ttmp32gme${version === '' ? '' : ` ${version}`}.`);
  list(
    'To import:',
    taking.map(({ given }) => `${given.oid}  ${given.album_title}  (${counted(given.tracks.length, 'track')})`),
  );
  list('Cannot be kept:', [
    ...taking.flatMap(({ given, formerly, notes }) =>
      notes.map((note) => `${formerly ?? given.oid}  ${given.album_title}: ${note}`),
    ),
    ...plan.notes,
    ...chosen.notes,
  ]);
  list('Cannot be imported:', leaving.map(lineOf));
  list('Already imported:', here.map(lineOf));
  list(
    'Settings:',
    Object.entries(chosen.changes).map(
      ([name, value]) =>
        `${name} ${quoted(String(value))} instead of ${quoted(String(settings.saved[name as 'host']))}`,
    ),
  );
  say('');
}

const lineOf = ({ number, title, reason }: Plan['leaving'][number]): string => `${number}  ${title}: ${reason}`;

/** @returns true if the settings were saved */
async function keep({ changes }: TheirSettings, settings: Settings, { complain }: Invocation): Promise<boolean> {
  try {
    await settings.update(changes);
    return true;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    complain(oneLine(`Cannot change the settings: ${error.message}`));
    return false;
  }
}

function report({ albums, leaving, rejected, unbuilt }: TakenOver, { print, complain }: Invocation): void {
  for (const { filename, reason } of rejected) complain(oneLine(`No cover: ${filename}: ${String(reason)}`));
  for (const one of leaving) complain(oneLine(`Not imported: ${lineOf(one)}`));
  for (const line of unbuilt) complain(oneLine(line));
  const tracks = albums.reduce((sum, { num_tracks }) => sum + num_tracks, 0);
  print(`Imported: ${counted(albums.length, 'album')} with ${counted(tracks, 'track')}.`);
}
