/** Collects all steps of a tap, as heard by someone who lets every sound finish. */
import type { End, Place, Step, Unknown } from './steps.js';

export interface Heard {
  /** Lines that ran, in order; the first belongs to the tapped code. */
  readonly lines: readonly Place[];
  /** Played media, in order. */
  readonly plays: readonly number[];
  /** Registers whose value has changed, by number. */
  readonly registers: ReadonlyMap<number, { readonly before: number; readonly after: number }>;
  readonly isLoaded: boolean;
  /** Period of the newly armed timer in milliseconds, 0 if it was cancelled; undefined if unchanged. */
  readonly timer: number | undefined;
  readonly unknown: readonly Unknown[];
  /** Undefined if the tap never ends. */
  readonly end: End | undefined;
  readonly isEndless: boolean;
}

/** After this many sounds, a tap counts as endless. The longest album has 99 tracks. */
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
