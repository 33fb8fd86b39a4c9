/** A pen with one file on it, and what it remembers from tap to tap. */
import { hasPrograms } from '../gme/read-programs.js';
import { readGme, type Gme } from '../gme/read.js';
import type { GmeSource } from '../gme/source.js';
import type { Step } from './steps.js';

/** A whole number, 0 ≤ x < `below`: whatever is left to chance. */
export type Chance = (below: number) => number;

export interface PenState {
  isLoaded: boolean;
  /** By their number, 0–65535 each; what is not there is 0. */
  readonly registers: Map<number, number>;
  /** The armed timer: milliseconds from one time to the next, and to the next one of all. */
  timer: { readonly period: number; left: number } | undefined;
  /** Media that the last tap with sound has played, for the replay symbol. */
  lastHeard: number[];
  /** Whether the next sound is the first of its tap. */
  isFirstSound: boolean;
}

export interface VirtualPen {
  readonly gme: Gme;
  readonly hasPrograms: boolean;
  readonly chance: Chance;
  /** Of the pen, as a file's header has it (`GERMAN`); undefined takes files of any. */
  readonly language: string | undefined;
  /** Changes with each step. */
  readonly state: PenState;
}

/**
 * Puts a file on a pen; it is loaded when its start field is tapped. Reads the file's structures, not its media.
 * @throws TonstiftError `bad_field` naming what is wrong with the file, and where; the source's own errors
 */
export function virtualPen(source: GmeSource, chance: Chance, language?: string): VirtualPen {
  return { gme: readGme(source), hasPrograms: hasPrograms(source), chance, language, state: newState() };
}

/** Of a pen on which nothing was tapped yet. */
export const newState = (): PenState => ({
  isLoaded: false,
  registers: new Map(),
  timer: undefined,
  lastHeard: [],
  isFirstSound: true,
});

/** As before the first tap, but for what was heard. */
export function forget({ state }: VirtualPen): void {
  state.isLoaded = false;
  state.registers.clear();
  state.timer = undefined;
}

/** Before a tap: what it plays is remembered, and what was heard before is not. */
export function beginToHear({ state }: VirtualPen): void {
  state.isFirstSound = true;
}

/** Media that are kept for the replay symbol; what plays more of them plays for ever. */
const mostRemembered = 1000;

/** A medium plays. */
export function remember({ state }: VirtualPen, medium: number): Step {
  if (state.isFirstSound) state.lastHeard = [];
  state.isFirstSound = false;
  if (state.lastHeard.length < mostRemembered) state.lastHeard.push(medium);
  return { kind: 'play', medium };
}
