/** Generates the text of `--help` from the tables of fields and commands. */
import { homedir } from 'node:os';
import { groupTitles, type FieldGroup, type FieldType } from '../../config/field.js';
import { defaultOf, environmentOf, fieldNames, fieldOf, flagOf, type FieldName } from '../../config/fields.js';
import type { Places } from '../../config/places.js';
import type { CommandInfo } from './command-info.js';
import { generalOptions, spelling, type Option } from './options.js';

const width = 80;
const column = 31;

export const placeholders: Readonly<Record<FieldType, string>> = {
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
export const rowsOfCommand = ({ options = {} }: CommandInfo): Row[] => optionRows(options);

export const exitCodeRows: readonly Row[] = [
  ['0', 'Done.'],
  ['1', 'Failed.'],
  ['2', 'The command line is invalid.'],
  ['75', 'A temporary error: try again later.'],
  ['78', 'The configuration is wrong.'],
];

export const rulesOfFields =
  'Each of these may also be set by an environment variable and in the configuration file: ' +
  `${flagOf('inbox_path')} is ${environmentOf('inbox_path')} and "inbox_path". ` +
  'Flags take precedence over the environment, then the file, then the defaults.';

export function helpText(version: string, places: Places, commands: readonly CommandInfo[]): string {
  const groups = Object.keys(groupTitles) as FieldGroup[];
  return [
    `Tonstift ${version} turns folders of audio into albums for a tiptoi pen,`,
    'and finds papers by what they are about.',
    '',
    'Usage: tonstift [command] [options]',
    ...section(
      'Commands',
      commands.map(({ words, operands, summary }) => [`${words} ${operands}`.trim(), summary]),
    ),
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
  ].join('\n');
}

/** Returns the help of one command or several. */
export function commandHelp(named: readonly CommandInfo[]): string {
  return [
    ...named.flatMap((command, at) => [
      ...(at === 0 ? [] : ['']),
      `Usage: tonstift ${command.words} ${command.operands}`.trim(),
      ...wrap(command.summary, width - 2).map((line) => `  ${line}`),
      ...rowsOfCommand(command).flatMap(([name, text]) => row(name, text)),
    ]),
    '',
    ...wrap('All commands take the general options and the settings: see "tonstift --help".', width),
  ].join('\n');
}

function fieldRow(name: FieldName, places: Places): [string, string] {
  const { type, help, choices } = fieldOf(name);
  const flag = type === 'boolean' ? `${flagOf(name)}[=false]` : `${flagOf(name)}=${placeholders[type]}`;
  const choice = choices === undefined ? '' : ` One of ${choices.filter((word) => word !== '').join(', ')}.`;
  return [flag, `${help}${choice} Default: ${defaultText(name, places)}.`];
}

export function defaultText(name: FieldName, places: Places): string {
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
