/** Packed rows give back the bits that were put in, whatever they are. */
import { afterAll, describe, expect, it } from '@jest/globals';
import { systemClock } from '../../../workers/base/ports.js';
import {
  broughtRows,
  copyGeometryOf,
  copyHeadBytes,
  packedGeometryOf,
} from '../../../workers/vectors/local/scan/geometry.js';
import { pack, placeIn, unpack, wordsFor } from '../../../workers/vectors/local/scan/packed-row.js';
import { writeCopy } from '../../../workers/vectors/local/scan/row-copy.js';
import { createScanners } from '../../../workers/vectors/local/scan/scanners.js';
import { newScratch, type Scratch } from '../../../workers/vectors/local/scan/scratch.js';
import { openLocalStore } from '../../../workers/vectors/local/store.js';
import { createVectorRows, type VectorRows } from '../../../workers/vectors/local/vector-rows.js';
import { temporaryFolders } from '../../support/folder.js';
import { times } from '../../support/times.js';
import { even, kinds, random } from './odd-vectors.js';
import { record } from './record.js';

const folders = temporaryFolders();

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);
const bitsOf = (floats: Float32Array): Uint32Array => new Uint32Array(bytesOf(floats).slice().buffer);
const fromBits = (bits: readonly number[]): Float32Array => new Float32Array(Uint32Array.from(bits).buffer);

interface Row {
  copy: Uint8Array;
  floats: Float32Array;
}

function rowOf(floats: Float32Array): Row {
  const copy = new Uint8Array(copyGeometryOf(floats.length).rowBytes);
  writeCopy(floats, copy);
  return { copy, floats };
}

const scratches = new Map<string, Scratch>();
function scratchOf(dimension: number, plain: boolean): Scratch {
  const key = `${dimension} ${plain}`;
  const scratch = scratches.get(key) ?? newScratch(dimension, undefined, plain);
  scratches.set(key, scratch);
  return scratch;
}
afterAll(() => scratches.clear());

/** Packs rows of one dimension; those that can be packed must come back by all ways. Answers how many those are. */
function expectBack(rows: readonly Row[]): number {
  const dimension = rows[0]?.floats.length ?? 0;
  const { rowBytes } = packedGeometryOf(dimension);
  let packedRows = 0;
  const atOnce = broughtRows(dimension);
  for (let from = 0; from < rows.length; from += atOnce) {
    const some = rows.slice(from, from + atOnce).flatMap((row) => {
      const packed = new Uint8Array(rowBytes);
      if (pack(row.copy, bytesOf(row.floats), dimension, packed)) return [{ ...row, packed }];
      expect(packed.every((byte) => byte === 0)).toBe(true);
      return [];
    });
    packedRows += some.length;
    for (const { copy, floats, packed } of some) {
      expect(placeIn(packed, dimension)[0]).toBe(0);
      const back = new Float32Array(dimension);
      unpack(copy, packed, back);
      expect(bitsOf(back)).toEqual(bitsOf(floats));
    }
    for (const plain of [false, true]) {
      const scratch = scratchOf(dimension, plain);
      some.forEach(({ copy, packed }, i) => {
        scratch.copies.rows.set(copy, i * scratch.copies.geometry.rowBytes);
        scratch.packed.rows.set(packed, i * scratch.packed.geometry.rowBytes);
      });
      scratch.unpack(some.length);
      some.forEach(({ floats }, i) => {
        const whole = scratch.floats.rows.slice(
          i * scratch.floats.geometry.rowBytes,
          (i + 1) * scratch.floats.geometry.rowBytes,
        );
        expect(new Uint32Array(whole.buffer, 0, dimension)).toEqual(bitsOf(floats));
        expect(whole.subarray(dimension * 4).every((byte) => byte === 0)).toBe(true);
      });
    }
  }
  return packedRows;
}

