/**
 * The command line, by hand over what Node.js has. A library such as commander would want every option and command in
 * words of its own, beside the tables of fields and commands from which help, documentation and configuration come; it
 * would say what is wrong in sentences of its own, and be loaded before `--version`.
 */
import { parseArgs } from 'node:util';
import { fieldNames, fieldOf, flagOf, type FieldName } from '../../config/fields.js';
import { commands, type CommandInfo } from './table.js';
import { UsageError } from './usage-error.js';

export interface Arguments {
  command: CommandInfo;
  operands: string[];
  flags: Partial<Record<FieldName, string | string[]>>;
  home: string | undefined;
  /** Of `--password-file`. */
  passwordFile: string | undefined;
  /** Of `--out`. */
  out: string | undefined;
  /** Of `--dpi`. */
  dpi: string | undefined;
  /** Of `--export`. */
  export: string | undefined;
  /** Of `--conference`. */
  conference: string | undefined;
  /** Of `--year`. */
  year: string | undefined;
  json: boolean;
  /** Of `--system`. */
  isSystem: boolean;
  help: boolean;
  version: boolean;
}

const fieldOfFlag = new Map(fieldNames.map((name) => [flagOf(name).slice(2), name]));
const switches = ['help', 'version', 'json', 'system'] as const;

const options = {
  home: { type: 'string' },
  'password-file': { type: 'string' },
  out: { type: 'string' },
  dpi: { type: 'string' },
  export: { type: 'string' },
  conference: { type: 'string' },
  year: { type: 'string' },
  json: { type: 'boolean' },
  system: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
  ...Object.fromEntries(
    [...fieldOfFlag].map(
      ([flag, name]) => [flag, { type: fieldOf(name).type === 'boolean' ? 'boolean' : 'string' }] as const,
    ),
  ),
} as const;

/** @throws UsageError */
export function parseArguments(words: readonly string[]): Arguments {
  // Not strict: node:util knows neither --open-browser=false nor --no-open-browser then, and its sentences are long.
  const { tokens } = parseArgs({ args: [...words], options, strict: false, allowPositionals: true, tokens: true });
  const positionals: string[] = [];
  const flags: Arguments['flags'] = {};
  const on = new Set<string>();
  let home: string | undefined;
  let passwordFile: string | undefined;
  let out: string | undefined;
  let dpi: string | undefined;
  const given: Partial<Record<'conference' | 'year' | 'export', string>> = {};

  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, inlineValue } = token;
    if (switches.some((known) => known === name)) {
      if (token.value !== undefined) throw new UsageError(`${rawName} takes no value.`);
      on.add(name);
    } else if (name === 'home') {
      home = valueOf(rawName, token.value, inlineValue);
      if (home === '') throw new UsageError('--home needs a folder.');
    } else if (name === 'password-file') {
      passwordFile = valueOf(rawName, token.value, inlineValue);
    } else if (name === 'out') {
      out = valueOf(rawName, token.value, inlineValue);
      if (out === '') throw new UsageError('--out needs a folder.');
    } else if (name === 'dpi') {
      dpi = valueOf(rawName, token.value, inlineValue);
    } else if (name === 'conference' || name === 'year' || name === 'export') {
      given[name] = valueOf(rawName, token.value, inlineValue);
    } else {
      const [field, value] = fieldValue(name, rawName, token.value, inlineValue);
      const before = flags[field];
      flags[field] = fieldOf(field).type === 'list' && before !== undefined ? [before, value].flat() : value;
    }
  }

  if (passwordFile !== undefined && flags.password !== undefined)
    throw new UsageError('--password and --password-file say the same thing twice.');
  const help = on.has('help') || positionals[0] === 'help';
  const { command, operands } = help ? { command: commands[0], operands: [] } : commandOf(positionals);
  if (on.has('json') && !command.json) throw new UsageError(`"tonstift ${command.words}" has no --json.`);
  if (on.has('system') && !command.system) throw new UsageError(`"tonstift ${command.words}" has no --system.`);
  if (out !== undefined && !command.out) throw new UsageError(`"tonstift ${command.words}" has no --out.`);
  if (dpi !== undefined && !command.dpi) throw new UsageError(`"tonstift ${command.words}" has no --dpi.`);
  for (const name of ['conference', 'year'] as const)
    if (given[name] !== undefined && !command.given)
      throw new UsageError(`"tonstift ${command.words}" has no --${name}.`);
  if (given.export !== undefined && !command.export)
    throw new UsageError(`"tonstift ${command.words}" has no --export.`);
  const { conference, year, export: exported } = given;
  const [json, version, isSystem] = [on.has('json'), on.has('version'), on.has('system')];
  const texts = { home, passwordFile, out, dpi, export: exported, conference, year };
  return { command, operands, flags, ...texts, json, isSystem, help, version };
}

