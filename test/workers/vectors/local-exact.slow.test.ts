/** Whatever the numbers are, the answer is that of a search through all floats: each digit, ties too. */
import { describe, expect, it } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../../workers/base/ports.js';
import { newMemory } from '../../../workers/vectors/local/memory.js';
import { geometryOf } from '../../../workers/vectors/local/scan/geometry.js';
import { createCopyKernel, createKernel } from '../../../workers/vectors/local/scan/kernel.js';
import { copyOfQuery, writeCopy } from '../../../workers/vectors/local/scan/row-copy.js';
import { createScanners, type Scanners } from '../../../workers/vectors/local/scan/scanners.js';
import { createVectorRows, type VectorRows } from '../../../workers/vectors/local/vector-rows.js';
import { temporaryFolders } from '../../support/folder.js';
import { times } from '../../support/times.js';
import { even, kinds } from './odd-vectors.js';

const folders = temporaryFolders();

function add(rows: VectorRows, vector: Float32Array): void {
  const copy = new Uint8Array(rows.copies.geometry.rowBytes);
  writeCopy(vector, copy);
  rows.add(copy, new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));
}

/** All squares, as the exact kernel computes them, and so as they were computed without any copies. */
function squaresOf(vectors: readonly Float32Array[], query: Float32Array): Float64Array {
  const dimension = query.length;
  const geometry = geometryOf(dimension);
  const memory = newMemory();
  memory.growTo(geometry.rowsStart + geometry.rowBytes);
  const kernel = createKernel(memory.handle, geometry, 0);
  kernel.setQuery(query);
  const row = new Float32Array(memory.buffer, geometry.rowsStart, dimension);
  return Float64Array.from(vectors, (vector) => {
    row.set(vector);
    return kernel.square(geometry.rowsStart);
  });
}

/** Once in two threads, once in place. */
async function withScanners(act: (scanners: Scanners) => Promise<void>): Promise<void> {
  for (const threads of [2, 0]) {
    const scanners = createScanners(systemClock, () => threads);
    try {
      await act(scanners);
    } finally {
      await scanners.close();
    }
  }
}

