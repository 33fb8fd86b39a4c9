/**
 * The settings of a running program.
 *
 * in force  what the program goes by now
 * saved     what it shall go by: the same, but for changes that wait for the next start
 */
import { createMutex } from '../workers/base/async/mutex.js';
import { frozen, type Loaded } from './combine.js';
import { fieldNames, fieldOf, isFieldName, maskedValue, type Config, type FieldName } from './fields.js';
import { parseFile, readConfigFile, writeConfigFile } from './file.js';
import type { Sources } from './given.js';
import type { Places } from './places.js';
import { ConfigError, type ConfigProblem } from './problems.js';
import { brokenRules } from './rules.js';

/** What an update is about to do; `changed` names the saved fields that get another value. */
interface PlannedUpdate {
  changed: readonly FieldName[];
  /** In force now. */
  before: Readonly<Config>;
  /** Saved afterwards. */
  after: Readonly<Config>;
}

/** Runs before the file is written. Throws to refuse; what comes back undoes it where a later step fails. */
export type BeforeUpdate = (planned: PlannedUpdate) => Promise<void | (() => Promise<void>)>;

export interface Settings {
  readonly places: Places;
  /** In force; frozen, and another object after each change. */
  readonly current: Readonly<Config>;
  readonly saved: Readonly<Config>;
  readonly sources: Readonly<Sources>;
  /** Sentences about what was ignored while loading. */
  readonly warnings: readonly string[];
  /**
   * All or nothing; raw values as a form or JSON gives them. Writes the file, then puts in force what needs no
   * restart. `needs_restart` names those of the changed fields that wait for one.
   * @throws ConfigError a sentence for each wrong field; whatever a hook or the file system throws
   */
  update(
    changes: Readonly<Record<string, unknown>>,
  ): Promise<{ config: Record<string, unknown>; needs_restart: FieldName[] }>;
  /**
   * Called with each new value in force, after the file is written; must not throw. Answers a function that ends it.
   */
  onChange<Name extends FieldName>(name: Name, call: (value: Config[Name]) => void): () => void;
  /** Hooks run in the order they came. */
  before: (hook: BeforeUpdate) => void;
  /** Saved values, secrets masked. */
  masked(): Record<string, unknown>;
  /** Fields whose saved value is not yet in force. */
  pendingRestart(): FieldName[];
}

export interface SettingsInput {
  places: Places;
  loaded: Loaded;
  /** Home folder of the user, for `~`. */
  user: string;
  realpath: (path: string) => string;
}

export function createSettings({ places, loaded, user, realpath }: SettingsInput): Settings {
  let current = loaded.config;
  let saved = loaded.config;
  const sources = { ...loaded.sources };
  const hooks: BeforeUpdate[] = [];
  const listeners = new Map<FieldName, Set<(value: never) => void>>();
  const updates = createMutex();

  const pendingRestart = (): FieldName[] => fieldNames.filter((name) => !sameValue(saved[name], current[name]));
  const masked = (): Record<string, unknown> =>
    Object.fromEntries(fieldNames.map((name) => [name, maskedValue(name, saved[name])]));

  async function parsedChanges(changes: Readonly<Record<string, unknown>>): Promise<Partial<Config>> {
    // Loaded late, as in `load-settings.ts`.
    const { parseField } = await import('./validate.js');
    const problems: ConfigProblem[] = [];
    const parsed: Record<string, unknown> = {};
    for (const [name, raw] of Object.entries(changes)) {
      if (!isFieldName(name)) {
        problems.push({ field: name, source: name, what: 'is not a field of the configuration.' });
        continue;
      }
      // A secret as it was shown stays as it is.
      if (raw !== saved[name] && raw === maskedValue(name, saved[name])) continue;
      const result = parseField(name, raw, { user, folder: null });
      if ('problem' in result) problems.push({ field: name, source: name, what: result.problem });
      else if (!sameValue(result.value, saved[name])) parsed[name] = result.value;
    }
    if (problems.length > 0) throw new ConfigError(problems);
    return parsed;
  }

  /** The changes must go together with what is saved, with what is in force, and with what the next start will see. */
  function checkRules(changes: Partial<Config>, nextForce: Config, nextSaved: Config): void {
    const nextStart = { ...nextSaved, ...loaded.overrides };
    const problems = new Map<string, ConfigProblem>();
    for (const config of [nextSaved, nextForce, nextStart]) {
      for (const { fields, what } of brokenRules(config, { places, realpath })) {
        const blamed = fields.filter((field) => Object.hasOwn(changes, field));
        // A rule that was broken before is no reason to refuse another change.
        for (const field of blamed) problems.set(`${field} ${what}`, { field, source: field, what });
      }
    }
    if (problems.size > 0) throw new ConfigError([...problems.values()]);
  }

  async function write(changes: Partial<Config>): Promise<void> {
    const parsed = parseFile((await readConfigFile(places.configFile)) ?? '');
    if ('problem' in parsed) throw new ConfigError([{ field: null, source: places.configFile, what: parsed.problem }]);
    await writeConfigFile(places.configFile, { ...parsed.fields, ...changes });
  }

  async function apply(raw: Readonly<Record<string, unknown>>): ReturnType<Settings['update']> {
    const changes = await parsedChanges(raw);
    const changed = Object.keys(changes) as FieldName[];
    if (changed.length > 0) {
      const immediate = Object.fromEntries(
        Object.entries(changes).filter(([name]) => !fieldOf(name as FieldName).needsRestart),
      );
      const nextSaved = frozen({ ...saved, ...changes });
      const nextForce = frozen({ ...current, ...immediate });
      checkRules(changes, nextForce, nextSaved);
      await withHooks(hooks, { changed, before: current, after: nextSaved }, () => write(changes));
      const previous = current;
      saved = nextSaved;
      current = nextForce;
      for (const name of changed) sources[name] = 'file';
      for (const name of changed) {
        if (sameValue(previous[name], current[name])) continue;
        for (const call of listeners.get(name) ?? []) call(current[name] as never);
      }
    }
    return { config: masked(), needs_restart: pendingRestart().filter((name) => changed.includes(name)) };
  }

  return {
    places,
    warnings: loaded.warnings,
    get current() {
      return current;
    },
    get saved() {
      return saved;
    },
    get sources() {
      return sources;
    },
    update: (changes) => updates.run(() => apply(changes)),
    onChange(name, call) {
      const calls = listeners.get(name) ?? new Set();
      listeners.set(name, calls.add(call));
      return () => void calls.delete(call);
    },
    before: (hook) => void hooks.push(hook),
    masked,
    pendingRestart,
  };
}

/** Runs the hooks, then the work; where one fails, what the earlier hooks did is undone, last first. */
async function withHooks(
  hooks: readonly BeforeUpdate[],
  planned: PlannedUpdate,
  work: () => Promise<void>,
): Promise<void> {
  const undo: (() => Promise<void>)[] = [];
  try {
    for (const hook of hooks) {
      const back = await hook(planned);
      if (back) undo.push(back);
    }
    await work();
  } catch (error) {
    for (const back of undo.reverse()) await back().catch(() => undefined);
    throw error;
  }
}

/** The same value, or the same list. */
const sameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
