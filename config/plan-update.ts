/** What an update of the settings changes, or everything that is wrong with it: no person is told one thing a time. */
import { readChanges, type RawValues, type ReadChanges } from './changes.js';
import { afterChanges, type InForce } from './after-changes.js';
import type { Config, FieldName } from './fields.js';
import { ConfigError, type ConfigProblem } from './problems.js';
import { brokenRules, type RuleContext } from './rules.js';

/** What an update is about to do; `changed` names the saved fields that get another value. */
export interface PlannedUpdate {
  changed: readonly FieldName[];
  /** Saved until now. */
  saved: Readonly<Config>;
  /** In force now. */
  before: Readonly<Config>;
  /** Saved afterwards. */
  after: Readonly<Config>;
}

/** Why an update may not be, field by field. It changes nothing, and a new password is still plain. */
export type UpdateCheck = (planned: PlannedUpdate) => Promise<readonly ConfigProblem[]>;

/** What comes with an update. */
export interface UpdateTerms {
  /** By field, what was shown where its change was made: where something else is saved by now, it is refused. */
  expected?: RawValues;
  /** Who may change what. */
  guard?: UpdateCheck;
  /** What is known to be wrong before anything is read. */
  problems?: readonly ConfigProblem[];
}

export interface UpdateContext extends RuleContext {
  /** Home folder, for `~`. */
  user: string;
  /** What a flag or the environment sets, again at the next start. */
  overrides: Readonly<Partial<Config>>;
  /** Run on those changes that nothing else is wrong with, for they cost something. */
  checks: readonly UpdateCheck[];
}

/**
 * A value that cannot be hides no other problem, and causes none: the rest is looked at as if it had not been sent.
 * @throws ConfigError with every problem
 */
export async function planUpdate(
  raw: RawValues,
  { expected = {}, guard = async () => [], problems: known = [] }: UpdateTerms,
  inForce: InForce,
  context: UpdateContext,
): Promise<Partial<Config>> {
  const { changes, problems, conflicts } = readChanges(raw, expected, inForce.saved, context.user);
  const planned = (some: Partial<Config>): PlannedUpdate => ({
    changed: Object.keys(some) as FieldName[],
    saved: inForce.saved,
    before: inForce.current,
    after: afterChanges(some, inForce).saved,
  });
  const permitted = [...brokenTogether(changes, problems, inForce, context), ...(await guard(planned(changes)))];
  const sound = without(changes, [...problems, ...permitted]);
  const found: ConfigProblem[] = [];
  for (const check of context.checks) found.push(...(await check(planned(sound))));
  const all = [...known, ...problems, ...permitted, ...found, ...conflicts];
  if (all.length > 0) throw new ConfigError(all);
  return changes;
}

function without(changes: Partial<Config>, problems: readonly ConfigProblem[]): Partial<Config> {
  const wrong = new Set(problems.map(({ field }) => field));
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !wrong.has(name)));
}

/**
 * The changes must fit into each of the configurations that come of them: what is saved, what is in force, what the
 * next start will see.
 */
function brokenTogether(
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
      // A rule that was broken before is no reason to refuse another change.
      for (const field of fields.filter((one) => Object.hasOwn(changes, one)))
        broken.set(`${field} ${String(what)}`, { field, source: field, what });
    }
  }
  return [...broken.values()];
}
