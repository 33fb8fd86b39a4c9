/** Code ↔ raw value, by the rule of docs/oid.md, "Code → raw value", worked out once. */
import { badFields } from '../base/errors.js';
import { signBit, turnedPictures } from './pictures.js';
import { digitPlace, digitShifts, digitsOf, shiftedHeader, tileSide } from './tile.js';

/** Codes that the table has. */
const codeCount = 16_384;
/** The pen reads nothing above. */
const highestCode = 14_999;

const dots = tileSide * tileSide;
const allSigns = 0o77;

/** Signs of a dot's shift as one number: bits 3–5 for x, 0–2 for y. */
const signsOf = (x: number, y: number): number => (signBit(x) << 3) | signBit(y);

/** Every picture at every place of the tile: sixteen numbers each, the signs that it allows each dot. */
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

/** Writes the signs of all sixteen dots. */
function drawSigns(raw: number, into: Uint8Array): void {
  into.fill(signsOf(0, 0));
  into[shiftedHeader.y * tileSide + shiftedHeader.x] = signsOf(1, 0);
  for (const [i, digit] of digitsOf(raw).entries()) {
    const { x, y } = digitPlace(i);
    const [dx, dy] = digitShifts[digit] ?? [0, 0];
    into[y * tileSide + x] = signsOf(dx, dy);
  }
}

function isWithin(signs: Uint8Array, tile: Uint8Array): boolean {
  for (let dot = 0; dot < dots; dot++) {
    const both = (signs[dot] ?? 0) & (tile[dot] ?? 0);
    if ((both & 0o70) === 0 || (both & 0o07) === 0) return false;
  }
  return true;
}

/** The raw value of every code. */
function rawValues(): Uint16Array {
  // The header dots are the same in every tile: what they rule out is ruled out once.
  const sample = new Uint8Array(dots);
  drawSigns(0, sample);
  const forbidden = forbiddenTiles().filter((tile) =>
    isWithin(
      sample.map((signs, dot) => (dot < tileSide || dot % tileSide === 0 ? signs : allSigns)),
      tile,
    ),
  );
  const signs = new Uint8Array(dots);
  const even: number[] = [];
  const others: number[] = [];
  for (let raw = 0; raw < 65_536; raw++) {
    drawSigns(raw, signs);
    (forbidden.some((tile) => isWithin(signs, tile)) ? others : even).push(raw);
  }
  return Uint16Array.from([...even, ...others].slice(0, codeCount));
}

let table: Uint16Array | undefined;

/** All raw values by code, 16,384 of them; worked out at the first call. */
export function rawTable(): Uint16Array {
  table ??= rawValues();
  return table;
}

/** Throws TonstiftError `bad_field` (field `code`) for what is no whole number from 0 to 14999. */
export function rawOf(code: number): number {
  if (!Number.isInteger(code) || code < 0 || code > highestCode) {
    throw badFields({ code: `must be a whole number from 0 to ${highestCode}, not ${code}.` });
  }
  return rawTable()[code] ?? 0;
}

let codes: Map<number, number> | undefined;

/** The code that a raw value stands for; undefined where it stands for none. */
export function codeOf(raw: number): number | undefined {
  codes ??= new Map([...rawTable()].map((value, code) => [value, code]));
  return codes.get(raw);
}
