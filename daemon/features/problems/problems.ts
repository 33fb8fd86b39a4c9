/** The current problems; changes are announced as events. */
import type { PaperStatus } from '../../../http/papers/papers/service.js';
import type { Problem, ProblemService } from '../../../http/features/problems/service.js';
import { messageOf } from '../../../workers/base/errors.js';
import type { Words } from '../../../workers/base/language/sentence.js';
import type { Log, MonotonicClock } from '../../../workers/base/ports.js';
import type { EventBus } from '../../events.js';
import { problemsIn, type PaperTrouble, type Troubled } from './problem-list.js';

export interface ProblemParts {
  /** All sources except the papers; cheap. */
  trouble: () => Omit<Troubled, 'papers'>;
  /** Queries the database. */
  papers: () => Promise<PaperStatus>;
  events: EventBus;
  clock: MonotonicClock;
  log: Log;
}

/** Milliseconds from the first event to the check, so that many events cause one check. */
const pause = 200;
/** Milliseconds between two queries of the papers. */
const papersPause = 2_000;
/** Milliseconds. Some problems arise without an event. */
const lookEvery = 60_000;

/** Events after which the list may have changed. */
const telling = /^(album\.(added|changed|removed)|pens\.changed|inbox\.changed|library\.changed|arrivals\.changed)$/;

/** Identifies a problem without formatting its sentences, which would be the most expensive part of a long list. */
const keyOf = ({ kind, what, reason, oid, pen, actions }: Problem): string =>
  JSON.stringify([kind, dataOf(what), dataOf(reason), oid, pen, actions.length]);

const dataOf = (words: Words): unknown => (typeof words === 'string' ? words : words.data());

const noTrouble: PaperTrouble = { problem: null, failed: 0, failures: [], other_model: null, elsewhere: 0 };

export class Problems implements ProblemService {
  private papers = noTrouble;
  private published = '';
  private due: (() => void) | null = null;
  private papersDue: (() => void) | null = null;
  private readonly ends: (() => void)[] = [];

  constructor(private readonly parts: ProblemParts) {}

  list(): Problem[] {
    return problemsIn({ ...this.parts.trouble(), papers: this.papers });
  }

  /** Starts announcing changes. */
  start(): void {
    const { events, clock } = this.parts;
    this.ends.push(
      events.subscribe(({ type, data }) => {
        if (telling.test(type)) this.wake();
        else if (type === 'papers.changed') this.papersChanged(data as Pick<PaperStatus, 'state' | 'problem'>);
      }),
      clock.every(lookEvery, () => this.look()),
    );
    this.look();
    this.lookAtPapers(papersPause);
  }

  stop(): void {
    for (const end of this.ends.splice(0)) end();
    this.due?.();
    this.papersDue?.();
  }

  /** Checks soon. */
  wake(): void {
    this.due ??= this.parts.clock.after(pause, () => {
      this.due = null;
      this.look();
    });
  }

  private look(): void {
    const problems = this.list();
    const now = problems.map(keyOf).join('\n');
    if (now === this.published) return;
    this.published = now;
    this.parts.events.emit('problems.changed', { count: problems.length });
  }

  /** The current problem is in the event. Rejected papers are queried when a run has ended. */
  private papersChanged({ state, problem }: Pick<PaperStatus, 'state' | 'problem'>): void {
    this.papers = { ...this.papers, problem };
    this.wake();
    if (state !== 'embedding') this.lookAtPapers(papersPause);
  }

  private lookAtPapers(ms: number): void {
    this.papersDue ??= this.parts.clock.after(ms, () => {
      void this.parts
        .papers()
        .then(({ problem, failed, failures, other_model, elsewhere }) => {
          this.papers = { problem, failed, failures: failures.slice(0, 1), other_model, elsewhere };
        })
        .catch((error: unknown) => this.parts.log.debug(`Cannot query the papers: ${messageOf(error)}`))
        .finally(() => {
          this.papersDue = null;
          this.look();
        });
    });
  }
}