describe('a packed row', () => {
  it.each(Object.entries(kinds))('gives back the bits of vectors that are %s', (_, make) => {
    for (const dimension of [1, 3, 15, 16, 17, 31, 32, 33, 100, 384])
      expectBack(Array.from({ length: 40 }, (_unused, i) => rowOf(make(dimension, i))));
  });

  it('is of nearly all vectors that are spread evenly, and smaller than they are', () => {
    for (const dimension of [64, 384, 1024, 4096]) {
      const rows = Array.from({ length: 100 }, (_, i) => rowOf(even(dimension, i)));
      expect(expectBack(rows)).toBeGreaterThan(95);
      const bytes = packedGeometryOf(dimension).rowBytes + copyGeometryOf(dimension).rowBytes;
      expect(bytes / (dimension * 4)).toBeLessThan(dimension < 384 ? 1.3 : 1.09);
    }
  });

  it('is of numbers of every size, and of each beside their largest', () => {
    const next = random(7);
    const mantissa = (): number => [0, 1, 0x7fffff, Math.floor(next() * 0x800000)][Math.floor(next() * 4)] as number;
    let packed = 0;
    for (let exponent = 0; exponent < 255; exponent++) {
      const largest = fromBits([exponent * 0x800000 + mantissa()])[0] as number;
      // Each of the numbers of a copy, and between them.
      const near = Float32Array.from({ length: 384 }, (_, i) =>
        i === 5
          ? largest
          : largest * ((Math.floor(next() * 255) - 127) / 127 + (i % 3 === 0 ? 0 : (next() - 0.5) / 127)),
      );
      const any = fromBits(
        Array.from(
          { length: 384 },
          () => (next() < 0.5 ? 0x80000000 : 0) + Math.floor(next() * (exponent + 1)) * 0x800000 + mantissa(),
        ),
      );
      packed += expectBack([rowOf(near), rowOf(any)]);
    }
    expect(packed).toBeGreaterThan(200);
  });

  it(`is of any bits beside any copy, ${times(3000, 300_000)} times`, () => {
    const next = random(11);
    const dimension = 48;
    const room = packedGeometryOf(dimension).rowBytes / 4 - (dimension * 3) / 4 - 1;
    const edges = [0, 1, -1, 2 ** 23 - 1, -(2 ** 23) + 1, 0x7fff, 0x8000, -0x8000, 0xffff, -(2 ** 23) + 0x10000];
    const rows = Array.from({ length: times(3000, 300_000) }, (): Row => {
      const copy = new Uint8Array(copyGeometryOf(dimension).rowBytes);
      const scale = 2 ** (Math.floor(next() * 280) - 156) * (1 + next());
      new DataView(copy.buffer).setFloat64(0, Math.min(scale, 3e38), true);
      const numbers = new Int8Array(copy.buffer, copyHeadBytes, dimension).map(() => Math.floor(next() * 255) - 127);
      new Int8Array(copy.buffer, copyHeadBytes, dimension).set(numbers);
      const foretold = bitsOf(Float32Array.from(numbers, (number) => number * Math.fround(Math.min(scale, 3e38))));
      const bits = Array.from(foretold, (own) => {
        const rest =
          next() < 0.5 ? edges[Math.floor(next() * edges.length)] : Math.floor((next() - 0.5) * (2 ** 24 - 2));
        return (own + (rest as number)) >>> 0;
      });
      // What is 2²³ less is the mark, and needs an escape as what is anything.
      for (let i = 0; i < room; i++) {
        const at = Math.floor(next() * dimension);
        bits[at] = i % 2 === 0 ? ((foretold[at] as number) - 2 ** 23) >>> 0 : Math.floor(next() * 2 ** 32);
      }
      return { copy, floats: fromBits(bits) };
    });
    expect(expectBack(rows)).toBe(rows.length);
  });

  it('has room for some escapes, and not for one more', () => {
    const dimension = 384;
    const room = 23;
    // Far too small for their copies, which are 0.
    const withSmall = (count: number): Row =>
      rowOf(even(dimension, 3).map((x, i) => (i < count ? 1e-9 : Math.sign(x) / 2)));
    expect(expectBack([withSmall(room)])).toBe(1);
    expect(expectBack([withSmall(room + 1)])).toBe(0);
  });
});

/** Cannot be packed. */
const led = (dimension: number, i: number): Float32Array =>
  even(dimension, i).map((x, at) => (at === i % dimension ? 1e6 + i : x));

function add(rows: VectorRows, floats: Float32Array): number {
  return rows.add(rowOf(floats).copy, bytesOf(floats));
}

/** Numbers of a usual size of 1 (normally spread), but for one. */
const outlying = (dimension: number, i: number, size: number): Float32Array => {
  const next = random(i);
  const usual = Float32Array.from({ length: dimension }, () => {
    let sum = -6;
    for (let n = 0; n < 12; n++) sum += next();
    return sum;
  });
  usual[i % dimension] = size;
  return usual;
};

describe('rows of which one number is far from all others', () => {
  const dimension = 384;
  const rowsWith = (size: number): Row[] => Array.from({ length: 300 }, (_, i) => rowOf(outlying(dimension, i, size)));
  const wordsOf = (rows: readonly Row[]): number => wordsFor(dimension, rows.length, (at) => (rows[at] as Row).copy);

  it.each([
    [3, 24],
    [25, 48],
    [50, 96],
    [100, 192],
    [1000, 24],
  ])('have as many words as most of them need: %i times as large, %i words', (size, words) => {
    const all = rowsWith(size);
    expect(wordsOf(all)).toBe(words);
    const rows = createVectorRows(dimension, true, words);
    all.forEach(({ floats }) => add(rows, floats));
    all.forEach(({ floats }, slot) => expect(bitsOf(rows.read(slot))).toEqual(bitsOf(floats)));
    const kept = all.filter((_, slot) => placeIn(rows.floats?.packed.row(slot) as Uint8Array, dimension)[0] !== 0);
    if (size < 1000) expect(kept.length).toBeLessThan(15);
    else expect(kept.length).toBe(300);
  });

  it('have the usual words where there are none', () => expect(wordsOf([])).toBe(24));

  it('are found as they are, put in anew and read after a start', async () => {
    const vectors = Array.from({ length: 60 }, (_, i) => outlying(dimension, i, 40));
    const folder = await folders();
    for (const isFirst of [true, false]) {
      const store = openLocalStore(folder);
      const papers = await store.collection('papers');
      if (isFirst) await papers.upsert(vectors.map((vector, i) => record(`r${i}`, vector)));
      await papers.updateMetadata(new Map());
      for (const [i, vector] of vectors.entries()) {
        expect(await papers.nearest(vector, { limit: 1 })).toEqual([{ id: `r${i}`, distance: 0 }]);
        const [got] = await papers.get([`r${i}`], { embeddings: true });
        expect(bitsOf(Float32Array.from(got?.embedding ?? []))).toEqual(bitsOf(vector));
      }
      await store.close();
    }
  });
});

