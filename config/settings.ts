/**
 * The settings of a running program.
 *
 * current   the settings in use now
 * saved     the settings to use: the same, except for changes that take effect at the next start
 */
import { createMutex } from '../workers/base/async/mutex.js';
import { isPasswordHash } from '../workers/base/password-hash.js';
import { afterChanges, type InForce } from './after-changes.js';
import { defaultOf, fieldNames, isFieldName, maskedValue, type Config, type FieldName } from './fields.js';
import { differences } from './differences.js';
import { changeConfigFile, withHash } from './file.js';
import type { Source, Sources } from './given.js';
import type { Loaded } from './load.js';
import type { Places } from './places.js';
import { ConfigError } from './problems.js';
import {
  brokenTogether,
  plannedBy,
  planUpdate,
  type PlannedUpdate,
  type UpdateCheck,
  type UpdateTerms,
} from './plan-update.js';
import { sameValue } from './same-value.js';

/**
 * Runs before the file is written. Throws to reject the update. The returned function undoes it if a later step fails.
 */
export type BeforeUpdate = (planned: PlannedUpdate) => Promise<void | (() => Promise<void>)>;

export interface SettingsInput {
  places: Places;
  loaded: Loaded;
  /** Home folder of the user, for `~`. */
  user: string;
  realpath: (path: string) => string;
}

export class Settings {
  readonly places: Places;
  /** Sentences about values that were ignored while loading. */
  readonly warnings: readonly string[];
  /** The source of a field's value at the next start. */
  readonly sources: Sources;
  /** Values set by a flag or the environment; these apply again at the next start. */
  overrides: Readonly<Partial<Config>>;
  private inForce: InForce;
  private readonly checks: UpdateCheck[] = [];
  private readonly hooks: BeforeUpdate[] = [];
  private readonly listeners = createListeners();
  private readonly updates = createMutex();

  constructor(private readonly input: SettingsInput) {
    const { places, loaded } = input;
    this.places = places;
    this.warnings = loaded.warnings;
    this.sources = { ...loaded.sources };
    this.overrides = loaded.overrides;
    this.inForce = { saved: loaded.config, current: loaded.config };
  }

  /** In use now; frozen, and a new object after each change. */
  get current(): Readonly<Config> {
    return this.inForce.current;
  }

  get saved(): Readonly<Config> {
    return this.inForce.saved;
  }

  /**
   * Applies all changes or none; raw values as a form or JSON sends them. Writes the file, then applies what needs no
   * restart. The file has no defaults: a path in it would be wrong after the home was moved. `needs_restart` names the
   * changed fields that need one.
   * @throws ConfigError with all problems; errors of hooks and of the file system
   */
  update(
    changes: Readonly<Record<string, unknown>>,
    terms: UpdateTerms = {},
  ): Promise<{ config: Record<string, unknown>; needs_restart: FieldName[] }> {
    return this.updates.run(async () => {
      const { inForce, overrides, checks } = this;
      const asked = await planUpdate(changes, terms, inForce, { ...this.input, overrides, checks });
      const unwritten = this.unwrittenIn(Object.keys(changes), terms.isCommand === true);
      if (Object.keys(asked).length > 0)
        await this.follow(asked, (some) => this.write({ ...unwritten, ...some }), 'file');
      else if (Object.keys(unwritten).length > 0) await this.write(unwritten);
      for (const name of Object.keys({ ...unwritten, ...asked }) as FieldName[])
        if (this.sources[name] === 'file' && this.isDefault(name, this.saved[name])) this.sources[name] = 'default';
      return { config: this.masked(), needs_restart: this.waitingOf(asked) };
    });
  }

  private isDefault(name: FieldName, value: unknown): boolean {
    return sameValue(value, defaultOf(name, this.places));
  }

  /**
   * The values of these fields that stay but are written: the default, to remove it from the file; and what a flag or
   * the environment sets, if a command asks for it. A masked secret is not written.
   */
  private unwrittenIn(names: readonly string[], isCommand: boolean): Partial<Config> {
    const { saved, sources } = this;
    const isUnwritten = (name: FieldName): boolean =>
      this.isDefault(name, saved[name])
        ? sources[name] !== 'default'
        : isCommand &&
          ['flag', 'environment'].includes(sources[name]) &&
          maskedValue(name, saved[name]) === saved[name];
    return Object.fromEntries(
      names
        .filter(isFieldName)
        .filter(isUnwritten)
        .map((name) => [name, saved[name]]),
    );
  }

