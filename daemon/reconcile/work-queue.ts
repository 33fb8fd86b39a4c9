/**
 * Reconciles desired and actual state by key, and never works on one key twice at once. Modeled after `util/workqueue`
 * of Kubernetes' client-go.
 *
 * Glossary
 *
 * key      the thing to reconcile: an album's folder, a pen's id
 * dirty    must be compared. A request during a run makes the key dirty, so it runs again afterwards
 * order    an additional request; pending orders are merged, and taken when a run begins
 * done     the run has succeeded
 * not now  it failed for a temporary reason: the key pauses, then is retried with the same order
 * failed   it failed and would fail again: nothing happens until the next request
 */
import { TonstiftError } from '../../workers/base/errors.js';
import type { MonotonicClock } from '../../workers/base/ports.js';
import { notNowOnly, type Outcome, type Verdict } from './outcome.js';

export interface Run<Order> {
  /** All orders since the last run, merged; undefined if the run only has to compare. */
  order: Order | undefined;
  /** Aborted by `interrupt`, `forget` and `stop`. */
  signal: AbortSignal;
  /** Runs the key again this many milliseconds after the run. The shortest time counts; a request runs it earlier. */
  wakeIn: (ms: number) => void;
}

export interface WorkQueueParts<Order, Result> {
  /** Compares desired and actual state, and resolves the difference. */
  work(key: string, run: Run<Order>): Promise<Result>;
  clock: MonotonicClock;
  /** Milliseconds to pause after the first "not now" in a row, the second …; the last value repeats. */
  pauses: readonly [number, ...number[]];
  /** Default: the errors `not_now` and `aborted` are "not now", all others are failures. */
  judge?: (error: unknown, key: string) => Verdict;
  /** Default: the later one. */
  merge?(earlier: Order, later: Order): Order;
  /** Called after each run, before the next one begins; not for interrupted or forgotten runs. */
  ended?(key: string, outcome: Outcome): void;
}

interface Waiting<Order, Result> {
  order: Order | undefined;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

interface UnderWay {
  controller: AbortController;
  /** Monotonic milliseconds. */
  begun: number;
  ended: Promise<void>;
  /** Set if the failure does not count, because the key is restarted or forgotten. */
  cut: 'interrupted' | 'forgotten' | null;
  /** The work has ended; its waiters are being notified. */
  isOver: boolean;
}

interface Entry<Order, Result> {
  dirty: boolean;
  /** Begins even during a pause. */
  urgent: boolean;
  order: Order | undefined;
  /** Callers that wait for the run that takes their order. */
  waiting: Waiting<Order, Result>[];
  run: UnderWay | null;
  /** Number of "not now" in a row. */
  failures: number;
  /** The time of the next automatic run. If `rests` is set, only an urgent run may begin earlier. */
  due: Due | null;
}

interface Due {
  at: number;
  rests: boolean;
  cancel: () => void;
}

export class WorkQueue<Order = never, Result = void> {
  private readonly entries = new Map<string, Entry<Order, Result>>();
  private stopped = false;

  constructor(private readonly parts: WorkQueueParts<Order, Result>) {}

  /** Requests a run soon, or after the pause. The order is handled by the next run that succeeds. */
  add(key: string, order?: Order): void {
    this.ask(key, order, false);
  }

  /** Like `add`, but ignores a pause. If such an early attempt fails, the pause does not get longer. */
  hurry(key: string, order?: Order): void {
    this.ask(key, order, true);
  }

