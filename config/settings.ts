/**
 * The settings of a running program.
 *
 * in force  what the program goes by now
 * saved     what it shall go by: the same, but for changes that wait for the next start
 */
import { createMutex } from '../workers/base/async/mutex.js';
import { hashPassword, isPasswordHash } from '../workers/base/password-hash.js';
import { afterChanges } from './after-changes.js';
import type { Loaded } from './combine.js';
import { fieldNames, maskedValue, type Config, type FieldName } from './fields.js';
import { changeConfigFile } from './file.js';
import type { Sources } from './given.js';
import type { Places } from './places.js';
import type { PlannedUpdate, UpdateCheck, UpdateTerms } from './plan-update.js';
import { sameValue } from './same-value.js';

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
   * @throws ConfigError with all that is wrong; whatever a hook or the file system throws
   */
  update(
    changes: Readonly<Record<string, unknown>>,
    terms?: UpdateTerms,
  ): Promise<{ config: Record<string, unknown>; needs_restart: FieldName[] }>;
  /**
   * Called with each new value in force, after the file is written; must not throw. Answers a function that ends it.
   */
  onChange<Name extends FieldName>(name: Name, call: (value: Config[Name]) => void): () => void;
  /** Has a plain password kept as a hash from now on, in memory; the file follows when it is next written. */
  hidePassword(): Promise<void>;
  /** What is refused is told together with all else that is wrong. */
  check: (check: UpdateCheck) => void;
  /** Hooks run where nothing is wrong, in the order they came. */
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
  let { overrides } = loaded;
  const sources = { ...loaded.sources };
  const checks: UpdateCheck[] = [];
  const hooks: BeforeUpdate[] = [];
  const listeners = createListeners();
  const updates = createMutex();

  const pendingRestart = (): FieldName[] => fieldNames.filter((name) => !sameValue(saved[name], current[name]));
  const masked = (): Record<string, unknown> =>
    Object.fromEntries(fieldNames.map((name) => [name, maskedValue(name, saved[name])]));

  async function apply(raw: Readonly<Record<string, unknown>>, terms: UpdateTerms): ReturnType<Settings['update']> {
    // Loaded late, as in `load-settings.ts`.
    const { planUpdate } = await import('./plan-update.js');
    const asked = await planUpdate(raw, terms, { saved, current }, { places, realpath, user, overrides, checks });
    const changed = Object.keys(asked) as FieldName[];
    if (changed.length > 0) {
      const changes = await withHash(asked);
      const next = afterChanges(changes, { saved, current });
      await withHooks(hooks, { changed, saved, before: current, after: next.saved }, () =>
        changeConfigFile(places.configFile, changes),
      );
      const previous = current;
      saved = next.saved;
      current = next.current;
      for (const name of changed) if (!Object.hasOwn(overrides, name)) sources[name] = 'file';
      listeners.tell(changed, previous, current);
    }
    return { config: masked(), needs_restart: pendingRestart().filter((name) => changed.includes(name)) };
  }

  async function hidePassword(): Promise<void> {
    if (isPasswordHash(saved.password)) return;
    const hidden = await withHash({ password: saved.password });
    ({ saved, current } = afterChanges(hidden, { saved, current }));
    if (overrides.password !== undefined) overrides = { ...overrides, ...hidden };
  }

  return {
    places,
    warnings: loaded.warnings,
    get overrides() {
      return overrides;
    },
    get current() {
      return current;
    },
    get saved() {
      return saved;
    },
    get sources() {
      return sources;
    },
    update: (changes, terms = {}) => updates.run(() => apply(changes, terms)),
    onChange: listeners.add,
    hidePassword: () => updates.run(hidePassword),
    check: (check) => void checks.push(check),
    before: (hook) => void hooks.push(hook),
    masked,
    pendingRestart,
  };
}

/** Who wants to hear of new values in force, by field. */
function createListeners(): {
  add: Settings['onChange'];
  tell(changed: readonly FieldName[], before: Readonly<Config>, now: Readonly<Config>): void;
} {
  const listeners = new Map<FieldName, Set<(value: never) => void>>();
  return {
    add(name, call) {
      const calls = listeners.get(name) ?? new Set();
      listeners.set(name, calls.add(call));
      return () => void calls.delete(call);
    },
    tell(changed, before, now) {
      const failures: unknown[] = [];
      const calls = changed
        .filter((name) => !sameValue(before[name], now[name]))
        .flatMap((name) => [...(listeners.get(name) ?? [])].map((call) => () => call(now[name] as never)));
      // One that fails keeps no other from hearing: a move waits for it to go on.
      for (const call of calls)
        try {
          call();
        } catch (error) {
          failures.push(error);
        }
      if (failures.length > 0) throw failures[0];
    },
  };
}

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
