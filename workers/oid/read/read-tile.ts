/**
 * All tiles of a region laid one on the other: where the sixteen dots stand on average. What is no dot is spread evenly
 * and shifts none of them to one side.
 */
import { codeOf } from '../codes.js';
import { digitPlace, digitShifts, ninthDigit, shiftedHeader, tileSide } from '../tile.js';
import type { Ink } from './ink.js';
import type { Region } from './regions.js';

// Called for each pixel; in a context of its own, as tests have, each look for a global takes its time.
const { round } = Math;

/** How far a dot is from the middle of its cell, in cells, to the right and down. */
interface Shift {
  readonly x: number;
  readonly y: number;
}

export interface ReadTile {
  readonly code: number;
  /** 0 is as drawn; from 0.5 on it may be chance. */
  readonly doubt: number;
}

/** The sixteen mean shifts, row by row from some cell on; undefined where a cell of the tile is empty. */
function meanShifts({ x, y, weight }: Ink, { windows, rows, columns }: Region): Shift[] | undefined {
  const sums = Array.from({ length: tileSide * tileSide }, () => ({ weight: 0, x: 0, y: 0 }));
  const seen = new Set<number>();
  for (const { indexes } of windows) {
    for (const at of indexes) {
      // Windows overlap.
      if (seen.has(at)) continue;
      seen.add(at);
      const across = rows.at + rows.x * (x[at] as number) + rows.y * (y[at] as number);
      const down = columns.at + columns.x * (x[at] as number) + columns.y * (y[at] as number);
      const [column, row] = [round(across), round(down)];
      const sum = sums[modulo(row) * tileSide + modulo(column)];
      if (sum === undefined) continue;
      const w = weight[at] as number;
      sum.weight += w;
      sum.x += w * (across - column);
      sum.y += w * (down - row);
    }
  }
  if (sums.some((sum) => sum.weight === 0)) return undefined;
  return sums.map((sum) => ({ x: sum.x / sum.weight, y: sum.y / sum.weight }));
}

const modulo = (n: number): number => ((n % tileSide) + tileSide) % tileSide;

/** A quarter turn of a tile and of its shifts. */
const turned = (shifts: readonly Shift[]): Shift[] =>
  shifts.map((_, at) => {
    const [row, column] = [Math.floor(at / tileSide), at % tileSide];
    const from = shifts[column * tileSide + (tileSide - 1 - row)] as Shift;
    return { x: -from.y, y: from.x };
  });

/** Cells that a data dot must at least be shifted by; a halftone has dots, too, but none of them shifted. */
const leastShift = 0.015;
const mostDoubt = 0.5;

/** The code of a region, whichever way the page lies; undefined where it has none. */
export function readTile(ink: Ink, region: Region): ReadTile | undefined {
  let shifts = meanShifts(ink, region);
  if (shifts === undefined) return undefined;
  let best: ReadTile | undefined;
  for (let quarter = 0; quarter < 4; quarter++, shifts = turned(shifts)) {
    for (let from = 0; from < shifts.length; from++) {
      const read = readFrom(shifts, Math.floor(from / tileSide), from % tileSide);
      if (read !== undefined && read.doubt < (best?.doubt ?? mostDoubt)) best = read;
    }
  }
  return best;
}

/** The tile that begins at this cell. */
function readFrom(shifts: readonly Shift[], top: number, left: number): ReadTile | undefined {
  const at = (x: number, y: number): Shift => shifts[modulo(top + y) * tileSide + modulo(left + x)] as Shift;
  const header = [at(0, 0), at(1, 0), at(2, 0), at(3, 0), at(0, 1), at(0, 3)];
  const middle = { x: meanOf(header.map(({ x }) => x)), y: meanOf(header.map(({ y }) => y)) };
  const data = Array.from({ length: 9 }, (_, digit) => {
    const { x, y } = digitPlace(digit);
    return { x: at(x, y).x - middle.x, y: at(x, y).y - middle.y };
  });
  const sizes = data.flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)]);
  const size = meanOf(sizes);
  if (size < leastShift) return undefined;
  const mark = at(shiftedHeader.x, shiftedHeader.y);
  const spread = [
    ...header.flatMap(({ x, y }) => [x - middle.x, y - middle.y]),
    ...sizes.map((one) => one - size),
    mark.y - middle.y,
    // It goes further than data dots do: by one and a half to three times.
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