describe('rows that cannot be packed', () => {
  const dimension = 100;
  const mixed = Array.from({ length: 50 }, (_, i) => (i % 3 === 0 ? led(dimension, i) : even(dimension, i)));

  it('are kept as they are, beside others, and go with their slots', () => {
    const rows = createVectorRows(dimension, true);
    mixed.forEach((vector) => add(rows, vector));
    expect(rows.floats?.whole.list).toHaveLength(1);
    mixed.forEach((vector, slot) => expect(bitsOf(rows.read(slot))).toEqual(bitsOf(vector)));
    for (const slot of [0, 1, 3, 4]) rows.remove(slot);
    // One comes where the other kind was.
    const anew = [led(dimension, 60), even(dimension, 61), led(dimension, 62), even(dimension, 63)];
    const slots = anew.map((vector) => add(rows, vector));
    expect([...slots].sort((a, b) => a - b)).toEqual([0, 1, 3, 4]);
    anew.forEach((vector, i) => expect(bitsOf(rows.read(slots[i] as number))).toEqual(bitsOf(vector)));
    for (const slot of [2, 6, 9]) expect(bitsOf(rows.read(slot))).toEqual(bitsOf(mixed[slot] as Float32Array));
  });

  it('take no more memory however often they are replaced', () => {
    const rows = createVectorRows(dimension, true);
    const sizeOf = (): number | undefined => rows.floats?.whole.list[0]?.memory.buffer.byteLength;
    add(rows, led(dimension, 0));
    const before = sizeOf();
    for (let i = 1; i < 30_000; i++) {
      rows.remove(0);
      add(rows, led(dimension, 1));
    }
    expect(sizeOf()).toBe(before);
    expect(bitsOf(rows.read(0))).toEqual(bitsOf(led(dimension, 1)));
  });

  it('come along where rows are packed anew', () => {
    const [wide, narrow] = [createVectorRows(dimension, true), createVectorRows(dimension, true)];
    mixed.forEach((vector) => add(wide, vector));
    const moved = [7, 3, 0, 49, 48].map((slot) => [slot, narrow.addFrom(wide, slot)] as const);
    for (const [from, to] of moved) expect(bitsOf(narrow.read(to))).toEqual(bitsOf(mixed[from] as Float32Array));
  });

  it.each([0, 2])('are found with the others (%i threads)', async (threads) => {
    const rows = createVectorRows(dimension, true);
    mixed.forEach((vector) => add(rows, vector));
    const scanners = createScanners(systemClock, () => threads);
    const slots = Uint32Array.from(mixed.keys()).filter((slot) => slot % 7 !== 2);
    for (const [slot, query] of mixed.entries()) {
      if (slot % 7 === 2) continue;
      for (const limit of [1, Infinity]) {
        const asked = { query, slots, limit, within: Infinity, onlyWhich: false, places: undefined };
        const { positions, squares } = await scanners.scan(rows, asked);
        const at = squares.indexOf(0);
        expect(slots[positions[at] as number]).toBe(slot);
      }
    }
    await scanners.close();
  });

  it('are there after a start, when all files were read', async () => {
    const folder = await folders();
    const records = mixed.map((vector, i) => record(`r${i}`, vector));
    for (const isFirst of [true, false]) {
      const store = openLocalStore(folder);
      const papers = await store.collection('papers');
      if (isFirst) await papers.upsert(records);
      // Waits for the reading.
      await papers.updateMetadata(new Map());
      const found = await papers.get(
        records.map(({ id }) => id),
        { embeddings: true },
      );
      found.forEach(({ embedding }, i) =>
        expect(bitsOf(Float32Array.from(embedding))).toEqual(bitsOf(mixed[i] as Float32Array)),
      );
      for (const i of [0, 1, 3])
        expect(await papers.nearest(mixed[i] as Float32Array, { limit: 1 })).toEqual([{ id: `r${i}`, distance: 0 }]);
      await store.close();
    }
  });
});
