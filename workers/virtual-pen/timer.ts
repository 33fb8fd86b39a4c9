/** Time that passes between taps, while the pen is silent. */
import { beginToHear, type VirtualPen } from './pen.js';
import { runScript } from './run-script.js';
import type { Steps } from './steps.js';

/**
 * Each time that the armed timer fires within so many milliseconds, the steps of it. They are run to their end, or not
 * asked on, before the next: a pen that plays does not fire.
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