function valueOf(rawName: string, value: string | undefined, inline: boolean | undefined): string {
  if (value === undefined) throw new UsageError(`${rawName} needs a value.`, `Write ${rawName}=VALUE.`);
  if (!inline && /^-./.test(value)) {
    const meant = /^-\D/.test(value) ? 'VALUE' : value;
    throw new UsageError(`${rawName} needs a value.`, `Write ${rawName}=${meant}.`);
  }
  return value;
}

function fieldValue(
  name: string,
  rawName: string,
  value: string | undefined,
  inline: boolean | undefined,
): [FieldName, string] {
  const field = fieldOfFlag.get(name);
  if (field !== undefined)
    return [field, fieldOf(field).type === 'boolean' ? (value ?? 'true') : valueOf(rawName, value, inline)];
  const denied = name.startsWith('no-') ? fieldOfFlag.get(name.slice(3)) : undefined;
  if (denied === undefined || fieldOf(denied).type !== 'boolean') {
    const near = rawName.startsWith('--') ? nearest(name, Object.keys(options)) : undefined;
    throw new UsageError(`There is no option ${rawName}.`, near && `Did you mean --${near}?`);
  }
  if (value !== undefined) throw new UsageError(`${rawName} takes no value.`);
  return [denied, 'false'];
}

function commandOf(positionals: readonly string[]): { command: CommandInfo; operands: string[] } {
  if (positionals.length === 0) return { command: commands[0], operands: [] };
  const command = commands.find(({ words }) => words.split(' ').every((word, at) => positionals[at] === word));
  const [first = ''] = positionals;
  if (command === undefined) {
    const longer = commands
      .filter(({ words }) => words.startsWith(`${first} `))
      .map(({ words }) => words.slice(first.length + 1));
    const near = nearest(
      first,
      commands.map(({ words }) => words.split(' ')[0] ?? ''),
    );
    if (longer.length === 0)
      throw new UsageError(`There is no command ${JSON.stringify(first)}.`, near && `Did you mean ${near}?`);
    const instead = positionals.length > 1 ? `, not ${JSON.stringify(positionals[1])}` : '';
    throw new UsageError(`"tonstift ${first}" needs one of ${longer.join(', ')}${instead}.`);
  }
  const operands = positionals.slice(command.words.split(' ').length);
  const usage = `Usage: tonstift ${command.words} ${command.operands}`.trim();
  if (operands.length < command.least)
    throw new UsageError(`"tonstift ${command.words}" needs ${command.operands.replace('...', '')}.`, usage);
  if (operands.length > command.most)
    throw new UsageError(
      `"tonstift ${command.words}" has no use for ${JSON.stringify(operands[command.most])}.`,
      usage,
    );
  return { command, operands };
}

/** The known word that is at most two changes of a letter away. */
function nearest(word: string, known: readonly string[]): string | undefined {
  return known
    .map((name) => ({ name, away: distance(word, name) }))
    .filter(({ away }) => away <= 2)
    .sort((a, b) => a.away - b.away)[0]?.name;
}

/** Levenshtein's, by rows. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(
        Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)),
      );
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
