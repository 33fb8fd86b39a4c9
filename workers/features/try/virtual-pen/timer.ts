/** Time between taps, while the pen is silent. */
import { beginToHear, type VirtualPen } from './pen.js';
import { runScript } from './run-script.js';
import type { Steps } from './steps.js';

/**
 * Yields the steps of each time the armed timer fires within this many milliseconds. Finish or abandon these steps
 * before the next ones: the timer does not fire while the pen plays.
 */
export function* firings(pen: VirtualPen, milliseconds: number): Generator<Steps, void, void> {
  const { state } = pen;
  for (let left = milliseconds; ;) {
    const { timer } = state; // a line may arm another one
    if (timer === undefined) return;
    if (timer.left > left) {
      timer.left -= left;
      return;
    }
    left -= timer.left;
    timer.left = timer.period;
    beginToHear(pen);
    yield runScript(pen, pen.gme.timerScript, null);
  }
}
