/**
 * Parses the command line with node:util only. A library such as commander would need every option and command a second
 * time, in addition to the tables from which help, documentation and configuration are generated. It would also use its
 * own error sentences, and load before `--version`.
 */
import { parseArgs } from 'node:util';
import { fieldNames, fieldOf, flagOf, type FieldName } from '../../config/fields.js';
import type { CommandInfo, Commands } from './command-info.js';
import { nearestWord } from '../../workers/base/text/nearest-word.js';
import { generalOptions, type Option, type OptionValues } from './options.js';
import { UsageError } from './usage-error.js';

export interface Arguments {
  command: CommandInfo;
  operands: string[];
  flags: Partial<Record<FieldName, string | string[]>>;
  home: string | undefined;
  /** The value of `--password-file`. */
  passwordFile: string | undefined;
  options: OptionValues;
  /** Commands whose help is printed: all if no command is named. */
  help: readonly CommandInfo[] | undefined;
  version: boolean;
}

const byFlag = (): ReadonlyMap<string, FieldName> => new Map(fieldNames.map((name) => [flagOf(name).slice(2), name]));

/** All options that are not settings. */
const optionsIn = (commands: Commands): ReadonlyMap<string, Option> =>
  new Map([...commands.flatMap(({ options = {} }) => Object.entries(options)), ...Object.entries(generalOptions)]);

const forParser = (known: ReadonlyMap<string, Option>, fieldOfFlag: ReadonlyMap<string, FieldName>) => ({
  ...Object.fromEntries(
    [...known].map(([name, { value, short }]) => [
      name,
      { type: value === undefined ? 'boolean' : 'string', ...(short === undefined ? {} : { short }) } as const,
    ]),
  ),
  ...Object.fromEntries(
    [...fieldOfFlag].map(
      ([flag, name]) => [flag, { type: fieldOf(name).type === 'boolean' ? 'boolean' : 'string' }] as const,
    ),
  ),
});

