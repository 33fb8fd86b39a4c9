/** Pages that the writer of patterns has made, seen by scanners of all kinds. */
import { describe, expect, it } from '@jest/globals';
import { readPage } from '../../../../workers/oid/read/read-page.js';
import { seededRandom } from '../../gme/random.js';
import { scanned, type Printed, type Scan } from './pages.js';

const codes = [920, 3944, 3945, 3946, 3947, 2663, 2047, 4022, 1, 992, 4715, 14_999];

/** A start field, and eleven of tracks: the smallest that are printed. */
const sheet = (dpi: number, dotSize = 2): Printed => ({
  dpi,
  dotSize,
  width: 62,
  height: 50,
  fields: codes.map((code, n) =>
    n === 0
      ? { code, x: 4, y: 4, width: 22.8, height: 22.8 }
      : {
          code,
          x: n < 5 ? 30 + ((n - 1) % 2) * 15 : 4 + ((n - 5) % 4) * 14,
          y: n < 5 ? 4 + Math.floor((n - 1) / 2) * 10 : 30 + Math.floor((n - 5) / 4) * 9,
          width: 10.8,
          height: 4.7,
        },
  ),
});

function read(printed: Printed, scan: Scan): { codes: number[]; page: ReturnType<typeof readPage> } {
  const page = readPage(scanned(printed, scan), scan.dpi);
  return { codes: page.fields.map(({ code }) => code).sort((a, b) => a - b), page };
}
const all = [...codes].sort((a, b) => a - b);

describe('all codes of a sheet', () => {
  const cases: [string, Printed, Scan][] = [
    ['at its own 600 dpi', sheet(600), { dpi: 600 }],
    ['of 1200 dpi at 600, turned', sheet(1200), { dpi: 600, turned: 1.3 }],
    ['turned by two degrees the other way', sheet(600), { dpi: 600, turned: -2 }],
    ['at 97 %', sheet(600), { dpi: 600, scale: 0.97 }],
    ['blurred', sheet(600), { dpi: 600, turned: 0.5, blur: 0.5 }],
    ['with 2 % noise, turned and enlarged', sheet(600), { dpi: 600, turned: 1, scale: 1.01, noise: 0.02 }],
    ['of 600 dpi at 300, turned', sheet(600), { dpi: 300, turned: 0.7 }],
  ];
  it.each(cases)('%s', (_, printed, scan) => {
    const { codes: found, page } = read(printed, scan);
    expect(found).toEqual(all);
    expect(page.unread).toEqual([]);
    expect(page.scale).toBeCloseTo(scan.scale ?? 1, 2);
    expect(page.angle).toBeCloseTo(scan.turned ?? 0, 0);
  });
});

it('each has its place', () => {
  const printed = sheet(600);
  const { page } = read(printed, { dpi: 600 });
  for (const { code, x, y, width, height } of page.fields) {
    const field = printed.fields.find((one) => one.code === code)!;
    const mm = [x, y, x + width, y + height].map((pixels) => (pixels * 25.4) / 600);
    const expected = [field.x, field.y, field.x + field.width, field.y + field.height];
    for (const [n, edge] of expected.entries()) expect(Math.abs((mm[n] ?? 0) - edge)).toBeLessThan(1.6);
  }
});

it('none on blank paper, on noise, or on lines', () => {
  const [width, height] = [800, 600];
  const random = seededRandom(5);
  const pages = [
    () => 255,
    () => (random(50) === 0 ? 0 : 255),
    () => random(256),
    (x: number, y: number) => (x % 6 === 0 || y % 6 === 0 ? 0 : 255),
    (x: number, y: number) => (x % 6 < 2 && y % 6 < 2 ? 0 : 255),
    (x: number, y: number) => 128 + 100 * Math.sin(x / 40) * Math.cos(y / 30),
  ];
  for (const shade of pages) {
    const pixels = Uint8Array.from({ length: width * height }, (_, at) => shade(at % width, Math.floor(at / width)));
    expect(readPage({ width, height, pixels }, 600).fields).toEqual([]);
  }
});
