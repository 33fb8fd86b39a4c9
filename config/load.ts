/** Loads the configuration: flags over environment over file over defaults. Reports all problems at once. Pure. */
import { defaultOf, fieldNames, type Config, type FieldName } from './fields.js';
import { givenIn, type LoadInput, type Sources } from './given.js';
import { ConfigError, type ConfigProblem } from './problems.js';
import { brokenRules } from './rules.js';
import { parseField } from './validate.js';

export type { LoadInput };

export interface Loaded {
  config: Readonly<Config>;
  sources: Sources;
  /** Fields set by a flag or the environment; these apply again at the next start. */
  overrides: Readonly<Partial<Config>>;
  /** Sentences about ignored values. */
  warnings: string[];
}

/** @throws ConfigError with every problem */
export function loadConfig(input: LoadInput): Loaded {
  const given = givenIn(input);
  const entries = fieldNames.map((name) => [name, defaultOf(name, input.places)]);
  const config = Object.fromEntries(entries) as Record<FieldName, unknown>;
  const sources = Object.fromEntries(fieldNames.map((name) => [name, 'default'])) as Sources;
  const overrides: Partial<Record<FieldName, unknown>> = {};
  const problems: ConfigProblem[] = [...given.problems];
  const wrong = new Set<string>();
  for (const { field, source, name, raw, base } of given.values) {
    const parsed = parseField(field, raw, base);
    if ('problem' in parsed) {
      problems.push({ field, source: name, what: parsed.problem });
      wrong.add(field);
      continue;
    }
    config[field] = parsed.value;
    sources[field] = source;
    if (source !== 'file') overrides[field] = parsed.value;
  }
  for (const { fields, what } of brokenRules(config as Config, input, wrong)) {
    problems.push({ field: fields[0] ?? null, source: fields.join(', '), what });
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    config: frozen(config as Config),
    sources,
    overrides: overrides as Partial<Config>,
    warnings: given.warnings,
  };
}

export function frozen(config: Config): Readonly<Config> {
  const copy = structuredClone(config);
  Object.values<unknown>({ ...copy }).forEach((value) => {
    Object.freeze(value);
  });
  return Object.freeze(copy);
}
