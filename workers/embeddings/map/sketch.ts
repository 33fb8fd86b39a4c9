/**
 * Vectors of thousands of numbers as shorter ones that are about as far from each other: each number is added to some
 * places of the shorter one, with a sign (a sparse random projection; Kane and Nelson, "Sparser Johnson-Lindenstrauss
 * Transforms", 2014). So not all of 5,000 × 4,096 numbers are held, and what follows does not depend on the model.
 */
import { chance, type Matrix } from './numbers.js';

const sketchLength = 256;
/** Places that a number goes to: with fewer a single large number would count for too much. */
const places = 4;

export interface Sketcher {
  /** Numbers of a sketch: no more than the vectors have. */
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
