/** Converts codes to raw values and back by the rule of docs/oid.md, "Code → raw value". The table is computed once. */
import { badFields } from '../base/errors.js';
import { signBit, turnedPictures } from './pictures.js';
import { digitPlace, digitShifts, ninthDigit, shiftedHeader, tileSide } from './tile.js';

/** Number of codes in the table. */
const codeCount = 16_384;
/** The pen reads no code above this. */
const highestCode = 14_999;

const dots = tileSide * tileSide;
const allSigns = 0o77;

/** Signs of a dot's shift as one number: bits 3–5 for x, 0–2 for y. */
const signsOf = (x: number, y: number): number => (signBit(x) << 3) | signBit(y);

/** Returns every picture at every position of the tile, as sixteen numbers: the signs that it allows for each dot. */
function forbiddenTiles(): Uint8Array[] {
  const tiles = new Map<string, Uint8Array>();
  const wrapped = (place: number): number => ((place % tileSide) + tileSide) % tileSide;
  for (const picture of turnedPictures()) {
    for (let at = 0; at < dots; at++) {
      const tile = new Uint8Array(dots).fill(allSigns);
      for (const { x, y, xSigns, ySigns } of picture) {
        const dot = wrapped(Math.floor(at / tileSide) + y) * tileSide + wrapped((at % tileSide) + x);
        tile[dot] = (tile[dot] ?? 0) & ((xSigns << 3) | ySigns);
      }
      tiles.set(tile.join(), tile);
    }
  }
  return [...tiles.values()];
}

/** Reports whether a tile allows these signs (one for x, one for y) for a dot. */
const allows = (tile: Uint8Array, dot: number, signs: number): boolean => ((tile[dot] ?? 0) & signs) === signs;

/** Keeps the tiles that match the header dots, which are the same in every tile. */
const besideHeader = (tiles: readonly Uint8Array[]): Uint8Array[] =>
  tiles.filter((tile) =>
    tile.every((_, dot) => {
      if (dot >= tileSide && dot % tileSide !== 0) return true;
      const isShifted = dot === shiftedHeader.y * tileSide + shiftedHeader.x;
      return allows(tile, dot, signsOf(isShifted ? 1 : 0, 0));
    }),
  );

/** Returns the position and the signs of the dot that encodes digit i with this value. */
function dotOf(i: number, digit: number): readonly [dot: number, signs: number] {
  const { x, y } = digitPlace(i);
  const [dx, dy] = digitShifts[digit] ?? [0, 0];
  return [y * tileSide + x, signsOf(dx, dy)];
}

/** Returns the raw value of every code. */
function rawValues(): Uint16Array {
  const even: number[] = [];
  const others: number[] = [];
  const digits = Array.from({ length: 9 }, (_, i) => [0, 1, 2, 3].map((digit) => dotOf(i, digit)));
  const at = (i: number, digit: number): readonly [dot: number, signs: number] => digits[i]?.[digit] ?? [0, 0];
  /**
   * Chooses digits from the highest down, so that raw values come in increasing order. `tiles` are the forbidden ones
   * that still match.
   */
  const choose = (i: number, above: number, tiles: readonly Uint8Array[]): void => {
    for (let digit = 0; digit < 4; digit++) {
      const raw = above | (digit << (2 * i));
      const [dot, signs] = at(i, digit);
      if (i > 0) {
        choose(
          i - 1,
          raw,
          tiles.filter((tile) => allows(tile, dot, signs)),
        );
        continue;
      }
      const [ninth, ninthSigns] = at(8, ninthDigit(raw));
      const isForbidden = tiles.some((tile) => allows(tile, dot, signs) && allows(tile, ninth, ninthSigns));
      (isForbidden ? others : even).push(raw);
    }
  };
  choose(7, 0, besideHeader(forbiddenTiles()));
  return Uint16Array.from([...even, ...others].slice(0, codeCount));
}

let table: Uint16Array | undefined;

/** Returns all 16,384 raw values by code; computed at the first call. */
export function rawTable(): Uint16Array {
  table ??= rawValues();
  return table;
}

/** Throws TonstiftError `bad_field` (field `code`) unless the code is an integer from 0 to 14999. */
export function rawOf(code: number): number {
  if (!Number.isInteger(code) || code < 0 || code > highestCode) {
    throw badFields({ code: `must be a whole number from 0 to ${highestCode}, not ${code}.` });
  }
  return rawTable()[code] ?? 0;
}

let codes: Map<number, number> | undefined;

/** Returns the code of a raw value; undefined if it has none. */
export function codeOf(raw: number): number | undefined {
  codes ??= new Map([...rawTable()].map((value, code) => [value, code]));
  return codes.get(raw);
}
