/** Generates the text of `--help` from the tables of fields and commands. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { groupTitles, type FieldGroup, type FieldType } from '../../config/field.js';
import { defaultOf, environmentOf, fieldNames, fieldOf, flagOf, type FieldName } from '../../config/fields.js';
import type { Places } from '../../config/places.js';
import { commandGroups, type CommandRow } from './command-row.js';
import { generalOptions, spelling, type Option } from './options.js';
import { groupBy } from '../../workers/base/group-by.js';

const width = 80;
const column = 31;

const placeholders: Readonly<Record<FieldType, string>> = {
  text: 'NAME',
  secret: 'SECRET',
  path: 'PATH',
  url: 'URL',
  place: 'PATH|URL',
  integer: 'N',
  number: 'N',
  boolean: 'true|false',
  choice: 'CHOICE',
  list: 'A,B',
};

export const purpose = 'Turns folders of audio into albums for a tiptoi pen, and finds papers by what they are about.';

type Row = readonly [name: string, text: string];

const optionRows = (options: Readonly<Record<string, Option>>): Row[] =>
  Object.entries(options).map(([name, option]) => [spelling(name, option), option.help]);
export const generalRows = optionRows(generalOptions);
export const rowsOfCommand = ({ options = {} }: CommandRow): Row[] => optionRows(options);

export const exitCodeRows: readonly Row[] = [
  ['0', 'Done.'],
  ['1', 'Failed, or a check has found something.'],
  ['2', 'The command line is invalid.'],
  [
    '75',
    'A temporary error: the port or the library is in use, the disk is full, or a server is away. Try again later.',
  ],
  [
    '78',
    'The configuration is wrong, the disk is read-only, a newer version has written the library, or this system ' +
      'cannot run the program.',
  ],
  ['130', 'Interrupted twice (Ctrl+C) before everything had stopped.'],
];

export const rulesOfFields =
  'Each of these may also be set by an environment variable and in the configuration file: ' +
  `${flagOf('inbox_path')} is ${environmentOf('inbox_path')} and "inbox_path". ` +
  'Flags take precedence over the environment, then the file, then the defaults.';

/** Returns the first help: all commands, and how to get more. */
export function helpText(version: string, commands: readonly CommandRow[]): string {
  const groups = Object.keys(commandGroups) as (keyof typeof commandGroups)[];
  return [
    `Tonstift ${version}: albums for a tiptoi pen, and papers by what they are about.`,
    '',
    'Usage: tonstift [COMMAND] [OPTIONS]',
    ...groups.flatMap((group) =>
      section(commandGroups[group], shortRows(commands.filter((command) => command.group === group))),
    ),
    '',
    'More:',
    ...[
      ['tonstift help COMMAND', 'One command, with its options and examples.'],
      ['tonstift run --help', 'All settings, as options.'],
      ['man tonstift', 'Everything. Also: the page Help.'],
    ].flatMap(([name = '', text = '']) => row(name, text)),
  ].join('\n');
}

/** Commands with the same first word share a row. */
function shortRows(commands: readonly CommandRow[]): Row[] {
  return [...groupBy(commands, ({ words }) => words.split(' ')[0] ?? '')].map(([first, family]) => {
    const [command] = family;
    if (family.length === 1 && command !== undefined) return [usageOf(command), firstSentence(command)];
    const others = family.filter(({ words }) => words !== first).map(({ words }) => words.slice(first.length + 1));
    return command?.words === first
      ? [first, `${firstSentence(command)} Also: ${others.join(', ')}.`]
      : [first, others.join(', ')];
  });
}

const firstSentence = ({ summary }: CommandRow): string => summary.split(/(?<=\.) /)[0] ?? summary;

const usageOf = ({ words, operands }: CommandRow): string => `${words} ${operands}`.trim();

/** Returns the help of one command, or a list of several. */
export function commandHelp(named: readonly CommandRow[], places: Places): string {
  const [command] = named;
  if (named.length > 1 || command === undefined) return familyHelp(named);
  const { summary, options, examples, docs, group, words } = command;
  const isDaemon = words === 'run';
  return [
    `Usage: tonstift ${words}${options === undefined ? '' : ' [OPTIONS]'} ${command.operands}`.trim(),
    '',
    ...wrap(summary, width),
    ...(options === undefined ? [] : section('Options', rowsOfCommand(command))),
    ...(isDaemon ? settingsHelp(places) : []),
    '',
    examples.length === 1 ? 'Example:' : 'Examples:',
    ...examples.map((line) => `  ${line}`),
    '',
    ...(group === 'run' ? wrap(logPlace(places), width) : []),
    ...(isDaemon ? [] : wrap('Settings are options of every command: "tonstift run --help" lists them.', width)),
    `Documentation: man tonstift, and in the source ${docs}`,
  ].join('\n');
}

const logPlace = ({ logs }: Places): string =>
  `The log is ${tilde(join(logs, 'tonstift.log'))}; that of a service of the system is in /var/log/tonstift.`;

const familyHelp = (named: readonly CommandRow[]): string =>
  [
    `Usage: tonstift ${named[0]?.words.split(' ').slice(0, -1).join(' ') ?? ''} COMMAND`,
    ...section(
      'Commands',
      named.map((command) => [usageOf(command), firstSentence(command)]),
    ),
    '',
    'More: tonstift help COMMAND, with all words of a command.',
  ].join('\n');

function settingsHelp(places: Places): string[] {
  const groups = Object.keys(groupTitles) as FieldGroup[];
  return [
    ...section('General options', generalRows),
    ...groups.flatMap((group) =>
      section(
        groupTitles[group],
        fieldNames.filter((name) => fieldOf(name).group === group).map((name) => fieldRow(name, places)),
      ),
    ),
    '',
    ...wrap(rulesOfFields, width),
    `The file is ${tilde(places.configFile)}`,
    ...section('Exit codes', exitCodeRows),
  ];
}

export function fieldRow(name: FieldName, places: Places): Row {
  const { type, help, choices } = fieldOf(name);
  const flag = type === 'boolean' ? `${flagOf(name)}[=false]` : `${flagOf(name)}=${placeholders[type]}`;
  const choice = choices === undefined ? '' : ` One of ${choices.filter((word) => word !== '').join(', ')}.`;
  return [flag, `${help}${choice} Default: ${defaultText(name, places)}.`];
}

function defaultText(name: FieldName, places: Places): string {
  const value: unknown = defaultOf(name, places);
  if (value === '' || (Array.isArray(value) && value.length === 0)) return 'empty';
  return typeof value === 'string' ? tilde(value) : String(value);
}

/** Replaces the user's home folder by `~`. */
function tilde(path: string): string {
  const home = homedir();
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

function section(title: string, rows: readonly Row[]): string[] {
  return ['', `${title}:`, ...rows.flatMap(([name, text]) => row(name, text))];
}

function row(name: string, text: string): string[] {
  const left = `  ${name}`;
  const lines = wrap(text, width - column).map((line) => ' '.repeat(column) + line);
  if (left.length > column - 2) return [left, ...lines];
  return [left.padEnd(column) + (lines[0] ?? '').trimStart(), ...lines.slice(1)];
}

function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= columns) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
