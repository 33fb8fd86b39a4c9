/**
 * The settings of a running program.
 *
 * in force  what the program goes by now
 * saved     what it shall go by: the same, but for changes that wait for the next start
 */
import { createMutex } from '../workers/base/async/mutex.js';
import { hashPassword } from '../workers/base/password-hash.js';
import { checkTogether, readChanges, sameValue } from './changes.js';
import { frozen, type Loaded } from './combine.js';
import { fieldNames, fieldOf, maskedValue, type Config, type FieldName } from './fields.js';
import { changeConfigFile } from './file.js';
import type { Sources } from './given.js';
import type { Places } from './places.js';

/** What an update is about to do; `changed` names the saved fields that get another value. */
interface PlannedUpdate {
  changed: readonly FieldName[];
  /** Saved until now. */
  saved: Readonly<Config>;
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
  /** Where a field's value of the next start comes from. */
  readonly sources: Readonly<Sources>;
  /** What a flag or the environment sets: it rules again at the next start. */
  readonly overrides: Readonly<Partial<Config>>;
  /** Sentences about what was ignored while loading. */
  readonly warnings: readonly string[];
  /**
   * All or nothing; raw values as a form or JSON gives them. Writes the file, then puts in force what needs no
   * restart. `needs_restart` names those of the changed fields that wait for one.
   * @param guard runs before the hooks, once the values are known to be right
   * @throws ConfigError a sentence for each wrong field; whatever a hook or the file system throws
   */
  update(
    changes: Readonly<Record<string, unknown>>,
    guard?: BeforeUpdate,
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

  async function apply(raw: Readonly<Record<string, unknown>>, guard: BeforeUpdate): ReturnType<Settings['update']> {
    const changes = await withHash(await readChanges(raw, saved, user));
    const changed = Object.keys(changes) as FieldName[];
    if (changed.length > 0) {
      const immediate = Object.fromEntries(
        Object.entries(changes).filter(([name]) => !fieldOf(name as FieldName).needsRestart),
      );
      const nextSaved = frozen({ ...saved, ...changes });
      const nextForce = frozen({ ...current, ...immediate });
      const nextStart = { ...nextSaved, ...loaded.overrides };
      checkTogether(changes, [nextSaved, nextForce, nextStart], { places, realpath });
      await withHooks([guard, ...hooks], { changed, saved, before: current, after: nextSaved }, () =>
        changeConfigFile(places.configFile, changes),
      );
      const previous = current;
      saved = nextSaved;
      current = nextForce;
      for (const name of changed) if (!Object.hasOwn(loaded.overrides, name)) sources[name] = 'file';
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
    overrides: loaded.overrides,
    get current() {
      return current;
    },
    get saved() {
      return saved;
    },
    get sources() {
      return sources;
    },
    update: (changes, guard = nothing) => updates.run(() => apply(changes, guard)),
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

const nothing: BeforeUpdate = async () => undefined;

/** A new password is kept as a hash only, in memory too. */
async function withHash(changes: Partial<Config>): Promise<Partial<Config>> {
  return changes.password ? { ...changes, password: await hashPassword(changes.password) } : changes;
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
