/** Parts of a page that dots fill, each with a lattice of its own. */
import type { Ink } from './ink.js';
import { agreementOf, type Agreement, type Wave, type Window } from './lattice.js';

export interface Region {
  readonly windows: readonly Window[];
  /** Cells along a row at a pixel: `x`, `y` times its place, and `at`. */
  readonly rows: Plane;
  readonly columns: Plane;
}

/** at + x · X + y · Y */
export interface Plane {
  readonly at: number;
  readonly x: number;
  readonly y: number;
}

/** Weaker windows are paper, or hold other ink. */
const leastStrength = 0.3;
/** Of the ink that a full window has. */
const leastFull = 0.45;

/**
 * @param windows of `findWave`'s page, overlapping by two thirds
 * @param apart pixels from one window to the next
 */
export function regionsOf(ink: Ink, windows: readonly Window[], wave: Wave, apart: number): Region[] {
  const agreeing = windows
    .map((window) => ({ window, ...agreementOf(ink, window, wave) }))
    .filter(({ strength }) => strength > leastStrength);
  const weights = agreeing.map(({ window }) => window.weight).sort((a, b) => a - b);
  const full = weights[Math.floor(weights.length / 2)] ?? 0;
  const left = new Map(
    agreeing
      .filter(({ window }) => window.weight > leastFull * full)
      .map((one) => [keyOf(one.window.x / apart, one.window.y / apart), one]),
  );
  const regions: Region[] = [];
  while (left.size > 0) {
    const together = takeTogether(left, apart);
    // Less than this, 2.5 mm in each direction, is no field that a pen could meet.
    if (together.length >= 9) regions.push(regionOf(together, wave));
  }
  return regions;
}

type Agreeing = { window: Window } & Agreement;
type Placed = Agreeing & { turns: [number, number] };

const keyOf = (column: number, row: number): number => Math.round(row) * 65_536 + Math.round(column);

/** One window and all that it touches, with phases that go on from one to the next. */
function takeTogether(left: Map<number, Agreeing>, apart: number): Placed[] {
  const [[firstKey, first] = [0, undefined]] = left;
  if (first === undefined) return [];
  left.delete(firstKey);
  const together: Placed[] = [{ ...first, turns: [...first.phases] }];
  // A list goes on with what comes in meanwhile.
  for (const one of together) {
    const [column, row] = [one.window.x / apart, one.window.y / apart];
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      const key = keyOf(column + dx, row + dy);
      const next = left.get(key);
      if (next === undefined) continue;
      const turns = [0, 1].map((n) => nearest(next.phases[n] as number, one.turns[n] as number)) as [number, number];
      // Beside another field the lattice jumps.
      if (turns.some((phase, n) => Math.abs(phase - (one.turns[n] as number)) > 0.2)) continue;
      left.delete(key);
      together.push({ ...next, turns });
    }
  }
  return together;
}

/** The phase, by whole turns nearest to another. */
const nearest = (phase: number, to: number): number => phase + Math.round(to - phase);

function regionOf(placed: readonly Placed[], wave: Wave): Region {
  const drift = ([0, 1] as const).map((n) =>
    planeThrough(
      placed.map(({ window, turns }) => ({
        x: window.x + window.side / 2,
        y: window.y + window.side / 2,
        value: turns[n],
      })),
    ),
  );
  const [rows, columns] = drift as [Plane, Plane];
  // The phase of a window says how far its dots are from where the lattice of the page would have them. It drifts from
  // window to window by what the page's lattice is off.
  return {
    windows: placed.map(({ window }) => window),
    rows: { at: -rows.at, x: wave.x - rows.x, y: wave.y - rows.y },
    columns: { at: -columns.at, x: -wave.y - columns.x, y: wave.x - columns.y },
  };
}

/** Least squares. */
function planeThrough(points: readonly { x: number; y: number; value: number }[]): Plane {
  const n = points.length;
  const mean = (of: (point: { x: number; y: number; value: number }) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / n;
  const [mx, my, mv] = [mean(({ x }) => x), mean(({ y }) => y), mean(({ value }) => value)];
  let [xx, xy, yy, xv, yv] = [0, 0, 0, 0, 0];
  for (const { x, y, value } of points) {
    const [dx, dy, dv] = [x - mx, y - my, value - mv];
    xx += dx * dx;
    xy += dx * dy;
    yy += dy * dy;
    xv += dx * dv;
    yv += dy * dv;
  }
  const det = xx * yy - xy * xy;
  // Windows in one line tell nothing across it.
  if (det < 1e-6 * (xx + yy) ** 2)
    return { at: mv - (xx > 0 ? (xv / xx) * mx : 0), x: xx > 0 ? xv / xx : 0, y: yy > 0 && xx === 0 ? yv / yy : 0 };
  const slope = { x: (xv * yy - yv * xy) / det, y: (yv * xx - xv * xy) / det };
  return { at: mv - slope.x * mx - slope.y * my, ...slope };
}
