/**
 * Sorts settled loose audio and pictures of the inbox into albums. That reads each file, which may take seconds for a
 * damaged one. So it has its own queue, which delays neither scans nor folders.
 */
import { messageOf } from '../../workers/base/errors.js';
import type { MonotonicClock } from '../../workers/base/ports.js';
import { groupLoose, isLooseAudio, type LooseFiles, type tagOf } from '../../workers/import/match/together.js';
import type { Outcome, Verdict } from '../reconcile/outcome.js';
import type { SayOnce } from '../reconcile/say-once.js';
import { WorkQueue, type Run } from '../reconcile/work-queue.js';
import type { Entry } from './scan.js';
import type { CrashSuspects } from './crash-suspects.js';

export interface SortingParts {
  clock: MonotonicClock;
  /** Milliseconds until a retry after a system error. */
  pause: number;
  judge: (error: unknown) => Verdict;
  suspects: CrashSuspects;
  once: SayOnce;
  tagOf: typeof tagOf;
  /** @param crashing entries that crashed the program twice in a row while it read them */
  sorted(files: LooseFiles<Entry>, crashing: readonly Entry[]): void;
}

const looseKey = 'loose';

export class Sorting {
  private readonly entries = new Map<string, Entry>();
  private readonly queue: WorkQueue;

  constructor(private readonly parts: SortingParts) {
    this.queue = new WorkQueue({
      clock: parts.clock,
      pauses: [parts.pause],
      work: (_, run) => this.sort(run),
      judge: parts.judge,
      ended: (_, outcome) => this.ended(outcome),
    });
  }

  has(key: string): boolean {
    return this.entries.has(key);
  }

  add(entries: readonly Entry[]): void {
    for (const entry of entries) this.entries.set(entry.key, entry);
    if (entries.length > 0) this.queue.add(looseKey);
  }

  /** Drops entries that have changed: they must settle again. */
  keep(isSame: (entry: Entry) => boolean): void {
    for (const [key, entry] of this.entries) if (!isSame(entry)) this.entries.delete(key);
  }

  resume(): void {
    this.queue.resume();
  }

  get isIdle(): boolean {
    return this.queue.isIdle;
  }

  idle(): Promise<void> {
    return this.queue.idle();
  }

  stop(): Promise<void> {
    return this.queue.stop();
  }

  private async sort({ signal }: Run<never>): Promise<void> {
    const { suspects, tagOf } = this.parts;
    const entries = [...this.entries.values()];
    const isHere = (entry: Entry): boolean => this.entries.get(entry.key) === entry;
    const tags = new Map<string, string | null | undefined>();
    const crashing = new Set<Entry>();
    await suspects.guardEach(entries.filter(isLooseAudio), {
      kind: 'look',
      work: async (entry) => {
        signal.throwIfAborted();
        if (isHere(entry)) tags.set(entry.key, await tagOf(entry.files, signal));
      },
      reject: async (entry) => void crashing.add(entry),
    });
    signal.throwIfAborted();
    const still = entries.filter(isHere);
    for (const { key } of still) this.entries.delete(key);
    const files = groupLoose(
      still.filter((entry) => !crashing.has(entry)),
      tags,
    );
    this.parts.sorted(
      files,
      still.filter((entry) => crashing.has(entry)),
    );
  }

  private ended(outcome: Outcome): void {
    const { once } = this.parts;
    if (outcome.kind === 'done') once.clear(looseKey);
    else once.say(looseKey, 'error', `Cannot sort the loose files of the inbox: ${messageOf(outcome.error)}`);
  }
}
