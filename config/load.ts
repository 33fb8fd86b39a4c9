/** Flags over environment over file over defaults, with every problem at once. Pure. */
import { dirname } from 'node:path';
import {
  defaultOf,
  environmentOf,
  fieldNames,
  fieldOf,
  flagOf,
  isFieldName,
  type Config,
  type FieldName,
} from './fields.js';
import { jsonErrorPosition } from './json-position.js';
import type { Places } from './places.js';
import { ConfigError, type ConfigProblem } from './problems.js';
import { brokenRules } from './rules.js';
import { parseField, type PathBase } from './validate.js';

export type Source = 'flag' | 'environment' | 'file' | 'default';
export type Sources = Record<FieldName, Source>;

export interface LoadInput {
  /** As typed; a list may come in several pieces. */
  flags: Partial<Record<FieldName, string | string[]>>;
  environment: NodeJS.ProcessEnv;
  /** Text of `places.configFile`; null where there is none. */
  fileText: string | null;
  places: Places;
  /** Folder that paths in flags and environment are relative to. Those in the file are relative to the file. */
  cwd: string;
  /** Home folder of the user, for `~`. */
  user: string;
  /** See `realpath.ts`. */
  realpath: (path: string) => string;
}

export interface Loaded {
  config: Readonly<Config>;
  sources: Sources;
  /** Fields that a flag or the environment sets: they rule again at the next start. */
  overrides: Readonly<Partial<Config>>;
  /** Sentences about what was ignored. */
  warnings: string[];
}

/** Where a value comes from, the name that a person gave it there, as it was given, and what paths are relative to. */
type Layer = [Source, string, unknown, PathBase];

/** Variables that are not fields. */
const otherVariables = new Set(['TONSTIFT_HOME']);

/** @throws ConfigError with every problem */
export function loadConfig(input: LoadInput): Loaded {
  const { flags, environment, places } = input;
  const problems: ConfigProblem[] = [];
  const warnings: string[] = [];
  const file = fileFields(input.fileText, places.configFile, problems);
  const here: PathBase = { user: input.user, folder: input.cwd };
  const besideFile: PathBase = { user: input.user, folder: dirname(places.configFile) };

  const values: Record<string, unknown> = {};
  const sources = {} as Sources;
  const overrides: Record<string, unknown> = {};
  const wrong = new Set<string>();
  for (const field of fieldNames) {
    values[field] = defaultOf(field, places);
    sources[field] = 'default';
    const variable = environmentOf(field);
    const plain = fieldOf(field).environment;
    // Weakest first. An empty variable counts as not set, as is usual.
    const layers: Layer[] = [
      ['file', `${field} in ${places.configFile}`, Object.hasOwn(file, field) ? file[field] : undefined, besideFile],
      ['environment', variable, environment[variable] === '' ? undefined : environment[variable], here],
      ...(plain === undefined
        ? []
        : [['environment', plain, environment[plain] === '' ? undefined : environment[plain], here] satisfies Layer]),
      ['flag', flagOf(field), flags[field], here],
    ];
    for (const [source, name, raw, base] of layers) {
      if (raw === undefined) continue;
      const parsed = parseField(field, raw, base);
      if ('problem' in parsed) {
        problems.push({ field, source: name, what: parsed.problem });
        wrong.add(field);
        continue;
      }
      values[field] = parsed.value;
      sources[field] = source;
      if (source !== 'file') overrides[field] = parsed.value;
    }
  }
  for (const key of Object.keys(file)) {
    if (!isFieldName(key))
      warnings.push(`${places.configFile} has an unknown field ${JSON.stringify(key)}, which is left alone.`);
  }
  const variables = new Set(fieldNames.map(environmentOf));
  for (const name of Object.keys(environment)) {
    if (!name.startsWith('TONSTIFT_') || otherVariables.has(name) || variables.has(name)) continue;
    warnings.push(`The environment variable ${name} is none of this program's, and is ignored.`);
  }
  const config = values as unknown as Config;
  for (const { fields, what } of brokenRules(config, input, wrong)) {
    problems.push({ field: fields[0] ?? null, source: fields.join(', '), what });
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return { config: frozen(config), sources, overrides, warnings };
}

/** The object in the file, `{}` where there is none; pushes what is wrong with it. */
function fileFields(text: string | null, path: string, problems: ConfigProblem[]): Record<string, unknown> {
  if (text === null) return {};
  const parsed = parseFile(text);
  if ('fields' in parsed) return parsed.fields;
  problems.push({ field: null, source: path, what: parsed.problem });
  return {};
}

/** A byte order mark and an empty file are tolerated. `problem` is a predicate with its full stop. */
export function parseFile(text: string): { fields: Record<string, unknown> } | { problem: string } {
  const json = text.replace(/^\uFEFF/, '');
  if (json.trim() === '') return { fields: {} };
  try {
    const fields: unknown = JSON.parse(json);
    if (typeof fields === 'object' && fields !== null && !Array.isArray(fields))
      return { fields: fields as Record<string, unknown> };
    return { problem: 'must hold one JSON object, such as {"port": 10020}.' };
  } catch {
    const at = jsonErrorPosition(json);
    return { problem: `must be JSON, and is not at line ${at?.line ?? 1}, column ${at?.column ?? 1}.` };
  }
}

export function frozen(config: Config): Readonly<Config> {
  const copy = structuredClone(config);
  Object.values<unknown>({ ...copy }).forEach((value) => {
    Object.freeze(value);
  });
  return Object.freeze(copy);
}
