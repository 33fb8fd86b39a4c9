import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { geometryOf, packedGeometryOf, rowAt } from '../../../workers/vectors/local/scan/geometry.js';
import { createVectorRows, type VectorRows } from '../../../workers/vectors/local/vector-rows.js';
import { createKernel } from '../../../workers/vectors/local/scan/kernel.js';
import { newMemory } from '../../../workers/vectors/local/memory.js';
import { writeCopy } from '../../../workers/vectors/local/scan/row-copy.js';
import { createScanners, type Scanners } from '../../../workers/vectors/local/scan/scanners.js';
import { systemClock } from '../../../workers/base/ports.js';

function noise(length: number, seed: number): Float32Array {
  let state = Math.imul(seed + 1, 0x9e3779b1) | 1;
  return Float32Array.from({ length }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32 - 0.5;
  });
}

const squareOf = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, x, i) => sum + (x - (b[i] as number)) ** 2, 0);

function add(rows: VectorRows, vector: Float32Array): number {
  const copy = new Uint8Array(rows.copies.geometry.rowBytes);
  writeCopy(vector, copy);
  return rows.add(copy, new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));
}

function rowsOf(vectors: readonly Float32Array[]): VectorRows {
  const rows = createVectorRows(vectors[0]?.length ?? 0, true);
  for (const vector of vectors) add(rows, vector);
  return rows;
}

const all = (count: number): Uint32Array => Uint32Array.from({ length: count }, (_, i) => i);

/** As whoever asks does it: each thread answers its own nearest, and all that are as near as the last of them. */
async function search(
  scanners: Scanners,
  rows: VectorRows,
  query: Float32Array,
  slots: Uint32Array,
  limit: number,
  within = Infinity,
): Promise<[slot: number, square: number][]> {
  const { positions, squares } = await scanners.scan(rows, {
    ...{ query, slots, limit, within },
    ...{ places: undefined, onlyWhich: false },
  });
  const found = Array.from(positions, (at, i): [number, number] => [slots[at] as number, squares[i] as number]).sort(
    (a, b) => a[1] - b[1] || a[0] - b[0],
  );
  return found.filter(([, square]) => square <= (found[Math.min(limit, found.length) - 1]?.[1] ?? -1));
}

async function withScanners(act: (scanners: Scanners) => Promise<void>): Promise<void> {
  const scanners = createScanners(systemClock, (copyBytes) => (copyBytes > 1_000_000 ? 3 : 0));
  try {
    await act(scanners);
  } finally {
    await scanners.close();
  }
}

describe('distances of rows', () => {
  it.each([false, true])('are exact, and estimated well, at every dimension (plain: %s)', (plain) => {
    for (const dimension of [1, 2, 3, 15, 16, 17, 31, 384, 1000, 4096]) {
      const geometry = geometryOf(dimension);
      const memory = newMemory(plain);
      expect(memory.handle.kind).toBe(plain ? 'plain' : 'wasm');
      memory.growTo(geometry.rowsStart + 3 * geometry.rowBytes);
      const vectors = [1, 2, 3].map((seed) => noise(dimension, seed));
      vectors.forEach((vector, i) => new Float32Array(memory.buffer, rowAt(geometry, i).offset, dimension).set(vector));
      const query = noise(dimension, 9);
      for (const lane of [0, 4]) {
        const kernel = createKernel(memory.handle, geometry, lane);
        kernel.setQuery(query);
        const estimates = kernel.estimate(rowAt(geometry, 0).offset, 3);
        vectors.forEach((vector, i) => {
          const exact = squareOf(vector, query);
          expect(Math.abs(kernel.square(rowAt(geometry, i).offset) / exact - 1)).toBeLessThan(1e-13);
          expect(Math.abs((estimates[i] as number) / exact - 1)).toBeLessThan(1e-5);
        });
        kernel.setQuery(vectors[1] as Float32Array);
        expect(kernel.square(rowAt(geometry, 1).offset)).toBe(0);
      }
    }
  });

  it('come from code that is compiled from the source beside it', () => {
    const script = fileURLToPath(new URL('../../../workers/vectors/local/scan/compile-scan.mjs', import.meta.url));
    expect(() => execFileSync(process.execPath, [script, '--check'], { stdio: 'pipe' })).not.toThrow();
  });
});

