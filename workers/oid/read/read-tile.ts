/**
 * Averages all tiles of a region to find the mean position of each of the sixteen dots. Ink that belongs to no dot is
 * spread evenly, so it shifts none of them to one side.
 */
import { codeOf } from '../codes.js';
import { digitPlace, digitShifts, ninthDigit, shiftedHeader, tileSide } from '../tile.js';
import type { GreyImage, Ink } from './ink.js';
import type { Region } from './regions.js';

// Called for each pixel. In a separate context, as in tests, each lookup of a global is slow.
const { abs, floor, min, round } = Math;

/** Distance of a dot from the centre of its cell, in cells, to the right and down. */
interface Shift {
  readonly x: number;
  readonly y: number;
}

export interface ReadTile {
  readonly code: number;
  /** 0 is a perfect match; from 0.5 on the code may be chance. */
  readonly doubt: number;
  /** Clockwise rotation of the page, in quarter turns. */
  readonly quarters: number;
}

/**
 * Sums over the region for each of the sixteen cells of a tile, from an arbitrary first cell: of the ink, and of its
 * position.
 */
function tileSums({ x, y, weight, starts }: Ink, { buckets, rows, columns }: Region): Float64Array {
  const sums = new Float64Array(tileSide * tileSide * 3);
  for (const bucket of buckets) {
    const to = starts[bucket + 1] as number;
    for (let at = starts[bucket] as number; at < to; at++) {
      const [px, py, w] = [x[at] as number, y[at] as number, weight[at] as number];
      const across = rows.at + rows.x * px + rows.y * py;
      const down = columns.at + columns.x * px + columns.y * py;
      const [column, row] = [round(across), round(down)];
      // The lower bits are the remainder modulo a power of two, also for negative numbers.
      const sum = 3 * ((row & (tileSide - 1)) * tileSide + (column & (tileSide - 1)));
      sums[sum] = (sums[sum] as number) + w;
      sums[sum + 1] = (sums[sum + 1] as number) + w * (across - column);
      sums[sum + 2] = (sums[sum + 2] as number) + w * (down - row);
    }
  }
  return sums;
}

/**
 * Same sums over all shades of the picture within the region. Dots that are too pale to count as ink, or that touch,
 * still have the right mean position. Slower, and sensitive to anything else printed there.
 */
function shadeSums(
  { width, height, pixels }: GreyImage,
  { columns: across, side, starts }: Ink,
  region: Region,
): Float64Array {
  const { buckets, rows, columns } = region;
  const sums = new Float64Array(tileSide * tileSide * 3);
  const all = new Set(buckets);
  const inkOf = (n: number): number => (starts[n + 1] as number) - (starts[n] as number);
  const usual = buckets.map(inkOf).sort((a, b) => a - b)[buckets.length >> 1] as number;
  for (const bucket of buckets) {
    const isInner = [-across, -1, 0, 1, across].every((to) => all.has(bucket + to) && 2 * inkOf(bucket + to) > usual);
    if (!isInner) continue;
    const [left, top] = [(bucket % across) * side, floor(bucket / across) * side];
    for (let y = top; y < min(height, top + side); y++)
      for (let x = left; x < min(width, left + side); x++) {
        const w = 255 - (pixels[y * width + x] as number);
        if (w === 0) continue;
        const right = rows.at + rows.x * x + rows.y * y;
        const down = columns.at + columns.x * x + columns.y * y;
        const [column, row] = [round(right), round(down)];
        const sum = 3 * ((row & (tileSide - 1)) * tileSide + (column & (tileSide - 1)));
        sums[sum] = (sums[sum] as number) + w;
        sums[sum + 1] = (sums[sum + 1] as number) + w * (right - column);
        sums[sum + 2] = (sums[sum + 2] as number) + w * (down - row);
      }
  }
  return sums;
}

/** Returns the sixteen mean shifts, row by row; undefined if a cell of the tile is empty. */
function meanShifts(sums: Float64Array): Shift[] | undefined {
  const shifts: Shift[] = [];
  for (let at = 0; at < sums.length; at += 3) {
    const weight = sums[at] as number;
    if (weight === 0) return undefined;
    shifts.push({ x: (sums[at + 1] as number) / weight, y: (sums[at + 2] as number) / weight });
  }
  return shifts;
}