  /** Removes fields from the file that have their default. */
  private write(changes: Partial<Config>): Promise<void> {
    const entries = Object.entries(changes) as [FieldName, unknown][];
    const stored = entries.map(([name, value]) => [name, this.isDefault(name, value) ? undefined : value]);
    return changeConfigFile(this.places.configFile, Object.fromEntries(stored) as Partial<Config>);
  }

  /**
   * Applies a configuration that was read again, all or nothing, like an update. The file is not written. Values of
   * flags and the environment are kept. Returns the changed fields, and those that need a restart.
   * @throws ConfigError with all problems; errors of hooks
   */
  reload(read: Loaded): Promise<{ changed: FieldName[]; needs_restart: FieldName[] }> {
    return this.updates.run(async () => {
      const { inForce, overrides, checks } = this;
      const changes = await differences(read.config, inForce.saved, overrides);
      const planned = plannedBy(changes, inForce);
      const problems = brokenTogether(changes, [], inForce, { ...this.input, overrides, checks });
      for (const check of checks) problems.push(...(await check(planned)));
      if (problems.length > 0) throw new ConfigError(problems);
      await this.follow(changes, async () => undefined, read.sources);
      return { changed: [...planned.changed], needs_restart: this.waitingOf(changes) };
    });
  }

  /** @param from the source of the values at the next start, unless they are overridden */
  private async follow(
    asked: Partial<Config>,
    save: (changes: Partial<Config>) => Promise<void>,
    from: Source | Sources,
  ): Promise<void> {
    const changes = await withHash(asked);
    const before = this.inForce;
    const planned = plannedBy(changes, before);
    if (planned.changed.length === 0) return;
    await withHooks(this.hooks, planned, () => save(changes));
    this.inForce = afterChanges(changes, before);
    for (const name of planned.changed)
      if (!Object.hasOwn(this.overrides, name)) this.sources[name] = typeof from === 'string' ? from : from[name];
    this.listeners.tell(planned.changed, before.current, this.current);
  }

  /** Replaces a plain password in memory by a hash; the file follows at its next change. */
  hidePassword(): Promise<void> {
    return this.updates.run(async () => {
      const { inForce, overrides } = this;
      if (isPasswordHash(inForce.saved.password)) return;
      const hidden = await withHash({ password: inForce.saved.password });
      this.inForce = afterChanges(hidden, inForce);
      if (overrides.password !== undefined) this.overrides = { ...overrides, ...hidden };
    });
  }

  /**
   * Calls `call` with each new value, after the file is written; it must not throw. Returns a function that
   * unsubscribes.
   */
  onChange<Name extends FieldName>(name: Name, call: (value: Config[Name]) => void): () => void {
    return this.listeners.add(name, call);
  }

  /** Adds a check. Its problems are reported together with all others. */
  check(check: UpdateCheck): void {
    this.checks.push(check);
  }

  /** Adds a hook. Hooks run if there are no problems, in this order. */
  before(hook: BeforeUpdate): void {
    this.hooks.push(hook);
  }

  /** Saved values, secrets masked. */
  masked(): Record<string, unknown> {
    return Object.fromEntries(fieldNames.map((name) => [name, maskedValue(name, this.saved[name])]));
  }

  /** Fields whose saved value the next start puts in use; the values of flags and the environment apply again then. */
  pendingRestart(): FieldName[] {
    const { saved, current, overrides } = this;
    return fieldNames.filter((name) => !Object.hasOwn(overrides, name) && !sameValue(saved[name], current[name]));
  }

  private waitingOf(changes: Partial<Config>): FieldName[] {
    return this.pendingRestart().filter((name) => Object.hasOwn(changes, name));
  }
}

/** Subscribers to new values, by field. */
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
      // If one subscriber fails, the others are still called: a move of the library waits for that.
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

/** Runs the hooks, then the work. If one fails, the earlier hooks are undone in reverse order. */
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
