/** A lattice as a wave in both directions, and how well ink fits it. */
import type { Ink } from './ink.js';

// Called for each pixel. In a separate context, as in tests, each lookup of a global is slow.
const { atan2, cos, hypot, max, min, sin, sqrt } = Math;

/** Cells per pixel along the rows, as (x, y). Along the columns they are (−y, x). */
export interface Wave {
  readonly x: number;
  readonly y: number;
}

/**
 * @param step pixels between dots
 * @param angle radians by which the rows slope down to the right
 */
export const waveOf = (step: number, angle: number): Wave => ({ x: cos(angle) / step, y: sin(angle) / step });

export const stepOf = ({ x, y }: Wave): number => 1 / hypot(x, y);

const turn = 2 * Math.PI;
const steps = 4096;
const cosines = Float32Array.from({ length: steps }, (_, n) => cos((turn * n) / steps));
const sines = Float32Array.from({ length: steps }, (_, n) => sin((turn * n) / steps));

/**
 * Numbers in the sums of a bucket. Each pixel adds a vector: its darkness is the length, its position within a cell the
 * direction.
 */
export const sumsLength = 8;
const [rowsCos, rowsSin, columnsCos, columnsSin, all, squares, right, down] = [0, 1, 2, 3, 4, 5, 6, 7] as const;

/** Adds the ink of a bucket to the sums at `at`. */
export function addArrows(
  { x, y, weight, starts }: Pick<Ink, 'x' | 'y' | 'weight' | 'starts'>,
  wave: Wave,
  bucket: number,
  { sums, at }: { sums: Float32Array; at: number },
): void {
  const [from, to] = [starts[bucket] as number, starts[bucket + 1] as number];
  const [waveX, waveY] = [wave.x * steps, wave.y * steps];
  let [a, b, c, d, w, w2, wx, wy] = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let n = from; n < to; n++) {
    const [px, py, dark] = [x[n] as number, y[n] as number, weight[n] as number];
    const across = ((px * waveX + py * waveY) | 0) & (steps - 1);
    const below = ((py * waveX - px * waveY) | 0) & (steps - 1);
    a += dark * (cosines[across] as number);
    b += dark * (sines[across] as number);
    c += dark * (cosines[below] as number);
    d += dark * (sines[below] as number);
    w += dark;
    w2 += dark * dark;
    wx += dark * px;
    wy += dark * py;
  }
  sums[at + rowsCos] = (sums[at + rowsCos] as number) + a;
  sums[at + rowsSin] = (sums[at + rowsSin] as number) + b;
  sums[at + columnsCos] = (sums[at + columnsCos] as number) + c;
  sums[at + columnsSin] = (sums[at + columnsSin] as number) + d;
  sums[at + all] = (sums[at + all] as number) + w;
  sums[at + squares] = (sums[at + squares] as number) + w2;
  sums[at + right] = (sums[at + right] as number) + wx;
  sums[at + down] = (sums[at + down] as number) + wy;
}

/** Returns how well ink fits a lattice, in the worse of the two directions; 1 is perfect. */
export const strengthOf = (sums: Float32Array, at: number): number =>
  sqrt(min(squareAt(sums, at + rowsCos), squareAt(sums, at + columnsCos))) / max(1, sums[at + all] as number);

/** Squared length of a vector. `Math.hypot` takes ten times as long. */
const squareAt = (sums: Float32Array, at: number): number => (sums[at] as number) ** 2 + (sums[at + 1] as number) ** 2;

/** Returns the mean position within a cell, in turns, to the right and down. */
export const phasesOf = (sums: Float32Array, at: number): readonly [rows: number, columns: number] => [
  atan2(sums[at + rowsSin] as number, sums[at + rowsCos] as number) / turn,
  atan2(sums[at + columnsSin] as number, sums[at + columnsCos] as number) / turn,
];

/** Returns the centre of the ink, in pixels. */
export const middleOf = (sums: Float32Array, at: number): { x: number; y: number } => {
  const weight = max(1, sums[at + all] as number);
  return { x: (sums[at + right] as number) / weight, y: (sums[at + down] as number) / weight };
};

/** Returns the total darkness of the ink. */
export const inkWithin = (sums: Float32Array, at: number): number => sums[at + all] as number;

/** Returns the number of inked pixels, as if all were equally dark. */
export const pixelsWithin = (sums: Float32Array, at: number): number =>
  (sums[at + all] as number) ** 2 / max(1, sums[at + squares] as number);
