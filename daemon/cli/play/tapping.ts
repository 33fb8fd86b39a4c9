/** Taps and pauses, one after the other, on one pen. */
import { hear, type Heard } from '../../../workers/virtual-pen/hearing.js';
import type { VirtualPen } from '../../../workers/virtual-pen/pen.js';
import { tap } from '../../../workers/virtual-pen/tap.js';
import { firings } from '../../../workers/virtual-pen/timer.js';
import type { Word } from './words.js';

/** One tap, or one firing of the timer (null), with what was heard until it was silent. */
export interface Answer {
  readonly code: number | null;
  readonly heard: Heard;
}

/** Answers each word at once, and the start field before the first where it is not that. */
export class Tapping {
  private hasBegun = false;
  /** Something sounds for ever; the timer waits for its end. */
  private isBusy = false;

  constructor(private readonly pen: VirtualPen) {}

  /** The start field, if nothing was tapped yet. */
  *begin(): Generator<Answer, void, void> {
    if (!this.hasBegun) yield this.tap(this.pen.gme.productId);
  }

  /** @throws TonstiftError `bad_field` where the file cannot be meant */
  *answer(word: Word): Generator<Answer, void, void> {
    if (word.kind === 'pause' || word.code !== this.pen.gme.productId) yield* this.begin();
    if (word.kind === 'tap') yield this.tap(word.code);
    else if (!this.isBusy) yield* this.pause(word.milliseconds);
  }

  private tap(code: number): Answer {
    this.hasBegun = true;
    const heard = hear(tap(this.pen, code));
    this.isBusy = heard.isEndless;
    return { code, heard };
  }

  private *pause(milliseconds: number): Generator<Answer, void, void> {
    for (const steps of firings(this.pen, milliseconds)) {
      const heard = hear(steps);
      yield { code: null, heard };
      if (heard.isEndless) {
        this.isBusy = true;
        return;
      }
    }
  }
}
