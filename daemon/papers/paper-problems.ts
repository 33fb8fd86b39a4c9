/** The problems of the papers, for the list of problems. */
import type { PaperStatus } from '../../http/papers/papers/service.js';
import type { Problem } from '../../http/resources/status/problem.js';
import { messageOf } from '../../workers/base/errors.js';
import { say, type Words } from '../../workers/base/language/sentence.js';
import type { Log, MonotonicClock } from '../../workers/base/ports.js';
import type { EventBus } from '../events.js';
import { paperAdvice } from './paper-advice.js';

export interface PaperProblemParts {
  /** Queries the database. */
  status: () => Promise<PaperStatus>;
  /** The problems may have changed. */
  changed: () => void;
  events: EventBus;
  clock: MonotonicClock;
  log: Log;
}

/** Milliseconds between two queries of the database. */
const pause = 2_000;
/** The same while vectors are lost. */
const pauseOfLost = 10_000;

export type PaperTrouble = Pick<PaperStatus, 'problem' | 'failed' | 'failures' | 'other_model' | 'elsewhere' | 'lost'>;

const noTrouble: PaperTrouble = { problem: null, failed: 0, failures: [], other_model: null, elsewhere: 0, lost: 0 };

export class PaperProblems {
  private trouble = noTrouble;
  private due: (() => void) | null = null;
  private end: (() => void) | null = null;
  private asked = Promise.resolve();

  constructor(private readonly parts: PaperProblemParts) {}

  list(): Problem[] {
    return problemsOfPapers(this.trouble);
  }

  /** Starts following the papers. */
  start(): void {
    this.end = this.parts.events.subscribe(({ type, data }) => {
      if (type === 'papers.changed') this.papersChanged(data as Pick<PaperStatus, 'state' | 'problem'>);
    });
    this.look();
  }

  stop(): void {
    this.end?.();
    this.due?.();
    [this.end, this.due] = [null, null];
  }

  /** The current problem is in the event. Rejected papers are queried when a run has ended. */
  private papersChanged({ state, problem }: Pick<PaperStatus, 'state' | 'problem'>): void {
    this.trouble = { ...this.trouble, problem };
    this.parts.changed();
    if (state !== 'embedding') this.look();
  }

  private look(afterMs = pause): void {
    this.due ??= this.parts.clock.after(afterMs, () => {
      // An event that comes during the query must lead to another query.
      this.due = null;
      this.asked = this.asked.then(() => this.ask());
    });
  }

  private async ask(): Promise<void> {
    try {
      const { problem, failed, failures, other_model, elsewhere, lost } = await this.parts.status();
      if (this.end === null) return;
      this.trouble = { problem, failed, failures: failures.slice(0, 1), other_model, elsewhere, lost };
      // Another daemon on the same database may embed them, and that is no event here.
      if (lost > 0) this.look(pauseOfLost);
    } catch (error) {
      this.parts.log.debug(`Cannot query the papers: ${messageOf(error)}`);
    }
    this.parts.changed();
  }
}

/** Pure. */
export function problemsOfPapers({
  problem,
  failed,
  failures,
  other_model: other,
  elsewhere,
  lost,
}: PaperTrouble): Problem[] {
  const about = { kind: 'papers', path: '/papers', oid: null, pen: null } as const;
  const actions: Problem['actions'] = [{ name: 'embed', path: '/papers/embed', fields: {} }];
  const found: Problem[] = [];
  const add = (reason: Words, advice: Words, more: Partial<Problem> = {}): void =>
    void found.push({ ...about, what: say('page.papers'), reason, advice, actions, ...more });
  const [first] = failures;
  if (problem !== null && other === null) add(problem, paperAdvice(problem));
  if (problem !== null && other !== null) add(problem, say('problems.papers.model.advice'), { actions: [] });
  if (first !== undefined) {
    const { title, reason } = first;
    const what = say('papers.refused', { count: failed });
    add(say('problems.papers.first', { title, reason }), say('problems.papers.refused.advice'), { what });
  }
  if (lost > 0) add(say('papers.lost', { count: lost }), say('problems.papers.lost.advice'));
  if (elsewhere > 0) add(say('papers.elsewhere', { count: elsewhere }), say('problems.papers.elsewhere.advice'));
  return found;
}
