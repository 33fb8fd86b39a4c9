/**
 * The lattice that dots stand on: at the right step and angle they all have nearly the same place within a cell. Dots
 * are shifted by a third of a cell at most, so the step of the lattice shows more than its half.
 */
import type { Ink } from './ink.js';

// Called for each pixel; in a context of its own, as tests have, each look for a global takes its time.
const { cos, sin, floor } = Math;

/** Cells a pixel in the direction of the rows: (x, y), that of the columns being (−y, x). */
export interface Wave {
  readonly x: number;
  readonly y: number;
}

/** A square of the picture, and which of the ink is in it. */
export interface Window {
  /** Its upper left corner. */
  readonly x: number;
  readonly y: number;
  readonly side: number;
  readonly indexes: readonly number[];
  readonly weight: number;
}

/** How far ink keeps to a lattice, in each direction: 1 is wholly; and where in a cell it stands, in turns. */
export interface Agreement {
  readonly strength: number;
  readonly phases: readonly [rows: number, columns: number];
}

const turn = 2 * Math.PI;

export function agreementOf({ x, y, weight }: Ink, { indexes, weight: all }: Window, wave: Wave): Agreement {
  let [rowsCos, rowsSin, columnsCos, columnsSin] = [0, 0, 0, 0];
  for (const at of indexes) {
    const w = weight[at] as number;
    const rows = turn * ((x[at] as number) * wave.x + (y[at] as number) * wave.y);
    const columns = turn * ((y[at] as number) * wave.x - (x[at] as number) * wave.y);
    rowsCos += w * cos(rows);
    rowsSin += w * sin(rows);
    columnsCos += w * cos(columns);
    columnsSin += w * sin(columns);
  }
  const strength = Math.min(Math.hypot(rowsCos, rowsSin), Math.hypot(columnsCos, columnsSin)) / Math.max(1, all);
  return {
    strength,
    phases: [Math.atan2(rowsSin, rowsCos) / turn, Math.atan2(columnsSin, columnsCos) / turn],
  };
}

const waveOf = (step: number, angle: number): Wave => ({
  x: cos(angle) / step,
  y: sin(angle) / step,
});

/** Squares of `side` pixels, `apart` pixels from one to the next, that have ink. */
export function windowsOf({ x, y, weight }: Ink, side: number, apart: number): Window[] {
  const found = new Map<number, { x: number; y: number; side: number; indexes: number[]; weight: number }>();
  const reach = Math.ceil(side / apart);
  for (let at = 0; at < x.length; at++) {
    const column = floor((x[at] as number) / apart);
    const row = floor((y[at] as number) / apart);
    for (let up = 0; up < reach; up++) {
      for (let left = 0; left < reach; left++) {
        if (row < up || column < left) continue;
        const key = (row - up) * 65_536 + column - left;
        let window = found.get(key);
        if (window === undefined) {
          window = { x: (column - left) * apart, y: (row - up) * apart, side, indexes: [], weight: 0 };
          found.set(key, window);
        }
        window.indexes.push(at);
        window.weight += weight[at] as number;
      }
    }
  }
  return [...found.values()];
}

/** Steps and angles that are tried first; a window of twelve cells tells them apart. */
const coarse = { ratio: 1.02, angle: (1.2 * Math.PI) / 180 };
/** Radians either way. */
const mostTurned = (4.2 * Math.PI) / 180;
/** Windows that are asked, and pixels of each. */
const [witnesses, samples] = [24, 400];
/** Weaker than this is chance, or a halftone. */
const leastStrength = 0.4;

interface Candidate {
  readonly step: number;
  readonly angle: number;
  readonly strength: number;
}

/**
 * The lattice of a page, within half a percent and a quarter of a degree.
 * @param steps smallest and largest step that is looked for, in pixels
 */
export function findWave(ink: Ink, windows: readonly Window[], steps: readonly [number, number]): Wave | undefined {
  const asked = pick(ink, windows);
  const tried = (step: number, angle: number): Candidate => {
    // Not all of the windows show dots: the best few decide.
    const strengths = asked.map((window) => agreementOf(ink, window, waveOf(step, angle)).strength);
    return { step, angle, strength: strengths.sort((a, b) => b - a)[floor(strengths.length / 8)] ?? 0 };
  };
  const best = (candidates: readonly Candidate[]): Candidate =>
    candidates.reduce((one, other) => (other.strength > one.strength ? other : one));
  const first: Candidate[] = [];
  for (let step = steps[0]; step <= steps[1] * coarse.ratio; step *= coarse.ratio)
    for (let angle = -mostTurned; angle <= mostTurned; angle += coarse.angle) first.push(tried(step, angle));
  const near = best(first);
  const parts = [-0.5, -0.25, 0, 0.25, 0.5];
  const { step, angle, strength } = best(
    parts.flatMap((more) =>
      parts.map((turned) => tried(near.step * coarse.ratio ** more, near.angle + turned * coarse.angle)),
    ),
  );
  return strength < leastStrength ? undefined : waveOf(step, angle);
}

/** Evenly by their ink, from the fullest to the emptiest; of each some of its pixels, evenly, too. */
function pick({ weight }: Ink, windows: readonly Window[]): Window[] {
  const byInk = [...windows].sort((a, b) => b.weight - a.weight);
  const every = Math.max(1, floor(byInk.length / witnesses));
  return byInk
    .filter((_, n) => n % every === 0)
    .slice(0, witnesses)
    .map((window) => {
      const stride = Math.ceil(window.indexes.length / samples);
      const indexes = window.indexes.filter((_, n) => n % stride === 0);
      return { ...window, indexes, weight: indexes.reduce((sum, at) => sum + (weight[at] as number), 0) };
    });
}