  /**
   * Like `hurry`, and returns the result of the run that takes the order.
   * @throws the error of the run, after which the caller must repeat the order; the reason of `forget` and `stop`
   */
  run(key: string, order?: Order): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.stopped) return reject(stopping());
      this.entry(key).waiting.push({ order, resolve, reject });
      this.ask(key, undefined, true);
    });
  }

  /** Aborts the run of a key, if there is one. The next one begins immediately with the same orders. */
  interrupt(key: string, reason: unknown): void {
    const entry = this.entries.get(key);
    if (entry === undefined || entry.run === null) return;
    entry.run.cut ??= 'interrupted';
    Object.assign(entry, { dirty: true, urgent: true });
    entry.run.controller.abort(reason);
  }

  /** Ends every pause, because its reason may be gone. */
  resume(): void {
    for (const [key, entry] of this.entries) {
      entry.failures = 0;
      if (entry.due?.rests === true) this.hurry(key);
    }
  }

  /**
   * Removes the key with its pause and orders, and aborts its run.
   * @returns when the run has ended
   */
  async forget(key: string, reason: unknown): Promise<void> {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    const { due, waiting, run } = entry;
    due?.cancel();
    Object.assign(entry, { dirty: false, urgent: false, order: undefined, waiting: [], failures: 0, due: null });
    for (const { reject } of waiting) reject(reason);
    if (run === null) {
      this.entries.delete(key);
      return;
    }
    run.cut = 'forgotten';
    run.controller.abort(reason);
    await run.ended;
  }

  /** A run is active, or about to begin. */
  isBusy(key: string): boolean {
    const entry = this.entries.get(key);
    return entry !== undefined && (entry.run?.isOver === false || mayBegin(entry));
  }

  /** Resolves when no key is busy; paused keys do not count. */
  async idle(): Promise<void> {
    while (!this.isIdle) await Promise.all([...this.entries.values()].map(async ({ run }) => run?.ended));
  }

  get isIdle(): boolean {
    return [...this.entries.keys()].every((key) => !this.isBusy(key));
  }

  /** Prevents further runs and aborts the active ones. Resolves when they have ended. May be called twice. */
  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all([...this.entries.keys()].map((key) => this.forget(key, stopping())));
  }

  private entry(key: string): Entry<Order, Result> {
    const entry = this.entries.get(key) ?? {
      dirty: false,
      urgent: false,
      order: undefined,
      waiting: [],
      run: null,
      failures: 0,
      due: null,
    };
    this.entries.set(key, entry);
    return entry;
  }

  private merged(earlier: Order | undefined, later: Order | undefined): Order | undefined {
    if (earlier === undefined || later === undefined) return earlier ?? later;
    return this.parts.merge?.(earlier, later) ?? later;
  }

  private ask(key: string, order: Order | undefined, urgent: boolean): void {
    if (this.stopped) return;
    const entry = this.entry(key);
    entry.order = this.merged(entry.order, order);
    entry.dirty = true;
    entry.urgent ||= urgent;
    // Deferred, so that several requests in one turn cause one run.
    if (entry.run === null && mayBegin(entry)) queueMicrotask(() => this.begin(key, entry));
  }

  private begin(key: string, entry: Entry<Order, Result>): void {
    if (this.entries.get(key) !== entry || entry.run !== null || !mayBegin(entry)) return;
    const run: UnderWay = {
      controller: new AbortController(),
      begun: this.parts.clock.monotonic(),
      ended: Promise.resolve(),
      cut: null,
      isOver: false,
    };
    entry.run = run;
    run.ended = this.perform(key, entry, run).then(() => this.goOn(key, entry));
  }

  private async perform(key: string, entry: Entry<Order, Result>, run: UnderWay): Promise<void> {
    const { due, order: kept, waiting } = entry;
    due?.cancel();
    Object.assign(entry, { dirty: false, urgent: false, order: undefined, waiting: [], due: null });
    const order = waiting.reduce((merged, one) => this.merged(merged, one.order), kept);
    const { signal } = run.controller;
    const asked: { wake: number | null } = { wake: null };
    const result = await attempt(() =>
      this.parts.work(key, { order, signal, wakeIn: (ms) => (asked.wake = Math.min(asked.wake ?? ms, ms)) }),
    );
    // Subscribers to the end of a run must see the key as idle, unless it runs again.
    run.isOver = true;
    if ('value' in result) {
      entry.failures = 0;
      const { wake } = asked;
      if (wake !== null && run.cut !== 'forgotten') this.wakeAt(key, entry, this.parts.clock.monotonic() + wake, false);
      this.parts.ended?.(key, { kind: 'done' });
      for (const { resolve } of waiting) resolve(result.value);
    } else if (run.cut === 'interrupted') {
      entry.order = this.merged(kept, entry.order);
      entry.waiting.unshift(...waiting);
    } else {
      const error: unknown = run.cut === 'forgotten' ? signal.reason : result.error;
      if (run.cut === null) this.parts.ended?.(key, this.outcomeOf(key, entry, error, { kept, due, run }));
      for (const { reject } of waiting) reject(error);
    }
  }

  private outcomeOf(
    key: string,
    entry: Entry<Order, Result>,
    error: unknown,
    { kept, due, run }: { kept: Order | undefined; due: Due | null; run: UnderWay },
  ): Outcome {
    const { clock, pauses, judge = notNowOnly } = this.parts;
    const verdict = judge(error, key);
    if (verdict === 'failed') {
      entry.failures = 0;
      return { kind: 'failed', error };
    }
    entry.order = this.merged(kept, entry.order);
    const isEarly = due !== null && due.rests && due.at > run.begun;
    if (!isEarly) entry.failures += 1;
    const atLeast = verdict.atLeast ?? 0;
    const pause = Math.max(atLeast, pauses[Math.min(entry.failures, pauses.length) - 1] ?? pauses[0]);
    const now = clock.monotonic();
    const at = isEarly ? Math.max(due.at, now + atLeast) : now + pause;
    this.wakeAt(key, entry, at, true);
    return { kind: 'not now', error, pause: at - now };
  }

  private wakeAt(key: string, entry: Entry<Order, Result>, at: number, rests: boolean): void {
    const cancel = this.parts.clock.after(Math.max(0, at - this.parts.clock.monotonic()), () => {
      entry.due = null;
      this.ask(key, undefined, false);
    });
    entry.due = { at, rests, cancel };
  }

  private goOn(key: string, entry: Entry<Order, Result>): void {
    entry.run = null;
    if (mayBegin(entry)) this.begin(key, entry);
    else if (entry.due === null) this.entries.delete(key);
  }
}

const mayBegin = ({ dirty, urgent, due }: Pick<Entry<never, never>, 'dirty' | 'urgent' | 'due'>): boolean =>
  urgent || (dirty && due?.rests !== true);

async function attempt<Result>(work: () => Promise<Result>): Promise<{ value: Result } | { error: unknown }> {
  try {
    return { value: await work() };
  } catch (error) {
    return { error };
  }
}

const stopping = (): TonstiftError => new TonstiftError('not_now', 'The daemon is stopping.');
