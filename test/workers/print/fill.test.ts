import { describe, expect, it } from '@jest/globals';
import type { Bitmap } from '../../../workers/oid/pattern.js';
import { fill, fillSpan, type Contour } from '../../../workers/print/output/fill.js';
import { blank, get } from '../../support/print/bitmap.js';

const drawn = (bitmap: Bitmap): string[] =>
  Array.from({ length: bitmap.height }, (_, y) =>
    Array.from({ length: bitmap.width }, (_, x) => (get(bitmap, x, y) ? '#' : '.')).join(''),
  );
const filled = (width: number, height: number, ...contours: Contour[]): string[] => {
  const bitmap = blank(width, height);
  fill(bitmap, contours);
  return drawn(bitmap);
};
const box = (left: number, top: number, right: number, bottom: number): [number, number][] => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
];

describe('fillSpan', () => {
  it('blackens exactly its pixels, wherever they begin and end', () => {
    for (let from = -3; from < 30; from++) {
      for (let to = from; to < 34; to++) {
        const bitmap = blank(27, 3);
        fillSpan(bitmap, 1, from, to);
        const row = Array.from({ length: 27 }, (_, x) => (x >= from && x < to ? '#' : '.')).join('');
        expect(drawn(bitmap)).toEqual(['.'.repeat(27), row, '.'.repeat(27)]);
        // The rest of a row's last byte stays 0.
        expect((bitmap.rows[7] ?? 0) & 0x1f).toBe(0);
      }
    }
  });

  it('leaves out rows that are not there', () => {
    const bitmap = blank(16, 2);
    fillSpan(bitmap, -1, 0, 16);
    fillSpan(bitmap, 2, 0, 16);
    expect(bitmap.rows.every((byte) => byte === 0)).toBe(true);
  });
});

describe('fill', () => {
  it('blackens pixels whose centres lie inside', () => {
    expect(filled(6, 4, box(1, 1, 3, 3))).toEqual(['......', '.##...', '.##...', '......']);
    expect(filled(6, 4, box(1.4, 1.4, 3.6, 3.6))).toEqual(['......', '.###..', '.###..', '.###..']);
    expect(filled(6, 4, box(1.6, 1.6, 3.4, 2.4))).toEqual(['......', '......', '......', '......']);
  });

  it('shares an edge between two areas without gap and without overlap', () => {
    const both = blank(20, 20);
    const [one, two] = [blank(20, 20), blank(20, 20)];
    const triangles: Contour[] = [
      [
        [0, 0],
        [20, 0],
        [0, 20],
      ],
      [
        [20, 0],
        [20, 20],
        [0, 20],
      ],
    ];
    fill(both, triangles);
    expect(both.rows.filter((_, n) => n % 3 < 2).every((byte) => byte === 0xff)).toBe(true);
    fill(one, triangles.slice(0, 1));
    fill(two, triangles.slice(1));
    expect(one.rows.every((byte, n) => (byte & (two.rows[n] ?? 0)) === 0)).toBe(true);
  });

  it('leaves holes where an inner outline turns the other way, and none where it turns the same', () => {
    expect(filled(5, 5, box(0, 0, 5, 5), [...box(1, 1, 4, 4)].reverse())).toEqual([
      '#####',
      '#...#',
      '#...#',
      '#...#',
      '#####',
    ]);
    expect(filled(5, 5, box(0, 0, 5, 5), box(1, 1, 4, 4))).toEqual(Array.from({ length: 5 }, () => '#####'));
  });

  it('fills a circle as large as it is', () => {
    const circle = Array.from({ length: 360 }, (_, n): [number, number] => [
      100 + 90 * Math.cos((n * Math.PI) / 180),
      100 + 90 * Math.sin((n * Math.PI) / 180),
    ]);
    const black = filled(200, 200, circle).join('').replaceAll('.', '').length;
    expect(Math.abs(black / (Math.PI * 90 ** 2) - 1)).toBeLessThan(0.002);
  });

  it('cuts off at the edges', () => {
    expect(filled(4, 2, box(-1e9, -1e9, 1e9, 1e9))).toEqual(['####', '####']);
    expect(filled(4, 2, box(-9, -9, -1, -1), box(5, 5, 9, 9))).toEqual(['....', '....']);
  });
});