/** @throws UsageError */
export function parseArguments(words: readonly string[], commands: Commands): Arguments {
  const known = optionsIn(commands);
  const fieldOfFlag = byFlag();
  const options = forParser(known, fieldOfFlag);
  // Not strict: otherwise node:util rejects --open-browser=false and --no-open-browser, and its error sentences are
  // long.
  const { tokens } = parseArgs({
    args: [...words],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const positionals: string[] = [];
  const flags: Arguments['flags'] = {};
  const given = new Map<string, string | true>();

  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const option = known.get(token.name);
    if (option !== undefined) {
      given.set(token.name, optionValue(option, token));
      continue;
    }
    const [field, value] = fieldValue(token, fieldOfFlag, Object.keys(options));
    const before = flags[field];
    flags[field] = fieldOf(field).type === 'list' && before !== undefined ? [before, value].flat() : value;
  }

  const [home, passwordFile] = ['home', 'password-file'].map((name) => given.get(name) as string | undefined);
  if (passwordFile !== undefined && flags.password !== undefined)
    throw new UsageError('--password and --password-file exclude each other.');
  const common = { flags, home, passwordFile, version: given.has('version') };
  if (given.has('help') || positionals[0] === 'help')
    return { ...common, command: commands[0], operands: [], options: {}, help: commandsNamed(positionals, commands) };
  const { command, operands } = commandOf(positionals, commands);
  return { ...common, command, operands, options: optionsOf(command, given), help: undefined };
}

/** An option of `parseArgs`, as typed. */
interface Token {
  name: string;
  rawName: string;
  value: string | undefined;
  inlineValue: boolean | undefined;
}

function optionValue(option: Option, token: Token): string | true {
  if (option.value === undefined) {
    if (token.value !== undefined) throw new UsageError(`${token.rawName} takes no value.`);
    return true;
  }
  const value = valueOf(token);
  if (value === '' && option.value === 'DIR') throw new UsageError(`${token.rawName} needs a folder.`);
  return value;
}

const moreOf = (words: string): string => `Type "tonstift help ${words}" for help.`;

function optionsOf(command: CommandInfo, given: ReadonlyMap<string, string | true>): OptionValues {
  const options = [...given].filter(([name]) => !Object.hasOwn(generalOptions, name));
  for (const [name] of options)
    if (!Object.hasOwn(command.options ?? {}, name))
      throw new UsageError(`"tonstift ${command.words}" has no option --${name}.`, moreOf(command.words));
  return Object.fromEntries(options);
}

/**
 * Returns the command that the words begin with, or all commands that begin with the words.
 * @throws UsageError if there is none
 */
function commandsNamed(positionals: readonly string[], commands: Commands): CommandInfo[] {
  const asked = positionals[0] === 'help' ? positionals.slice(1) : positionals;
  if (asked.every((word) => word === 'help')) return [];
  const words = asked.join(' ');
  // "config" has its own help, although "config set" begins with the same word.
  const exact = longestFirst(commands).find((command) => `${words} `.startsWith(`${command.words} `));
  const named = exact === undefined ? commands.filter((command) => command.words.startsWith(`${words} `)) : [exact];
  if (named.length === 0) commandOf(asked, commands);
  return named;
}

/** `config set` is found before `config`. */
const longestFirst = (commands: Commands): CommandInfo[] =>
  [...commands].sort((a, b) => b.words.length - a.words.length);

function valueOf({ rawName, value, inlineValue }: Token): string {
  if (value === undefined) throw new UsageError(`${rawName} needs a value.`, `Write ${rawName}=VALUE.`);
  if (!inlineValue && /^-./.test(value)) {
    const meant = /^-\D/.test(value) ? 'VALUE' : value;
    throw new UsageError(`${rawName} needs a value.`, `Write ${rawName}=${meant}.`);
  }
  return value;
}

function fieldValue(
  token: Token,
  fieldOfFlag: ReadonlyMap<string, FieldName>,
  names: readonly string[],
): [FieldName, string] {
  const { name, rawName, value } = token;
  const field = fieldOfFlag.get(name);
  if (field !== undefined) return [field, fieldOf(field).type === 'boolean' ? (value ?? 'true') : valueOf(token)];
  const denied = name.startsWith('no-') ? fieldOfFlag.get(name.slice(3)) : undefined;
  if (denied === undefined || fieldOf(denied).type !== 'boolean') {
    const near = rawName.startsWith('--') ? nearestWord(name, names) : undefined;
    throw new UsageError(`Unknown option ${rawName}.`, near && `Did you mean --${near}?`);
  }
  if (value !== undefined) throw new UsageError(`${rawName} takes no value.`);
  return [denied, 'false'];
}

function commandOf(positionals: readonly string[], commands: Commands): { command: CommandInfo; operands: string[] } {
  if (positionals.length === 0) return { command: commands[0], operands: [] };
  const command = longestFirst(commands).find(({ words }) =>
    words.split(' ').every((word, at) => positionals[at] === word),
  );
  const [first = ''] = positionals;
  if (command === undefined) {
    const longer = commands
      .filter(({ words }) => words.startsWith(`${first} `))
      .map(({ words }) => words.slice(first.length + 1));
    const near = nearestWord(first, ['help', ...commands.map(({ words }) => words.split(' ')[0] ?? '')]);
    if (longer.length === 0)
      throw new UsageError(`Unknown command ${JSON.stringify(first)}.`, near && `Did you mean ${near}?`);
    const instead = positionals.length > 1 ? `, not ${JSON.stringify(positionals[1])}` : '';
    throw new UsageError(`"tonstift ${first}" needs one of ${longer.join(', ')}${instead}.`, moreOf(first));
  }
  const operands = positionals.slice(command.words.split(' ').length);
  const usage = `Usage: tonstift ${command.words} ${command.operands}`.trim();
  const known = command.operands.split(' ').filter((operand) => operand !== '');
  const most = command.operands.includes('...') ? Infinity : known.length;
  if (operands.length < known.filter((operand) => !operand.startsWith('[')).length)
    throw new UsageError(`"tonstift ${command.words}" needs ${command.operands.replace('...', '')}.`, usage);
  if (operands.length > most)
    throw new UsageError(`"tonstift ${command.words}" does not accept ${JSON.stringify(operands[most])}.`, usage);
  return { command, operands };
}