const modulo = (n: number): number => ((n % tileSide) + tileSide) % tileSide;

/** Turns a tile and its shifts to the left by a quarter turn. */
const turned = (shifts: readonly Shift[]): Shift[] =>
  shifts.map((_, at) => {
    const [row, column] = [floor(at / tileSide), at % tileSide];
    const from = shifts[column * tileSide + (tileSide - 1 - row)] as Shift;
    return { x: from.y, y: -from.x };
  });

/** Minimum shift of a data dot, in cells. A halftone has dots too, but they are not shifted. */
const leastShift = 0.015;
const mostDoubt = 0.5;

/** With less doubt, the slower second method is skipped. */
const littleDoubt = 0.15;

/**
 * Reads the code of a region at any rotation of the page.
 * @param image the picture of the ink
 * @returns `unshifted` for a lattice without shifts, such as a printed picture; `unread` if the shifts encode no code
 */
export function readTile(image: GreyImage, ink: Ink, region: Region): ReadTile | 'unshifted' | 'unread' {
  const shifts = meanShifts(tileSums(ink, region));
  if (shifts !== undefined && meanOf(shifts.flatMap(({ x, y }) => [abs(x), abs(y)])) < leastShift / 2)
    return 'unshifted';
  const ofInk = shifts === undefined ? undefined : readShifts(shifts);
  if (ofInk !== undefined && ofInk.doubt < littleDoubt) return ofInk;
  const shades = meanShifts(shadeSums(image, ink, region));
  const ofShades = shades === undefined ? undefined : readShifts(shades);
  if (ofInk === undefined || ofShades === undefined) return ofInk ?? ofShades ?? 'unread';
  return ofShades.doubt < ofInk.doubt ? ofShades : ofInk;
}

function readShifts(upright: readonly Shift[]): ReadTile | undefined {
  let best: ReadTile | undefined;
  let shifts = upright;
  for (let quarters = 0; quarters < 4; quarters++, shifts = turned(shifts)) {
    for (let from = 0; from < shifts.length; from++) {
      const read = readFrom(shifts, floor(from / tileSide), from % tileSide);
      if (read !== undefined && read.doubt < (best?.doubt ?? mostDoubt)) best = { ...read, quarters };
    }
  }
  return best;
}

/** Reads the tile that begins at this cell. */
function readFrom(shifts: readonly Shift[], top: number, left: number): Omit<ReadTile, 'quarters'> | undefined {
  const at = (x: number, y: number): Shift => shifts[modulo(top + y) * tileSide + modulo(left + x)] as Shift;
  const header = [at(0, 0), at(1, 0), at(2, 0), at(3, 0), at(0, 1), at(0, 3)];
  const middle = { x: meanOf(header.map(({ x }) => x)), y: meanOf(header.map(({ y }) => y)) };
  const data = Array.from({ length: 9 }, (_, digit) => {
    const { x, y } = digitPlace(digit);
    return { x: at(x, y).x - middle.x, y: at(x, y).y - middle.y };
  });
  const sizes = data.flatMap(({ x, y }) => [abs(x), abs(y)]);
  const size = meanOf(sizes);
  if (size < leastShift) return undefined;
  const mark = at(shiftedHeader.x, shiftedHeader.y);
  const spread = [
    ...header.flatMap(({ x, y }) => [x - middle.x, y - middle.y]),
    ...sizes.map((one) => one - size),
    mark.y - middle.y,
    // The header dot is shifted 1.5 to 3 times as far as data dots.
    Math.min(0, mark.x - middle.x - size),
  ];
  const doubt = Math.sqrt(meanOf(spread.map((one) => one * one))) / size;
  const code = codeOfDigits(data.map(digitOf));
  return code === undefined ? undefined : { code, doubt };
}

const digitOf = ({ x, y }: Shift): number => digitShifts.findIndex(([dx, dy]) => dx * x >= 0 && dy * y >= 0);

function codeOfDigits(digits: readonly number[]): number | undefined {
  const raw = digits.slice(0, 8).reduceRight((sum, digit) => sum * 4 + digit, 0);
  return digits[8] === (ninthDigit(raw) ^ 2) ? codeOf(raw) : undefined;
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
