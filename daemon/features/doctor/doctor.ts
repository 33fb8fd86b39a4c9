/** Prints a report that can be published: without secrets and titles of albums, and with `~` for the home folder. */
import { constants } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { homedir, release } from 'node:os';
import { fieldNames } from '../../../config/fields.js';
import { ConfigError, type ConfigProblem } from '../../../config/problems.js';
import type { Settings } from '../../../config/settings.js';
import type { PenView } from '../../../http/resources/pens/service.js';
import type { Problem } from '../../../http/resources/status/problem.js';
import { messageOf, systemCodeOf } from '../../../workers/base/errors.js';
import { freeBytes } from '../../../workers/base/files/free-bytes.js';
import { plainSystemErrors } from '../../../workers/base/text/system-words.js';
import { exitCodes } from '../../cli/exit-codes.js';
import type { Command, Invocation } from '../../cli/invocation.js';
import { loadSettings } from '../../cli/load-settings.js';
import { runningDaemon } from '../../cli/running-daemon.js';
import { versionOfProgram } from './program-version.js';

/** Rows of a name and what was found. */
type Report = Record<string, string | string[]>;

export const printReport: Command = async (invocation) => {
  const report: Report = { ...(await machine(invocation)), ...(await configured(invocation)) };
  const lines = Object.entries(report).flatMap(([name, found]) =>
    [found].flat().map((line, n) => `${(n === 0 ? name : '').padEnd(18)}${withoutHome(line)}`),
  );
  const forJson = (): string => withoutHome(JSON.stringify(report, null, 2));
  invocation.print(invocation.options.json ? forJson() : lines.join('\n'));
  return exitCodes.done;
};

const withoutHome = (text: string): string => (homedir().length < 2 ? text : text.replaceAll(homedir(), '~'));

async function machine({ version, environment }: Invocation): Promise<Report> {
  const system = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const [, name = 'unknown'] = /^PRETTY_NAME="?([^"\n]*)/m.exec(system) ?? [];
  return {
    Tonstift: version,
    'Node.js': process.versions.node,
    system: `${process.platform} ${process.arch}, ${release()}, ${name}`,
    account: process.getuid?.() === 0 ? 'root' : 'not root',
    language: environment['LC_ALL'] ?? environment['LC_MESSAGES'] ?? environment['LANG'] ?? 'not set',
  };
}

/** Without a valid configuration, only its problems are known. */
async function configured(invocation: Invocation): Promise<Report> {
  const settings = await loadSettings(invocation).catch((thrown: unknown) => {
    if (thrown instanceof ConfigError) return thrown;
    throw thrown;
  });
  if (settings instanceof ConfigError) return { configuration: settings.problems.map(configLine) };
  return {
    ...(await folders(settings)),
    ...(await programs(settings)),
    'changed settings': changed(settings),
    ...(await fromDaemon(settings)),
  };
}

/** Without the value, which may be a secret. */
const configLine = ({ field, source, what }: ConfigProblem): string =>
  field === null ? `${source} ${String(what)}` : `${source} is not valid.`;

async function folders({ places, current }: Settings): Promise<Report> {
  const rows = {
    data: places.data,
    library: current.library_path,
    inbox: current.inbox_path,
    'log files': places.logs,
  };
  const found = Object.entries(rows).map(async ([name, path]) => [name, `${path}: ${await stateOf(path)}`] as const);
  const file = await access(places.configFile, constants.R_OK).then(
    () => 'can be read',
    (thrown: unknown) => (systemCodeOf(thrown) === 'ENOENT' ? 'does not exist' : reasonOf(thrown)),
  );
  return { ...Object.fromEntries(await Promise.all(found)), configuration: `${places.configFile}: ${file}` };
}

async function stateOf(folder: string): Promise<string> {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    const free = await freeBytes(folder);
    return Number.isFinite(free) ? `can be written, ${(free / 1e9).toFixed(1)} GB free` : 'can be written';
  } catch (thrown) {
    return systemCodeOf(thrown) === 'ENOENT' ? 'does not exist' : reasonOf(thrown);
  }
}

const reasonOf = (thrown: unknown): string => plainSystemErrors(messageOf(thrown));

async function programs({ current }: Settings): Promise<Report> {
  const [ffmpeg, speaker] = await Promise.all([
    versionOfProgram(current.ffmpeg_path || 'ffmpeg', '-version'),
    versionOfProgram(current.speaker_path || 'espeak-ng', '--version'),
  ]);
  const noFfmpeg = current.ffmpeg_path === '' ? 'none, so the built-in one converts' : 'ffmpeg_path does not run';
  const noSpeaker = current.speaker_path === '' ? 'no program' : 'speaker_path does not run';
  return { ffmpeg: ffmpeg ?? noFfmpeg, 'spoken titles': speaker ?? noSpeaker };
}

/** Returns names only: values may be addresses, paths or names. */
const changed = ({ sources }: Settings): string[] =>
  some(fieldNames.filter((name) => sources[name] !== 'default').map((name) => `${name} (${sources[name]})`));

async function fromDaemon(settings: Settings): Promise<Report> {
  try {
    const daemon = await runningDaemon(settings);
    if (daemon === undefined) return { daemon: 'does not run', pens: 'unknown', problems: 'unknown' };
    const { pens } = await daemon.ask<{ pens: PenView[] }>('/pens', {}, patience);
    const { problems } = await daemon.ask<{ problems: Problem[] }>('/problems', {}, patience);
    return { daemon: 'runs', pens: some(pens.map(penLine)), problems: some([...new Set(problems.map(problemLine))]) };
  } catch (thrown) {
    return { daemon: reasonOf(thrown), pens: 'unknown', problems: 'unknown' };
  }
}

/** Milliseconds. */
const patience = 10_000;

const some = (lines: string[]): string[] => (lines.length > 0 ? lines : ['none']);

function penLine({ plugged_in, state, generation, firmware, free_bytes: free, read_only, problems }: PenView): string {
  const facts = [
    plugged_in ? state : 'not plugged in',
    generation !== null && `generation ${generation}`,
    firmware !== null && `firmware ${firmware}`,
    free !== null && `${(free / 1e6).toFixed(0)} MB free`,
    read_only && 'read-only',
    ...problems.map(({ reason }) => String(reason)),
  ];
  return facts.filter((fact) => fact !== false).join(', ');
}

/** Without the affected thing: it may be a title. */
const problemLine = ({ kind, reason }: Problem): string => `${kind}: ${String(reason)}`;
