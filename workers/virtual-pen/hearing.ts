/** All steps of a tap at once, as somebody hears them who lets each sound end. */
import type { End, Place, Step, Unknown } from './steps.js';

export interface Heard {
  /** Lines that ran, in order; the first is the tapped code's own. */
  readonly lines: readonly Place[];
  /** Media, in order. */
  readonly plays: readonly number[];
  /** Registers that have another value than before, by number. */
  readonly registers: ReadonlyMap<number, { readonly before: number; readonly after: number }>;
  readonly isLoaded: boolean;
  /** Milliseconds of the timer that is armed now, 0 where it was ended; undefined where it stays as it was. */
  readonly timer: number | undefined;
  readonly unknown: readonly Unknown[];
  /** Undefined where it never ends. */
  readonly end: End | undefined;
  readonly isEndless: boolean;
}

/** Sounds after which a tap counts as one that never ends. The longest album has 99 tracks. */
const mostSounds = 1000;

/** @throws TonstiftError of the steps */
export function hear(steps: Iterable<Step>, most = mostSounds): Heard {
  const lines: Place[] = [];
  const plays: number[] = [];
  const registers = new Map<number, { before: number; after: number }>();
  const unknown: Unknown[] = [];
  const noted = new Set<string>();
  let isLoaded = false;
  let timer: number | undefined;
  let end: End | undefined;
  for (const step of steps) {
    if (step.kind === 'play' && plays.length === most) break;
    if (step.kind === 'play') plays.push(step.medium);
    else if (step.kind === 'line') lines.push({ code: step.code, line: step.line });
    else if (step.kind === 'register') {
      const known = registers.get(step.register);
      if (known === undefined) registers.set(step.register, { before: step.before, after: step.after });
      else known.after = step.after;
    } else if (step.kind === 'timer') timer = step.period;
    else if (step.kind === 'load') isLoaded = true;
    else if (step.kind === 'end') end = step.why;
    else if (step.kind === 'unknown' && !noted.has(JSON.stringify(step.unknown))) {
      noted.add(JSON.stringify(step.unknown));
      unknown.push(step.unknown);
    }
  }
  for (const [number, { before, after }] of registers) if (before === after) registers.delete(number);
  return { lines, plays, registers, isLoaded, timer, unknown, end, isEndless: end === undefined };
}
