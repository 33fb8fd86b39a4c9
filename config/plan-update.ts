/** Finds the changes of an update, or all its problems, so that a user need not correct them one at a time. */
import { readChanges, type RawValues, type ReadChanges } from './changes.js';
import { afterChanges, type InForce } from './after-changes.js';
import type { Config, FieldName } from './fields.js';
import { ConfigError, type ConfigProblem } from './problems.js';
import { brokenRules, type RuleContext } from './rules.js';

/** A planned update. `changed` names the saved fields that get another value. */
export interface PlannedUpdate {
  changed: readonly FieldName[];
  /** Saved before the update. */
  saved: Readonly<Config>;
  /** In use before the update. */
  before: Readonly<Config>;
  /** Saved after the update. */
  after: Readonly<Config>;
}

/** Rejects an update, field by field. It changes nothing, and a new password is still plain text. */
export type UpdateCheck = (planned: PlannedUpdate) => Promise<readonly ConfigProblem[]>;

/** Additional data of an update. */
export interface UpdateTerms {
  /** By field, the values that the user saw. If the saved value differs, the change is rejected. */
  expected?: RawValues;
  /** Decides who may change which field. It does not see fields that stay. */
  guard?: UpdateCheck;
  /** The command line, which writes a value also if a flag or the environment sets the same. */
  isCommand?: boolean;
  /** Problems that are known before the update is read. */
  problems?: readonly ConfigProblem[];
}

export interface UpdateContext extends RuleContext {
  /** Home folder, for `~`. */
  user: string;
  /** Values set by a flag or the environment, again at the next start. */
  overrides: Readonly<Partial<Config>>;
  /** Expensive checks, which run only for changes without other problems. */
  checks: readonly UpdateCheck[];
}

export const plannedBy = (changes: Partial<Config>, inForce: InForce): PlannedUpdate => ({
  changed: Object.keys(changes) as FieldName[],
  saved: inForce.saved,
  before: inForce.current,
  after: afterChanges(changes, inForce).saved,
});

/**
 * An invalid value hides no other problem and causes none: the rest is checked as if it had not been sent.
 * @throws ConfigError with every problem
 */
export async function planUpdate(
  raw: RawValues,
  { expected = {}, guard = async () => [], problems: known = [] }: UpdateTerms,
  inForce: InForce,
  context: UpdateContext,
): Promise<Partial<Config>> {
  const { changes, problems, conflicts } = readChanges(raw, expected, inForce.saved, context.user);
  const broken = brokenTogether(changes, problems, inForce, context);
  const permitted = [...broken, ...(await guard(plannedBy(changes, inForce)))];
  const sound = without(changes, [...problems, ...permitted]);
  const found: ConfigProblem[] = [];
  for (const check of context.checks) found.push(...(await check(plannedBy(sound, inForce))));
  const all = [...known, ...problems, ...permitted, ...found, ...conflicts];
  if (all.length > 0) throw new ConfigError(all);
  return changes;
}

function without(changes: Partial<Config>, problems: readonly ConfigProblem[]): Partial<Config> {
  const wrong = new Set(problems.map(({ field }) => field));
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !wrong.has(name)));
}

/**
 * The changes must be valid in each resulting configuration: the saved one, the current one, and the one of the next
 * start.
 */
export function brokenTogether(
  changes: ReadChanges['changes'],
  problems: readonly ConfigProblem[],
  inForce: InForce,
  context: UpdateContext,
): ConfigProblem[] {
  const { saved, current } = afterChanges(changes, inForce);
  const skip = new Set(problems.flatMap(({ field }) => field ?? []));
  const broken = new Map<string, ConfigProblem>();
  for (const config of [saved, current, { ...saved, ...context.overrides }]) {
    for (const { fields, what } of brokenRules(config, context, skip)) {
      // A rule that was broken before does not block other changes.
      for (const field of fields.filter((one) => Object.hasOwn(changes, one)))
        broken.set(`${field} ${String(what)}`, { field, source: field, what });
    }
  }
  return [...broken.values()];
}