describe('the nearest rows', () => {
  const dimension = 40;
  const vectors = Array.from({ length: 30_000 }, (_, i) => noise(dimension, i));
  const rows = rowsOf(vectors);
  const query = noise(dimension, -7);
  const ranked = (slots: Iterable<number>): [number, number][] =>
    [...slots]
      .map((slot): [number, number] => [slot, squareOf(vectors[slot] as Float32Array, query)])
      .sort((a, b) => a[1] - b[1]);
  const expectSame = (found: [number, number][], expected: [number, number][]): void => {
    expect(found.map(([slot]) => slot)).toEqual(expected.map(([slot]) => slot));
    found.forEach(([, square], i) => expect(square).toBeCloseTo(expected[i]?.[1] as number, 10));
  };

  it.each([
    ['in threads', 1],
    ['in place', 7],
    ['by odd lists', 3],
  ])('are those of brute force %s', async (_, step) => {
    await withScanners(async (scanners) => {
      const slots = all(30_000).filter((slot) => slot % step === 0);
      const expected = ranked(slots);
      for (const limit of [1, 10, 1000])
        expectSame(await search(scanners, rows, query, slots, limit), expected.slice(0, limit));
      expectSame(await search(scanners, rows, query, slots, Infinity), expected);
      const within = expected[25]?.[1] as number;
      expectSame(await search(scanners, rows, query, slots, Infinity, within * (1 + 1e-12)), expected.slice(0, 26));
      expectSame(await search(scanners, rows, query, slots, 5, within), expected.slice(0, 5));
      expect(await search(scanners, rows, query, slots, 0)).toEqual([]);
      expect(await search(scanners, rows, query, slots, 10, -1)).toEqual([]);
    });
  });

  it('are right when many ask at once, also while memory grows', async () => {
    await withScanners(async (scanners) => {
      const growing = rowsOf(vectors);
      const slots = all(30_000);
      const asking = Array.from({ length: 20 }, async (_, i) => {
        const own = vectors[i * 100] as Float32Array;
        if (i % 5 === 0) for (let j = 0; j < 5000; j++) add(growing, own);
        expect((await search(scanners, growing, own, slots, 1))[0]).toEqual([i * 100, 0]);
      });
      await Promise.all(asking);
    });
  });

  it('include all that are as near as the last', async () => {
    const same = rowsOf(
      Array.from({ length: 40_000 }, (_, i) => Float32Array.of(i % 4 === 0 ? 1 : 2, ...noise(31, 5))),
    );
    await withScanners(async (scanners) => {
      const found = await search(scanners, same, Float32Array.of(0, ...noise(31, 5)), all(40_000), 3);
      expect(found.map(([slot]) => slot)).toEqual(Array.from({ length: 10_000 }, (_, i) => i * 4));
      expect(new Set(found.map(([, square]) => square))).toEqual(new Set([1]));
    });
  });

  it.each([
    ['large', 3e38],
    ['small', 1e-44],
    ['larger than the square of 32-bit floats', 1e25],
    ['smaller', 1e-30],
  ])('are right where numbers are %s', async (_, scale) => {
    const odd = rowsOf([4, 1, 3, 2].map((x) => Float32Array.of((x / 4) * scale, 0)));
    await withScanners(async (scanners) => {
      const found = await search(scanners, odd, Float32Array.of(-scale, 0), all(4), 3);
      expect(found.map(([slot]) => slot)).toEqual([1, 3, 2]);
      expect(found.every(([, square]) => Number.isFinite(square) && square > 0)).toBe(true);
    });
  });

  it('are found in several blocks', async () => {
    const wide = 1_000_000;
    const { rowsPerBlock } = packedGeometryOf(wide);
    const many = createVectorRows(wide, true);
    // The other numbers are zeros.
    const copy = new Uint8Array(64);
    for (let i = 0; i < rowsPerBlock + 2; i++) {
      writeCopy(Float32Array.of(i + 1), copy);
      many.add(copy, new Uint8Array(Float32Array.of(i + 1).buffer));
    }
    expect(many.floats?.packed.list).toHaveLength(2);
    await withScanners(async (scanners) => {
      const found = await search(
        scanners,
        many,
        new Float32Array(wide),
        all(rowsPerBlock + 2).slice(rowsPerBlock - 1),
        2,
      );
      expect(found).toEqual([
        [rowsPerBlock - 1, rowsPerBlock ** 2],
        [rowsPerBlock, (rowsPerBlock + 1) ** 2],
      ]);
    });
    expect(() => createVectorRows(wide + 1, true)).toThrow(/1000001/);
  });
});

describe('slots', () => {
  it('are taken again', () => {
    const rows = rowsOf([Float32Array.of(1, 2), Float32Array.of(3, 4)]);
    rows.remove(0);
    expect([rows.used, rows.free]).toEqual([1, 1]);
    expect(add(rows, Float32Array.of(5, 6))).toBe(0);
    expect([...rows.read(0), ...rows.read(1)]).toEqual([5, 6, 3, 4]);
    expect([rows.used, rows.free]).toEqual([2, 0]);
  });
});
