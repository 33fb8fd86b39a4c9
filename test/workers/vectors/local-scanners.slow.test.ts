/** Scans in place and in threads: how many, with whom they share the event loop, and what broken files do to them. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../workers/base/ports.js';
import { DamagedRow, type Places } from '../../../workers/vectors/local/scan/disk-rows.js';
import { writeCopy } from '../../../workers/vectors/local/scan/row-copy.js';
import { createScanners, threadsFor, type Scanners } from '../../../workers/vectors/local/scan/scanners.js';
import { createVectorRows, type VectorRows } from '../../../workers/vectors/local/vector-rows.js';
import { temporaryFolders } from '../../support/folder.js';

const folders = temporaryFolders();
const dimension = 64;

/** Each has one number that is its own. */
const vectorOf = (i: number): Float32Array => new Float32Array(dimension).fill(1).map((x, at) => (at === 3 ? i : x));

function rowsOf(count: number, isInMemory: boolean): VectorRows {
  const rows = createVectorRows(dimension, isInMemory);
  const copy = new Uint8Array(rows.copies.geometry.rowBytes);
  for (let i = 0; i < count; i++) {
    const vector = vectorOf(i);
    writeCopy(vector, copy);
    rows.add(copy, isInMemory ? new Uint8Array(vector.buffer) : undefined);
  }
  return rows;
}

const all = (count: number): Uint32Array => Uint32Array.from({ length: count }, (_, i) => i);
const asked = (count: number, i: number, places?: Places) => ({
  ...{ query: vectorOf(i), slots: all(count), places },
  ...{ limit: 1, within: Infinity, onlyWhich: false },
});

/** Each file holds a few rows. */
async function placesOf(count: number, perFile: number): Promise<Places> {
  const folder = await folders();
  const files = Array.from({ length: Math.ceil(count / perFile) }, (_, i) => `${i}`);
  for (const [number, name] of files.entries()) {
    const own = Array.from({ length: perFile }, (_, i) => new Uint8Array(vectorOf(number * perFile + i).buffer));
    await writeFile(join(folder, name), Buffer.concat(own));
  }
  const file = all(count).map((i) => Math.floor(i / perFile));
  return { folder, files, file, offset: all(count).map((i) => (i % perFile) * dimension * 4) };
}

const opened: Scanners[] = [];
function scannersWith(threads: number): Scanners {
  const scanners = createScanners(systemClock, () => threads);
  opened.push(scanners);
  return scanners;
}
afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())));

it('a thread comes with so many bytes of copies, of which there are fewer where the floats are on the disk', () => {
  const cores = Math.min(availableParallelism(), 4);
  const MB = 1024 * 1024;
  expect([12 * MB - 1, 12 * MB, 24 * MB, 1e12].map((bytes) => threadsFor(bytes, true))).toEqual([
    0,
    1,
    Math.min(2, cores),
    cores,
  ]);
  expect([100 * MB - 1, 100 * MB, 1e12].map((bytes) => threadsFor(bytes, false))).toEqual([0, 1, cores]);
});

describe('scans in place', () => {
  const count = 1200_000;

  it('let others have the event loop', async () => {
    const rows = rowsOf(count, true);
    const scanners = scannersWith(0);
    let turns = 0;
    let isDone = false;
    const turn = (): void => void (isDone || (turns++, setImmediate(turn)));
    turn();
    // Nothing can be left out: this takes many slices.
    const { positions } = await scanners.scan(rows, { ...asked(count, 0), limit: Infinity });
    isDone = true;
    expect(positions).toHaveLength(count);
    expect(turns).toBeGreaterThan(5);
  });

  it('do not disturb each other', async () => {
    const rows = rowsOf(count, true);
    const scanners = scannersWith(0);
    const found = await Promise.all(
      [7, count - 7, 50_000].map((i) => scanners.scan(rows, asked(count, i)).then(({ positions }) => [...positions])),
    );
    expect(found).toEqual([[7], [count - 7], [50_000]]);
  });
});

describe.each([
  ['in place', 0],
  ['in threads', 2],
])('scans %s', (_, threads) => {
  it('read rows of more files than are open at once', async () => {
    const rows = rowsOf(300, false);
    const places = await placesOf(300, 10);
    const scanners = scannersWith(threads);
    const { positions, squares } = await scanners.scan(rows, { ...asked(300, 0, places), limit: Infinity });
    expect([...positions].sort((a, b) => a - b)).toEqual([...all(300)]);
    expect([...squares].sort((a, b) => a - b)).toEqual(Array.from(all(300), (i) => i ** 2));
  });

  it.each([
    ['is gone', (file: string) => rm(file)],
    ['has ended too early', (file: string) => writeFile(file, new Uint8Array(dimension * 4 * 7))],
    ['holds other numbers', (file: string) => writeFile(file, new Uint8Array(dimension * 4 * 10).fill(7))],
  ])('name the file that %s, and go on with others', async (_what, spoil) => {
    const rows = rowsOf(40, false);
    const places = await placesOf(40, 10);
    const scanners = scannersWith(threads);
    await spoil(join(places.folder, '2'));
    const whole = { ...asked(40, 29, places), limit: Infinity };
    await expect(scanners.scan(rows, whole)).rejects.toThrow(DamagedRow);
    await expect(scanners.scan(rows, whole)).rejects.toMatchObject({ file: '2' });
    // Each part names its own nearest.
    expect([...(await scanners.scan(rows, asked(20, 5, places))).positions]).toContain(5);
  });

  it('go on after a rest', async () => {
    const rows = rowsOf(100, true);
    const scanners = scannersWith(threads);
    for (const i of [1, 2]) {
      expect([...(await scanners.scan(rows, asked(100, i))).positions]).toContain(i);
      await scanners.rest();
    }
  });
});

it('a scan has the threads that it needs, and more come when another needs them', async () => {
  let wanted = 1;
  const scanners = createScanners(systemClock, () => wanted);
  opened.push(scanners);
  const rows = rowsOf(200_000, true);
  // Each that has scanned anything names its own nearest; who is late may find nothing left.
  for (const threads of [1, 2, 0]) {
    wanted = threads;
    let most = 0;
    for (let n = 0; n < 100 && most < Math.max(threads, 1); n++) {
      const { positions } = await scanners.scan(rows, asked(200_000, n));
      expect([...positions]).toContain(n);
      most = Math.max(most, positions.length);
    }
    expect(most).toBe(Math.max(threads, 1));
  }
  wanted = 4;
  const many = await Promise.all([1, 2, 3].map((i) => scanners.scan(rows, asked(200_000, i))));
  many.forEach(({ positions }, n) => expect([...positions]).toContain(n + 1));
});

it('what is still being scanned in threads at the end is refused', async () => {
  const scanners = createScanners(systemClock, () => 2);
  const scan = scanners.scan(rowsOf(100, true), asked(100, 1));
  const refused = expect(scan).rejects.toThrow(/threads? that scans? w(as|ere) ended/);
  await scanners.close();
  await refused;
});
