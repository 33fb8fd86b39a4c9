/**
 * Shortens vectors of thousands of numbers and roughly keeps their distances. Adds each number, with a sign, to several
 * places of the shorter vector (a sparse random projection; Kane and Nelson, "Sparser Johnson-Lindenstrauss
 * Transforms", 2014). So the map does not hold 5,000 × 4,096 numbers, and its cost does not depend on the model.
 */
import { chance, type Matrix } from './numbers.js';

const sketchLength = 256;
/** Places per number. With fewer, a single large number would count too much. */
const places = 4;

export interface Sketcher {
  /** The length of a sketch: at most that of the vectors. */
  readonly columns: number;
  /** Writes the sketch of a vector into a row. */
  write(vector: ArrayLike<number>, into: Matrix, row: number): void;
}

export function sketcher(dimension: number): Sketcher {
  if (dimension <= sketchLength) return { columns: dimension, write: (vector, into, row) => copy(vector, into, row) };
  const next = chance(dimension);
  const at = Uint16Array.from({ length: dimension * places }, () => Math.floor(next() * sketchLength));
  const sign = Float32Array.from({ length: dimension * places }, () => (next() < 0.5 ? -0.5 : 0.5));
  return {
    columns: sketchLength,
    write(vector, { values, columns }, row) {
      const start = row * columns;
      for (let n = 0; n < vector.length; n++) {
        const value = vector[n] as number;
        for (let k = n * places; k < (n + 1) * places; k++)
          values[start + (at[k] as number)]! += value * (sign[k] as number);
      }
    },
  };
}

function copy(vector: ArrayLike<number>, { values, columns }: Matrix, row: number): void {
  for (let n = 0; n < vector.length; n++) values[row * columns + n] = vector[n] as number;
}
