/** A picture of a printed page, as a pen would read it: every field of dots with its code and its place. */
import { inkOf, type GreyImage } from './ink.js';
import { findWave, windowsOf } from './lattice.js';
import { readTile } from './read-tile.js';
import { regionsOf, type Region } from './regions.js';

export interface ReadField {
  readonly code: number;
  /** Pixels; as far as whole windows of dots reach. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface ReadPage {
  /** From top to bottom. */
  readonly fields: readonly ReadField[];
  /** Regions that dots fill, and whose code cannot be read. */
  readonly unread: readonly Omit<ReadField, 'code'>[];
  /** Of the dots against what they should be: 0.97 is too small. Undefined without a resolution, or dots. */
  readonly scale: number | undefined;
  /** Degrees by which the page is turned; undefined without dots. */
  readonly angle: number | undefined;
  /** Pixels from dot to dot; undefined without dots. Below 3, at 300 dpi, codes get lost. */
  readonly step: number | undefined;
}

/** Of the patterns themselves: a cell is a hundredth of an inch. */
const cellsPerInch = 100;
/** A scan is off by less. */
const mostOff = 0.06;
/** Without a resolution: 250 to 1,300 dpi. */
const anySteps = [2.5, 13] as const;
/** Of a window, in cells. */
const windowSide = 6;

/** @param dpi of the picture, where it is known */
export function readPage(image: GreyImage, dpi?: number): ReadPage {
  const steps =
    dpi === undefined
      ? anySteps
      : ([((1 - mostOff) * dpi) / cellsPerInch, ((1 + mostOff) * dpi) / cellsPerInch] as const);
  // Dots are at most two thirds of a cell wide.
  const ink = inkOf(image, Math.ceil(0.85 * steps[1]));
  const wave = findWave(ink, windowsOf(ink, Math.round(12 * steps[1]), Math.round(6 * steps[1])), steps);
  if (wave === undefined) return { fields: [], unread: [], scale: undefined, angle: undefined, step: undefined };
  const cell = 1 / Math.hypot(wave.x, wave.y);
  const apart = Math.round((windowSide * cell) / 3);
  const regions = regionsOf(ink, windowsOf(ink, 3 * apart, apart), wave, apart);
  const fields: ReadField[] = [];
  const unread: Omit<ReadField, 'code'>[] = [];
  for (const region of regions) {
    const read = readTile(ink, region);
    if (read === undefined) unread.push(placeOf(region));
    else fields.push({ code: read.code, ...placeOf(region) });
  }
  const [largest] = [...regions].sort((a, b) => b.windows.length - a.windows.length);
  const fine = largest === undefined ? wave : { x: largest.rows.x, y: largest.rows.y };
  const step = 1 / Math.hypot(fine.x, fine.y);
  return {
    fields: fields.sort((a, b) => a.y - b.y || a.x - b.x),
    // A corner that does not go along is a part of its field.
    unread: unread.filter((part) => !fields.some((field) => overlap(field, part))),
    step,
    scale: dpi === undefined ? undefined : (step * cellsPerInch) / dpi,
    angle: (Math.atan2(fine.y, fine.x) * 180) / Math.PI,
  };
}

const overlap = (a: Omit<ReadField, 'code'>, b: Omit<ReadField, 'code'>): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

function placeOf({ windows }: Region): Omit<ReadField, 'code'> {
  const x = Math.min(...windows.map((window) => window.x));
  const y = Math.min(...windows.map((window) => window.y));
  return {
    x,
    y,
    width: Math.max(...windows.map((window) => window.x + window.side)) - x,
    height: Math.max(...windows.map((window) => window.y + window.side)) - y,
  };
}
