/** Generates the page for man(1) from the tables of fields and commands, in the notation of man(7). Pure. */
import { groupTitles, type FieldGroup } from '../../config/field.js';
import { environmentOf, fieldNames, fieldOf, flagOf } from '../../config/fields.js';
import type { Places } from '../../config/places.js';
import type { CommandRow } from './command-row.js';
import { defaultText, exitCodeRows, generalRows, placeholders, purpose, rowsOfCommand, rulesOfFields } from './help.js';

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
    ...generalRows.flatMap(([name, text]) => entry(name, '', text)),
    ...groups.flatMap((group) => [
      `.SS ${roff(groupTitles[group])}`,
      ...fieldNames
        .filter((name) => fieldOf(name).group === group)
        .flatMap((name) => {
          const { type, help, choices } = fieldOf(name);
          const value = type === 'boolean' ? '[=false]' : `=${placeholders[type]}`;
          const choice = choices === undefined ? '' : ` One of ${choices.filter((one) => one !== '').join(', ')}.`;
          return entry(`${flagOf(name)}${value}`, '', `${help}${choice} Default: ${defaultText(name, places)}.`);
        }),
    ]),
    '.SH ENVIRONMENT',
    roff(rulesOfFields),
    ...fieldNames.flatMap((name) => entry(environmentOf(name), '', `Like ${flagOf(name)}.`)),
    ...entry('TONSTIFT_HOME', '', 'Like --home.'),
    '.SH FILES',
    ...entry(places.configFile, '', 'The configuration.'),
    ...entry(places.data, '', 'The library and other data of the program.'),
    ...entry(places.logs, '', 'The log.'),
    ...entry(places.inbox, '', 'The inbox.'),
    '.SH EXIT STATUS',
    ...exitCodeRows.flatMap(([code, text]) => entry(code, '', text)),
    '.SH EXAMPLES',
    '.nf',
    ...commands.map(({ examples: [line] }) => roff(line)),
    '.fi',
    '',
  ].join('\n');
}

const entry = (name: string, operands: string, text: string): string[] => [
  '.TP',
  `\\fB${roff(name)}\\fR${operands === '' ? '' : ` \\fI${roff(operands)}\\fR`}`,
  roff(text),
];

/** Entries nested under the previous one. */
const nested = (rows: readonly (readonly [string, string])[]): string[] =>
  rows.length === 0 ? [] : ['.RS', ...rows.flatMap(([name, text]) => entry(name, '', text)), '.RE'];

/** Escapes text: requests, escapes, and hyphens that can be copied. */
const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/gm, '\\&');
