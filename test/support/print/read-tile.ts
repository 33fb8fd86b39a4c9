/**
 * Dots → digits → raw value → code: docs/oid.md, "Raw value → dots", read backwards. Knows nothing of the code that
 * draws patterns, so that a mistake there is not repeated here.
 */
import { codeOf } from '../../../workers/oid/codes.js';
import { type Bitmap, blank, eightAt, set, stamp } from './bitmap.js';

/** Dots of a tile in each direction. */
const side = 4;

/** Where the dots of a tile may be, in pixels. */
export interface Grid {
  cell: number;
  tile: number;
  dotSize: number;
  /** For each cell, row by row: the offsets, from the upper left corner of the tile, that its dot may have. */
  places: readonly (readonly Place[])[];
  /** The same without regard to cells. */
  all: readonly Place[];
}

export interface Place {
  x: number;
  y: number;
}

/** Signs of the shift of a data dot, by its digit. */
const shifts = [
  [1, 1],
  [-1, 1],
  [-1, -1],
  [1, -1],
] as const;

/** Undefined where dots of this size run into each other. */
export function gridOf(dpi: number, dotSize: number): Grid | undefined {
  const cell = Math.ceil(dpi / 100);
  const middle = Math.floor((cell - dotSize) / 2);
  if (middle < 1) return undefined;
  const places = Array.from({ length: side * side }, (_, dot) => {
    const [column, row] = [dot % side, Math.floor(dot / side)];
    const [x, y] = [column * cell + middle, row * cell + middle];
    if (column > 0 && row > 0)
      return shifts.map(([dx, dy]) => ({ x: x + dx * Math.ceil(dpi / 600), y: y + dy * Math.ceil(dpi / 600) }));
    return [column === 0 && row === 2 ? { x: x + Math.ceil(dpi / 400), y } : { x, y }];
  });
  return { cell, tile: side * cell, dotSize, places, all: places.flat() };
}

function isDotAt(bitmap: Bitmap, x: number, y: number, size: number): boolean {
  for (let row = 0; row < size; row++) if (eightAt(bitmap, x, y + row) >> (8 - size) !== (1 << size) - 1) return false;
  return true;
}

export interface Tile {
  code: number;
  /** Upper left pixels of its sixteen dots, from its upper left corner. */
  dots: readonly Place[];
}

/** The tile with its upper left corner here; undefined unless each of its dots is there and all of it makes a code. */
export function readTile(bitmap: Bitmap, left: number, top: number, { dotSize, places }: Grid): Tile | undefined {
  // The header dots first: they have one place each, and rule out nearly everything that is no tile.
  for (const choices of places)
    if (choices.length === 1 && !choices.every(({ x, y }) => isDotAt(bitmap, left + x, top + y, dotSize)))
      return undefined;
  const dots: Place[] = [];
  const digits: number[] = [];
  for (const [dot, choices] of places.entries()) {
    const found = choices.filter(({ x, y }) => isDotAt(bitmap, left + x, top + y, dotSize));
    const [only] = found;
    if (only === undefined || found.length > 1) return undefined;
    dots.push(only);
    // Digit 0 stands in the lower right corner, digit 8 is the ninth; the cells run the other way.
    if (choices.length > 1)
      digits[3 * (side - 1 - Math.floor(dot / side)) + (side - 1 - (dot % side))] = choices.indexOf(only);
  }
  const code = codeOfDigits(digits);
  return code === undefined ? undefined : { code, dots };
}

function codeOfDigits(digits: readonly number[]): number | undefined {
  const low = (...of: number[]): number => of.reduce((sum, i) => sum + (digits[i] ?? 0), 0) & 1;
  const ninth = (low(1, 4, 6, 7) << 1) | low(0, 2, 3, 5);
  if (digits[8] !== (ninth ^ 2)) return undefined;
  return codeOf(digits.slice(0, 8).reduceRight((raw, digit) => raw * 4 + digit, 0));
}

/** Draws a pattern as it should be, from the upper left corner of a rectangle, and only within that. */
export function drawTiles(
  onto: Bitmap,
  { dots }: Tile,
  { tile, dotSize }: Grid,
  area: { x: number; y: number; width: number; height: number },
): void {
  const band = blank(area.width, area.height);
  for (const dot of dots)
    for (let left = dot.x; left < area.width; left += tile)
      for (let y = dot.y; y < Math.min(dot.y + dotSize, tile, area.height); y++)
        for (let x = left; x < Math.min(left + dotSize, area.width); x++) set(band, x, y);
  // The lines below are those of the first tiles again.
  for (let at = tile * band.stride; at < band.rows.length; at += tile * band.stride)
    band.rows.copyWithin(at, 0, tile * band.stride);
  stamp(onto, band, area.x, area.y);
}
