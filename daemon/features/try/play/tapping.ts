/** Runs taps and pauses on one virtual pen. */
import { hear, type Heard } from '../../../../workers/features/try/virtual-pen/hearing.js';
import type { VirtualPen } from '../../../../workers/features/try/virtual-pen/pen.js';
import { tap } from '../../../../workers/features/try/virtual-pen/tap.js';
import { firings } from '../../../../workers/features/try/virtual-pen/timer.js';
import type { Word } from './words.js';

/** The result of one tap, or of one firing of the timer (null): all sounds until silence. */
export interface Answer {
  readonly code: number | null;
  readonly heard: Heard;
}

/** Answers each word at once. Taps the start field first if the first word is not the start field. */
export class Tapping {
  private hasBegun = false;
  /** An endless sound plays, so the timer does not fire. */
  private isBusy = false;

  constructor(private readonly pen: VirtualPen) {}

  /** Taps the start field if nothing was tapped yet. */
  *begin(): Generator<Answer, void, void> {
    if (!this.hasBegun) yield this.tap(this.pen.gme.productId);
  }

  /** @throws TonstiftError `bad_field` if the file plays something it lacks, or loops without a sound */
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
