/** Draws dot patterns as bitmaps (docs/oid.md, "Raw value → dots"). */
import { badFields } from '../base/errors.js';
import { rawOf } from './codes.js';
import { digitPlace, digitShifts, digitsOf, shiftedHeader, tileSide } from './tile.js';
import { say, type Words } from '../base/language/sentence.js';

export interface PatternSize {
  /** Millimetres. */
  width: number;
  height: number;
}

export interface Resolution {
  /** Pixels per inch, 300–2400. */
  dpi: number;
  /** Width and height of a dot in pixels, 1–4. */
  dotSize: number;
}

/** One bit per pixel. */
export interface Bitmap {
  /** Pixels. */
  width: number;
  height: number;
  /** Bytes per row: pixels start at the highest bit; unused bits of the last byte are 0. */
  stride: number;
  /** 1 is black. */
  rows: Uint8Array;
}

const range = { dpi: [300, 2400], dotSize: [1, 4], mm: [0.1, 500] } as const;

/** Pixels per cell; a tile has 4 × 4 cells. */
export const cellOf = (dpi: number): number => Math.ceil(dpi / 100);

/** Converts millimetres to pixels. */
export const pixelsOf = (mm: number, dpi: number): number => Math.round((mm * dpi) / 25.4);

/** Returns error sentences by field (`size`, `dpi`, `pixel_size`); empty if all values are valid. */
export function patternProblems({ width, height }: PatternSize, { dpi, dotSize }: Resolution): Record<string, Words> {
  const problems: Record<string, Words> = {};
  for (const mm of [width, height]) {
    if (!(mm >= range.mm[0] && mm <= range.mm[1]))
      problems['size'] = say('wrong.mm', { from: range.mm[0], to: range.mm[1], mm });
  }
  if (!Number.isInteger(dpi) || dpi < range.dpi[0] || dpi > range.dpi[1]) problems['dpi'] = notWithin(range.dpi, dpi);
  else if (!Number.isInteger(dotSize) || dotSize < range.dotSize[0] || dotSize > range.dotSize[1]) {
    problems['pixel_size'] = notWithin(range.dotSize, dotSize);
  } else if (Math.floor((cellOf(dpi) - dotSize) / 2) < 1) {
    problems['pixel_size'] = say('wrong.dots', { dotSize, dpi: String(dpi) });
  }
  return problems;
}

const notWithin = ([min, max]: readonly [number, number], value: number): Words =>
  say('wrong.must', {
    expected: say('wrong.whole_number', { min: String(min), max: String(max) }),
    value: String(value),
  });

/** Returns the upper left pixels of the sixteen dots of a tile. */
export function dotsOf(code: number, { dpi, dotSize }: Resolution): { x: number; y: number }[] {
  const cell = cellOf(dpi);
  const middle = Math.floor((cell - dotSize) / 2);
  const shift = Math.ceil(dpi / 600);
  const shifts = new Map<string, readonly [number, number]>();
  shifts.set(`${shiftedHeader.x} ${shiftedHeader.y}`, [Math.ceil(dpi / 400), 0]);
  const digits = digitsOf(rawOf(code));
  // The ninth digit is printed inverted; the rule of codes uses it unchanged.
  digits[8] = (digits[8] ?? 0) ^ 2;
  for (const [i, digit] of digits.entries()) {
    const { x, y } = digitPlace(i);
    const [dx, dy] = digitShifts[digit] ?? [0, 0];
    shifts.set(`${x} ${y}`, [dx * shift, dy * shift]);
  }
  return Array.from({ length: tileSide * tileSide }, (_, dot) => {
    const [column, row] = [dot % tileSide, Math.floor(dot / tileSide)];
    const [dx, dy] = shifts.get(`${column} ${row}`) ?? [0, 0];
    return { x: column * cell + middle + dx, y: row * cell + middle + dy };
  });
}

/** The first rows of a pattern; the others repeat them. */
export interface PatternRows extends Bitmap {
  /** Number of rows in `rows`: those of one tile, or all rows of a lower pattern. Row y is row y mod period. */
  period: number;
}

/**
 * Draws the pattern of a code over an area, from its upper left corner, as the rows of one tile. So memory does not
 * grow with the height.
 * Throws TonstiftError `bad_field` for a value out of range, before it allocates memory.
 */
export function patternRows(code: number, size: PatternSize, resolution: Resolution): PatternRows {
  const problems = patternProblems(size, resolution);
  if (Object.keys(problems).length > 0) throw badFields(problems);
  const { dpi, dotSize } = resolution;
  const [width, height] = [pixelsOf(size.width, dpi), pixelsOf(size.height, dpi)];
  const stride = Math.ceil(width / 8);
  const tile = tileSide * cellOf(dpi);
  const period = Math.min(tile, height);
  const rows = new Uint8Array(stride * period);
  for (const dot of dotsOf(code, resolution)) {
    for (let y = dot.y; y < Math.min(dot.y + dotSize, period); y++) {
      const row = rows.subarray(y * stride, (y + 1) * stride);
      for (let left = dot.x; left < width; left += tile) {
        for (let x = left; x < Math.min(left + dotSize, width); x++)
          row[x >> 3] = (row[x >> 3] ?? 0) | (0x80 >> (x & 7));
      }
    }
  }
  return { width, height, stride, rows, period };
}
