/**
 * The one home of "desired, actual, reconcile": work by key, never twice at once on one key. Kubernetes' client-go
 * `util/workqueue` is its model.
 *
 * Glossary
 *
 * key      what is brought from its actual to its desired state: an album's folder, a pen's id
 * dirty    to be compared: whoever asks while a key is being worked on makes it dirty, and it runs once more after that
 * order    what somebody wants beside that; pending orders are merged, and taken when a run begins
 * done     the run came to its end
 * not now  it could not, for a passing reason: the key rests for a pause, then is retried with the same order
 * failed   it could not, and would not the next time: nothing happens until somebody asks
 */
import { TonstiftError } from '../../workers/base/errors.js';
import type { MonotonicClock } from '../../workers/base/ports.js';
import { notNowOnly, type Outcome, type Verdict } from './outcome.js';

export interface Run<Order> {
  /** All that was ordered before the run began, merged; undefined where it only has to compare. */
  order: Order | undefined;
  /** Aborted by `interrupt`, `forget` and `stop`. */
  signal: AbortSignal;
  /**
   * Wakes the key once more, so many milliseconds after the run; the shortest counts, and who asks is earlier.
   */
  wakeIn: (ms: number) => void;
}

export interface WorkQueueParts<Order, Result> {
  /** Compares what should be with what is, and does the difference. */
  work(key: string, run: Run<Order>): Promise<Result>;
  clock: MonotonicClock;
  /** Milliseconds to rest after the first "not now" in a row, the second …; the last one holds for all further. */
  pauses: readonly [number, ...number[]];
  /** Default: the errors `not_now` and `aborted` are "not now", all else has failed. */
  judge?: (error: unknown, key: string) => Verdict;
  /** Default: the later one. */
  merge?(earlier: Order, later: Order): Order;
  /** Called at each end of a run, before the next one begins. Not for one that was interrupted or forgotten. */
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
  /** Its failure does not count: the key is begun anew, or is no more. */
  cut: 'interrupted' | 'forgotten' | null;
  /** The work has ended; those who wait for it are being told. */
  isOver: boolean;
}

interface Entry<Order, Result> {
  dirty: boolean;
  /** Begins in spite of a pause. */
  urgent: boolean;
  order: Order | undefined;
  /** Those who want to know how the run ends that takes their order. */
  waiting: Waiting<Order, Result>[];
  run: UnderWay | null;
  /** "Not now" in a row. */
  failures: number;
  /** When the next run begins by itself; where the key `rests`, only an urgent one begins before. */
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

  /** Runs soon; where the key rests, after that. An order is carried out by the next run that comes to its end. */
  add(key: string, order?: Order): void {
    this.ask(key, order, false);
  }

  /** As `add`, in spite of a pause. A try out of turn that comes to nothing makes the pause no longer. */
  hurry(key: string, order?: Order): void {
    this.ask(key, order, true);
  }

  /**
   * As `hurry`, and answers what the run does that takes the order.
   * @throws what the run throws: the order is the caller's to repeat; the reason of `forget` and `stop`
   */
  run(key: string, order?: Order): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.stopped) return reject(stopping());
      this.entry(key).waiting.push({ order, resolve, reject });
      this.ask(key, undefined, true);
    });
  }

  /** Aborts the run of a key, if there is one: the next begins at once, with the same orders. */
  interrupt(key: string, reason: unknown): void {
    const entry = this.entries.get(key);
    if (entry === undefined || entry.run === null) return;
    entry.run.cut ??= 'interrupted';
    Object.assign(entry, { dirty: true, urgent: true });
    entry.run.controller.abort(reason);
  }

  /** Ends every pause: its reason may be gone. */
  resume(): void {
    for (const [key, entry] of this.entries) {
      entry.failures = 0;
      if (entry.due?.rests === true) this.hurry(key);
    }
  }

  /**
   * The key is no more: nothing of it is left, neither pause nor order. What runs is aborted.
   * @returns when that has ended
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

  /** A run is under way, or about to begin. */
  isBusy(key: string): boolean {
    const entry = this.entries.get(key);
    return entry !== undefined && (entry.run?.isOver === false || mayBegin(entry));
  }

  /** Resolves when no key is busy; what rests is not waited for. */
  async idle(): Promise<void> {
    while (!this.isIdle) await Promise.all([...this.entries.values()].map(async ({ run }) => run?.ended));
  }

  get isIdle(): boolean {
    return [...this.entries.keys()].every((key) => !this.isBusy(key));
  }

  /** Nothing begins any more, and what runs is aborted; resolves when it has ended. May be called twice. */
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
    // Not at once, so that what asks in one go is one run.
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
    // Whoever is told of the end sees a key that is at rest, unless it begins again.
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
