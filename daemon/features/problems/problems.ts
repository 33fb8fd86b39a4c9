/** The current problems; changes are announced as events. */
import type { Problem, ProblemService } from '../../../http/resources/status/problem.js';
import type { Words } from '../../../workers/base/language/sentence.js';
import type { MonotonicClock } from '../../../workers/base/ports.js';
import type { EventBus } from '../../events.js';
import { problemsIn, type Troubled } from './problem-list.js';

export interface ProblemParts {
  /** The state of the core; cheap. */
  trouble: () => Troubled;
  /** The problems of features. */
  others: () => readonly Problem[];
  events: EventBus;
  clock: MonotonicClock;
}

/** Milliseconds from the first event to the check, so that many events cause one check. */
const pause = 200;
/** Milliseconds. Some problems arise without an event. */
const lookEvery = 60_000;

/** Events after which the list may have changed. */
const telling = /^(album\.(added|changed|removed)|pens\.changed|inbox\.changed|library\.changed|arrivals\.changed)$/;

/** Identifies a problem without formatting its sentences, which would be the most expensive part of a long list. */
const keyOf = ({ kind, what, reason, oid, pen, actions }: Problem): string =>
  JSON.stringify([kind, dataOf(what), dataOf(reason), oid, pen, actions.length]);

const dataOf = (words: Words): unknown => (typeof words === 'string' ? words : words.data());

export class Problems implements ProblemService {
  private published = '';
  private due: (() => void) | null = null;
  private readonly ends: (() => void)[] = [];

  constructor(private readonly parts: ProblemParts) {}

  list(): Problem[] {
    return [...problemsIn(this.parts.trouble()), ...this.parts.others()];
  }

  /** Starts announcing changes. */
  start(): void {
    const { events, clock } = this.parts;
    this.ends.push(
      events.subscribe(({ type }) => {
        if (telling.test(type)) this.wake();
      }),
      clock.every(lookEvery, () => this.look()),
    );
    this.look();
  }

  stop(): void {
    for (const end of this.ends.splice(0)) end();
    this.due?.();
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
}

declare module '../../events.js' {
  interface EventData {
    'problems.changed': { count: number };
  }
}
