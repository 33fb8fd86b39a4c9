/** Converts text to outlines, for code that fills pixels without a PDF. */
import type { PathCommand } from 'fontkit';
import { openFont, pieces, shape } from '../fonts/open-fonts.js';
import type { TextRun, TextStyle } from '../types.js';

/** A closed polygon; the last point connects to the first. Millimetres, y downwards. */
export type Contour = [x: number, y: number][];

/** Maximum distance of a chord from its curve, in millimetres: half a pixel at 1200 dpi. */
const tolerance = 0.01;

/**
 * Number of chords that approximate a curve within the tolerance. (x, y) is the second difference of its control
 * points; `factor` depends on its degree.
 */
const chords = (x: number, y: number, factor: number): number =>
  Math.max(1, Math.ceil(Math.sqrt((Math.hypot(x, y) * factor) / tolerance)));

/** @param place converts font units to millimetres */
function flattened(commands: readonly PathCommand[], place: (x: number, y: number) => [number, number]): Contour[] {
  const contours: Contour[] = [];
  let contour: Contour = [];
  for (const { command, args } of commands) {
    const points: [number, number][] = [];
    for (let n = 0; n + 1 < args.length; n += 2) points.push(place(args[n] ?? 0, args[n + 1] ?? 0));
    const [a = [0, 0], b = [0, 0], c = [0, 0]] = points;
    const [x0, y0] = contour.at(-1) ?? a;
    if (command === 'moveTo') {
      contour = [a];
      contours.push(contour);
    } else if (command === 'lineTo') {
      contour.push(a);
    } else if (command === 'quadraticCurveTo') {
      const count = chords(x0 - 2 * a[0] + b[0], y0 - 2 * a[1] + b[1], 1 / 4);
      for (let n = 1; n <= count; n++) {
        const [t, s] = [n / count, 1 - n / count];
        contour.push([s * s * x0 + 2 * s * t * a[0] + t * t * b[0], s * s * y0 + 2 * s * t * a[1] + t * t * b[1]]);
      }
    } else if (command === 'bezierCurveTo') {
      const count = Math.max(
        chords(x0 - 2 * a[0] + b[0], y0 - 2 * a[1] + b[1], 3 / 4),
        chords(a[0] - 2 * b[0] + c[0], a[1] - 2 * b[1] + c[1], 3 / 4),
      );
      for (let n = 1; n <= count; n++) {
        const [t, s] = [n / count, 1 - n / count];
        const at = (k: 0 | 1, from: number): number =>
          s ** 3 * from + 3 * s * s * t * a[k] + 3 * s * t * t * b[k] + t ** 3 * c[k];
        contour.push([at(0, x0), at(1, y0)]);
      }
    }
  }
  return contours.filter((one) => one.length > 2);
}

/**
 * Returns the outlines of a run relative to the start of its line (they include `run.x`) on the baseline. Fill them by
 * the nonzero winding rule: outlines of one glyph may overlap.
 */
export function glyphContours(run: TextRun, { size, bold }: TextStyle): Contour[] {
  const font = openFont(run.font, bold);
  const scale = size / font.unitsPerEm;
  const contours: Contour[] = [];
  let pen = run.x / scale;
  for (const piece of pieces(run.text)) {
    const shaped = shape(piece, run.font, bold);
    for (const [n, glyph] of shaped?.glyphs.entries() ?? []) {
      const { xAdvance, xOffset, yOffset } = shaped?.positions[n] ?? { xAdvance: 0, xOffset: 0, yOffset: 0 };
      const left = pen + xOffset;
      contours.push(...flattened(glyph.path.commands, (x, y) => [(left + x) * scale, -(yOffset + y) * scale]));
      pen += xAdvance;
    }
  }
  return contours;
}
