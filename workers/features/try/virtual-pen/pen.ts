/** The state of a pen with one file on it, between taps. */
import { hasPrograms } from '../../../gme/read-programs.js';
import { readGme, type Gme } from '../../../gme/read.js';
import type { GmeSource } from '../../../gme/source.js';
import type { Step } from './steps.js';

/** Returns a random integer x, 0 ≤ x < `below`. */
export type Chance = (below: number) => number;

export interface PenState {
  isLoaded: boolean;
  /** By number, 0–65535 each; missing registers are 0. */
  readonly registers: Map<number, number>;
  /** The armed timer: its period and the time left, in milliseconds. */
  timer: { readonly period: number; left: number } | undefined;
  /** Media played by the last tap with sound, for the replay symbol. */
  lastHeard: number[];
  /** True if the next sound is the first of its tap. */
  isFirstSound: boolean;
}

export interface VirtualPen {
  readonly gme: Gme;
  readonly hasPrograms: boolean;
  readonly chance: Chance;
  /** Changes with each step. */
  readonly state: PenState;
}

/**
 * Puts a file on a pen; a tap on its start field loads it. Reads the structures of the file, not its media.
 * @throws TonstiftError `bad_field` that names the problem and its offset; errors of the source
 */
export function virtualPen(source: GmeSource, chance: Chance): VirtualPen {
  return { gme: readGme(source), hasPrograms: hasPrograms(source), chance, state: newState() };
}

/** State of a pen before the first tap. */
export const newState = (): PenState => ({
  isLoaded: false,
  registers: new Map(),
  timer: undefined,
  lastHeard: [],
  isFirstSound: true,
});

/** Resets everything except the sounds for the replay symbol. */
export function forget({ state }: VirtualPen): void {
  state.isLoaded = false;
  state.registers.clear();
  state.timer = undefined;
}

/** Starts a tap: its first sound replaces the remembered ones. */
export function beginToHear({ state }: VirtualPen): void {
  state.isFirstSound = true;
}

/** Maximum media remembered for replay; a tap that plays more is endless. */
const mostRemembered = 1000;

/** Records that a medium plays. */
export function remember({ state }: VirtualPen, medium: number): Step {
  if (state.isFirstSound) state.lastHeard = [];
  state.isFirstSound = false;
  if (state.lastHeard.length < mostRemembered) state.lastHeard.push(medium);
  return { kind: 'play', medium };
}
