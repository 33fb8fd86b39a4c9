/** Seeded pseudo-random numbers, so that the same vectors always give the same map. */

export type Chance = () => number;

/** Mulberry32: numbers from 0 (inclusive) to 1 (exclusive). */
export function chance(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Rows of equal length in one array. */
export interface Matrix {
  rows: number;
  columns: number;
  values: Float32Array;
}

export const matrix = (rows: number, columns: number): Matrix => ({
  rows,
  columns,
  values: new Float32Array(rows * columns),
});

/** Returns `most` items, spread evenly and in order, or all if there are no more. */
export function sampled<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items;
  const step = items.length / most;
  return Array.from({ length: most }, (_, n) => items[Math.floor(n * step)] as Item);
}