describe.each(Object.entries(kinds))('rows that are %s', (_, make) => {
  it.each([false, true])('lie within the bounds of their copies (plain: %s)', (plain) => {
    for (const dimension of [1, 3, 31, 32, 33, 100, 384]) {
      const rows = createVectorRows(dimension, false);
      const { geometry } = rows.copies;
      const memory = newMemory(plain);
      memory.growTo(geometry.rowsStart + 20 * geometry.rowBytes);
      const kernel = createCopyKernel(memory.handle, geometry, 1);
      const vectors = Array.from({ length: 20 }, (_unused, i) => make(dimension, i));
      vectors.forEach((vector, i) => {
        const copy = new Uint8Array(geometry.rowBytes);
        writeCopy(vector, copy);
        new Uint8Array(memory.buffer, geometry.rowsStart + i * geometry.rowBytes, copy.length).set(copy);
      });
      for (const query of [make(dimension, 100), make(dimension, 3), new Float32Array(dimension)]) {
        kernel.setQuery(copyOfQuery(query));
        const all = kernel.bounds(geometry.rowsStart, 20, Infinity);
        expect([all.count, ...all.which.subarray(0, 20)]).toEqual([20, ...vectors.keys()]);
        const [lower, upper] = [all.lower.slice(0, 20), all.upper.slice(0, 20)];
        const slack = (dimension + 64) * 2 ** -52;
        squaresOf(vectors, query).forEach((square, i) => {
          const distance = Math.sqrt(square);
          expect(lower[i]).toBeLessThanOrEqual(distance * (1 + slack));
          expect(upper[i]).toBeGreaterThanOrEqual(distance * (1 - slack));
          expect(lower[i]).toBeGreaterThanOrEqual(0);
        });
        for (const reach of [0, ...lower, (lower[0] as number) * (1 + 2 ** -52), 1e300]) {
          const near = kernel.bounds(geometry.rowsStart, 20, reach);
          const which = [...near.which.subarray(0, near.count)];
          const wanted = [...lower.keys()].filter((i) => (lower[i] as number) <= reach);
          expect(which).toEqual(expect.arrayContaining(wanted));
          which.forEach((i, n) => expect([near.lower[n], near.upper[n]]).toEqual([lower[i], upper[i]]));
          // What is farther by more than roundings is left out.
          for (const i of which) expect(lower[i]).toBeLessThanOrEqual(reach + (upper[i] as number) * 2 ** -40);
        }
      }
    }
  });

  it('are found as all floats say, in memory and on the disk', async () => {
    const dimension = 48;
    const count = 3000;
    const vectors = Array.from({ length: count }, (_unused, i) => make(dimension, i));
    const inMemory = createVectorRows(dimension, true);
    const onDisk = createVectorRows(dimension, false);
    for (const vector of vectors) for (const rows of [inMemory, onDisk]) add(rows, vector);
    const folder = join(await folders(), 'rows');
    await mkdir(folder);
    await writeFile(join(folder, 'floats'), Buffer.concat(vectors.map(({ buffer }) => new Uint8Array(buffer))));
    const slots = Uint32Array.from({ length: count }, (_unused, i) => i).filter((i) => i % 13 !== 0);
    const places = {
      ...{ folder, files: ['floats'] },
      ...{ file: new Uint32Array(slots.length), offset: slots.map((slot) => slot * dimension * 4) },
    };
    await withScanners(async (scanners) => {
      for (const seed of [1, 100_000]) {
        const query = make(dimension, seed);
        const squares = squaresOf(vectors, query);
        const sorted = [...slots].map((slot) => squares[slot] as number).sort((a, b) => a - b);
        for (const limit of [1, 10, 500, Infinity]) {
          for (const within of [Infinity, sorted[20] as number]) {
            const last = Math.min(sorted[limit - 1] ?? Infinity, within);
            const expected = [...slots.keys()].filter((at) => (squares[slots[at] as number] as number) <= last);
            for (const rows of [inMemory, onDisk]) {
              const asked = { query, slots, places, limit, within };
              const { positions, squares: found } = await scanners.scan(rows, { ...asked, onlyWhich: false });
              const pairs = [...positions].map((at, i): [number, number] => [at, found[i] as number]);
              const kept = pairs.filter(([, square]) => square <= last).sort(([a], [b]) => a - b);
              expect(kept.map(([at]) => at)).toEqual(expected);
              expect(kept.every(([at, square]) => square === squares[slots[at] as number])).toBe(true);
              if (limit !== Infinity) continue;
              const which = await scanners.scan(rows, { ...asked, onlyWhich: true });
              expect([...which.positions].sort((a, b) => a - b)).toEqual(expected);
            }
          }
        }
      }
    });
  });
});

it(`the nearest of ${times(300, 10_000)} random queries are those of all floats`, async () => {
  const dimension = 64;
  // A third are there twice, and a third nearly so.
  const vectors = Array.from({ length: 6000 }, (_, i) => even(dimension, i % 3 === 0 ? i : i - 1));
  vectors.forEach((vector, i) => i % 3 === 2 && (vector[0] = (vector[0] as number) * (1 + 2 ** -23)));
  const rows = createVectorRows(dimension, true);
  for (const vector of vectors) add(rows, vector);
  const slots = Uint32Array.from(vectors.keys());
  await withScanners(async (scanners) => {
    for (let i = 0; i < times(300, 10_000); i++) {
      const query = i % 4 === 0 ? (vectors[i % 6000] as Float32Array) : even(dimension, -i - 1);
      const squares = squaresOf(vectors, query);
      const last = squares.toSorted()[9] as number;
      const { positions, squares: found } = await scanners.scan(rows, {
        ...{ query, slots, limit: 10, within: Infinity },
        ...{ places: undefined, onlyWhich: false },
      });
      const kept = [...positions].filter((_, at) => (found[at] as number) <= last).sort((a, b) => a - b);
      expect(kept).toEqual([...squares.keys()].filter((at) => (squares[at] as number) <= last));
    }
  });
});
