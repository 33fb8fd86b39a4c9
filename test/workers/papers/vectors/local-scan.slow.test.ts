import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Block } from '../../../../workers/papers/vectors/local/block.js';
import { scan } from '../../../../workers/papers/vectors/local/scan.js';
import { blockOf } from './exact-squares.js';

it('the kernel is compiled from the source beside it', () => {
  const script = fileURLToPath(new URL('../../../../workers/papers/vectors/local/compile-kernel.mjs', import.meta.url));
  expect(() => execFileSync(process.execPath, [script, '--check'], { stdio: 'pipe' })).not.toThrow();
});

const nearest = (block: Block, query: Float32Array, from: number, to: number, limit: number): [number, number][] => {
  const { rows, squares } = scan(block, { query, rows: null, from, to, limit, within: Infinity });
  return Array.from(rows, (row, i): [number, number] => [row, squares[i] as number]).sort(
    (a, b) => a[1] - b[1] || a[0] - b[0],
  );
};

describe('a scan', () => {
  it('includes all rows that are as near as the last', () => {
    const same = blockOf(Array.from({ length: 4000 }, (_, i) => Float32Array.of(i % 4 === 0 ? 1 : 2, 5, 5)));
    const found = nearest(same, Float32Array.of(0, 5, 5), 0, 4000, 3);
    expect(found).toEqual(Array.from({ length: 1000 }, (_, i) => [i * 4, 1]));
  });

  it.each([
    ['large', 3e38],
    ['small', 1e-44],
    ['larger than the square of 32-bit floats', 1e25],
    ['smaller', 1e-30],
  ])('is right if numbers are %s', (_, scale) => {
    const odd = blockOf([4, 1, 3, 2].map((x) => Float32Array.of((x / 4) * scale, 0)));
    const found = nearest(odd, Float32Array.of(-scale, 0), 0, 4, 3);
    expect(found.map(([row]) => row)).toEqual([1, 3, 2]);
    expect(found.every(([, square]) => Number.isFinite(square) && square > 0)).toBe(true);
  });

  it('finds rows in several chunks, and after the memory has grown', () => {
    const dimension = 100_000;
    const block = new Block(dimension);
    const rows = block.rowsPerChunk * 3 + 2;
    for (let row = 0; row < rows; row++) {
      block.reserve(row + 1);
      const vector = new Float32Array(dimension);
      vector[0] = row + 1;
      block.put(row, new Uint8Array(vector.buffer));
      expect(nearest(block, new Float32Array(dimension), 0, row + 1, 1)).toEqual([[0, 1]]);
    }
    expect(nearest(block, new Float32Array(dimension), rows - 3, rows, 2)).toEqual([
      [rows - 3, (rows - 2) ** 2],
      [rows - 2, (rows - 1) ** 2],
    ]);
  });
});

it('a block refuses more than it can hold, with the way out', () => {
  expect(() => new Block(1_000_001)).toThrow(/1000001/);
  expect(() => new Block(384).reserve(5_000_000)).toThrow(/4 GiB.*pgvector/);
});
