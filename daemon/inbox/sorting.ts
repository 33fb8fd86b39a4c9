/**
 * Sorts settled loose audio and pictures of the inbox into albums. That reads each file, which may take seconds for a
 * damaged one. So it has its own queue, which delays neither scans nor folders.
 */
import { messageOf } from '../../workers/base/errors.js';
import type { MonotonicClock } from '../../workers/base/ports.js';
import type { Outcome, Verdict } from '../reconcile/outcome.js';
import type { SayOnce } from '../reconcile/say-once.js';
import { WorkQueue, type Run } from '../reconcile/work-queue.js';
import { groupLoose, isLooseAudio, type LooseFiles, type tagOf } from './loose.js';
import type { Unit } from './scan.js';
import type { Strikes } from './crash-suspects.js';

export interface SortingParts {
  clock: MonotonicClock;
  /** Milliseconds until a retry after a system error. */
  pause: number;
  judge: (error: unknown) => Verdict;
  strikes: Strikes;
  once: SayOnce;
  tagOf: typeof tagOf;
  /** @param deadly units that crashed the program twice in a row while it read them */
  sorted(files: LooseFiles, deadly: readonly Unit[]): void;
}

const looseKey = 'loose';

export class Sorting {
  private readonly units = new Map<string, Unit>();
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
    return this.units.has(key);
  }

  add(units: readonly Unit[]): void {
    for (const unit of units) this.units.set(unit.key, unit);
    if (units.length > 0) this.queue.add(looseKey);
  }

  /** Drops units that have changed: they must settle again. */
  keep(isSame: (unit: Unit) => boolean): void {
    for (const [key, unit] of this.units) if (!isSame(unit)) this.units.delete(key);
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
    const { strikes, tagOf } = this.parts;
    const units = [...this.units.values()];
    const isHere = (unit: Unit): boolean => this.units.get(unit.key) === unit;
    const tags = new Map<string, string | null | undefined>();
    const deadly = new Set<Unit>();
    await strikes.guardEach(units.filter(isLooseAudio), {
      kind: 'look',
      work: async (unit) => {
        signal.throwIfAborted();
        if (isHere(unit)) tags.set(unit.key, await tagOf(unit.files, signal));
      },
      refuse: async (unit) => void deadly.add(unit),
    });
    signal.throwIfAborted();
    const still = units.filter(isHere);
    for (const { key } of still) this.units.delete(key);
    const files = groupLoose(
      still.filter((unit) => !deadly.has(unit)),
      tags,
    );
    this.parts.sorted(
      files,
      still.filter((unit) => deadly.has(unit)),
    );
  }

  private ended(outcome: Outcome): void {
    const { once } = this.parts;
    if (outcome.kind === 'done') once.clear(looseKey);
    else once.say(looseKey, 'error', `Cannot sort the loose files of the inbox: ${messageOf(outcome.error)}`);
  }
}
