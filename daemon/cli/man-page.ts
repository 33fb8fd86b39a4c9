/** Generates the page for man(1) from the tables of fields and commands, in the notation of man(7). Pure. */
import { groupTitles, type FieldGroup } from '../../config/field.js';
import { environmentOf, fieldNames, fieldOf, flagOf, type FieldName } from '../../config/fields.js';
import type { Places } from '../../config/places.js';
import type { CommandRow } from './command-row.js';
import { exitCodeRows, fieldRow, generalRows, purpose, rowsOfCommand, rulesOfFields } from './help.js';

/** @param places the default places, with `~` */
export function manPage(version: string, places: Places, commands: readonly CommandRow[]): string {
  const groups = Object.keys(groupTitles) as FieldGroup[];
  return [
    `.TH TONSTIFT 1 "" "Tonstift ${roff(version)}" "User Commands"`,
    '.SH NAME',
    'tonstift \\- albums for a tiptoi pen, and papers by what they are about',
    '.SH SYNOPSIS',
    '.B tonstift',
    '[\\fIcommand\\fR] [\\fIoptions\\fR]',
    '.SH DESCRIPTION',
    roff(purpose),
    '.SH COMMANDS',
    ...commands.flatMap((command) => [
      ...entry(command.words, command.operands, command.summary),
      ...nested(rowsOfCommand(command)),
    ]),
    ...entry('help', '[COMMAND]', 'Print the help of a command, like --help after it.'),
    '.SH OPTIONS',
    ...entries(generalRows),
    ...groups.flatMap((group) => [
      `.SS ${roff(groupTitles[group])}`,
      ...entries(fieldNames.filter((name) => fieldOf(name).group === group).map((name) => fieldRow(name, places))),
    ]),
    '.SH ENVIRONMENT',
    roff(rulesOfFields),
    ...fieldNames.flatMap(variables),
    ...entry('TONSTIFT_HOME', '', 'Like --home.'),
    ...entry(
      xdgFolders.join(', '),
      '',
      'Without --home, used instead of ~/.config, ~/.local/share and ~/.local/state. The inbox does not move.',
    ),
    ...entry('NO_COLOR', '', 'If not empty, the log in a terminal has no colours.'),
    ...entry('TONSTIFT_RESTARTED_BY', '', restartedBy),
    '.SH FILES',
    ...entry(places.configFile, '', 'The configuration.'),
    ...entry(places.data, '', 'The library and other data of the program.'),
    ...entry(places.logs, '', 'The log.'),
    ...entry(places.inbox, '', 'The inbox.'),
    '.SH EXIT STATUS',
    ...entries(exitCodeRows),
    '.SH EXAMPLES',
    '.nf',
    ...commands.map(({ examples: [line] }) => roff(line)),
    '.fi',
    '',
  ].join('\n');
}

const restartedBy =
  'Set by a service manager that starts the daemon again when it ends. The page Settings then offers Restart now.';
const xdgFolders = ['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME'];

function variables(name: FieldName): string[] {
  const { environment } = fieldOf(name);
  const own = environmentOf(name);
  return [
    ...entry(own, '', `Like ${flagOf(name)}.`),
    ...(environment === undefined ? [] : entry(environment, '', `Like ${own}, which it takes precedence over.`)),
  ];
}

const entry = (name: string, operands: string, text: string): string[] => [
  '.TP',
  `\\fB${roff(name)}\\fR${operands === '' ? '' : ` \\fI${roff(operands)}\\fR`}`,
  roff(text),
];

const entries = (rows: readonly (readonly [string, string])[]): string[] =>
  rows.flatMap(([name, text]) => entry(name, '', text));

/** Entries nested under the previous one. */
const nested = (rows: readonly (readonly [string, string])[]): string[] =>
  rows.length === 0 ? [] : ['.RS', ...entries(rows), '.RE'];

/** Escapes text: requests, escapes, and hyphens that can be copied. */
const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/gm, '\\&');
