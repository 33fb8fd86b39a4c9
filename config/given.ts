/** Collects the given values with their sources, before they are parsed. Pure. */
import { dirname } from 'node:path';
import type { PathBase } from './field.js';
import { environmentOf, fieldNames, fieldOf, flagOf, isFieldName, type FieldName } from './fields.js';
import { parseFile } from './file.js';
import type { Places } from './places.js';
import type { ConfigProblem } from './problems.js';

export type Source = 'flag' | 'environment' | 'file' | 'default';
export type Sources = Record<FieldName, Source>;

export interface LoadInput {
  /** As typed; a list may have several parts. */
  flags: Partial<Record<FieldName, string | string[]>>;
  environment: NodeJS.ProcessEnv;
  /** Text of `places.configFile`; null if there is none. */
  fileText: string | null;
  places: Places;
  /** The base of relative paths in flags and environment. Those in the file are relative to the file. */
  cwd: string;
  /** Home folder of the user, for `~`. */
  user: string;
  /** See `realpath.ts`. */
  realpath: (path: string) => string;
}

/** One given value. */
export interface GivenValue {
  field: FieldName;
  source: Source;
  /** The name that the user used there. */
  name: string;
  raw: unknown;
  base: PathBase;
}

interface Given {
  /** By field, weakest source first. */
  values: readonly GivenValue[];
  problems: readonly ConfigProblem[];
  /** Sentences about ignored values. */
  warnings: string[];
}

/** Environment variables that are not fields. */
const otherVariables = new Set(['TONSTIFT_HOME', 'TONSTIFT_RESTARTED_BY', 'TONSTIFT_BOOT']);

export function givenIn({ flags, environment, fileText, places, cwd, user }: LoadInput): Given {
  const parsed = fileText === null ? { fields: {} } : parseFile(fileText);
  const file: Readonly<Record<string, unknown>> = 'fields' in parsed ? parsed.fields : {};
  const valuesOf = (field: FieldName): GivenValue[] => {
    const of = (source: Source, name: string, raw: unknown, folder = cwd): GivenValue[] =>
      raw === undefined ? [] : [{ field, source, name, raw, base: { user, folder } }];
    // An empty variable counts as not set, as is usual.
    const variables = [environmentOf(field), fieldOf(field).environment].flatMap((name) =>
      name === undefined ? [] : of('environment', name, environment[name] || undefined),
    );
    const inFile = Object.hasOwn(file, field) ? file[field] : undefined;
    return [
      ...of('file', `${field} in ${places.configFile}`, inFile, dirname(places.configFile)),
      ...variables,
      ...of('flag', flagOf(field), flags[field]),
    ];
  };
  const known = new Set([...otherVariables, ...fieldNames.map(environmentOf)]);
  return {
    values: fieldNames.flatMap(valuesOf),
    problems: 'problem' in parsed ? [{ field: null, source: places.configFile, what: parsed.problem }] : [],
    warnings: [
      ...Object.keys(file)
        .filter((name) => !isFieldName(name))
        .map((name) => `${places.configFile} has an unknown field ${JSON.stringify(name)}, which is ignored.`),
      ...Object.keys(environment)
        .filter((name) => name.startsWith('TONSTIFT_') && !known.has(name))
        .map((name) => `The environment variable ${name} is unknown and ignored.`),
    ],
  };
}
