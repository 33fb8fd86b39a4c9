import { describe, expect, it } from '@jest/globals';
import { glyphContours, type Contour } from '../../../workers/print/output/glyph-contours.js';
import { createTypesetter } from '../../../workers/print/text/typeset.js';
import type { TextRun } from '../../../workers/print/types.js';

const style = { size: 10, bold: false };
const typesetter = createTypesetter();
const runsOf = (text: string): TextRun[] => typesetter.line(text, style).runs;
const contoursOf = (text: string): Contour[] => runsOf(text).flatMap((run) => glyphContours(run, style));

/** Square millimetres, with the sign of the direction. */
const area = (contour: Contour): number =>
  contour.reduce((sum, [x, y], n) => {
    const [nx, ny] = contour[(n + 1) % contour.length] ?? [0, 0];
    return sum + (x * ny - nx * y) / 2;
  }, 0);
const bounds = (contours: Contour[]): { left: number; right: number; top: number; bottom: number } => {
  const points = contours.flat();
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
};

describe('glyph contours', () => {
  it('stand on the baseline, y downwards, as high as capitals are', () => {
    const { left, right, top, bottom } = bounds(contoursOf('H'));
    expect(bottom).toBeCloseTo(0, 6);
    // Noto Sans: capitals are 714 of 1000 units high.
    expect(top).toBeCloseTo(-7.14, 6);
    expect(left).toBeGreaterThan(0.5);
    expect(right).toBeLessThan(runsOf('H')[0]?.width ?? 0);
    expect(bounds(contoursOf('g')).bottom).toBeGreaterThan(1.5);
  });

  it('turn the other way around a hole', () => {
    const signs = contoursOf('O').map((contour) => Math.sign(area(contour)));
    expect(signs.length).toBe(2);
    expect(signs[0]).toBe(-(signs[1] ?? 0));
  });

  it('follow their curves to a hundredth of a millimetre', () => {
    const [outer = []] = contoursOf('O');
    for (const [n, [x, y]] of outer.entries()) {
      const [nx, ny] = outer[(n + 1) % outer.length] ?? [0, 0];
      expect(Math.hypot(nx - x, ny - y)).toBeLessThan(1);
    }
    const fine = glyphContours(runsOf('O')[0] as TextRun, { size: 100, bold: false });
    expect(Math.abs(area(fine[0] ?? []) / 100 - area(outer))).toBeLessThan(0.1);
    expect(fine.flat().length).toBeGreaterThan(2 * outer.length);
  });

  it('stand beside each other, whatever the direction', () => {
    const [first, second] = [bounds(contoursOf('H')), bounds(contoursOf('HH'))];
    expect(second.right - first.right).toBeCloseTo(runsOf('H')[0]?.width ?? 0, 1);
    // From right to left: lamed is the only letter that rises, alef follows to its left.
    const [run] = runsOf('לא');
    const alone = bounds(contoursOf('ל'));
    const together = glyphContours(run as TextRun, style);
    const tall = together.filter((contour) => bounds([contour]).top <= alone.top + 0.01);
    expect(bounds(tall).left).toBeGreaterThan(3);
  });

  it('count from the start of the line, so the runs of a line stand beside each other', () => {
    const [left, right] = runsOf('HHH שלום') as [TextRun, TextRun];
    expect(right.x).toBeGreaterThan(left.width);
    expect(bounds(glyphContours(left, style)).right).toBeLessThan(left.width);
    const { left: from, right: to } = bounds(glyphContours(right, style));
    expect(from).toBeGreaterThan(right.x);
    expect(to).toBeLessThan(right.x + right.width);
  });

  it('are none for blanks, and there for each kind of font', () => {
    expect(contoursOf(' ')).toEqual([]);
    for (const text of ['漢', '한', '😀', '★', 'ب', 'क', 'ก']) expect(contoursOf(text).length).toBeGreaterThan(0);
  });
});
