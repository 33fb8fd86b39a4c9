/** The content of a picture of a page, in millimetres and sentences. */
import type { Words } from '../../../base/language/sentence.js';
import { cellsPerInch } from '../../../oid/tile.js';
import type { Area } from '../../../oid/read/regions.js';
import { meaningOf } from './meaning.js';
import { problemsOf, type Density, type Problem } from './problems.js';
import type { SeenPage } from './scan-thread.js';

export interface FoundCode {
  readonly code: number;
  /** `product id 920, …`; undefined for a code that Tonstift does not print. */
  readonly meaning: Words | undefined;
  /** Millimetres from the upper left corner of the picture. */
  readonly place: Area;
  /** The same area in pixels. */
  readonly pixels: Area;
}

export interface Findings {
  /** Pixels of the upright picture. */
  readonly width: number;
  readonly height: number;
  /** Pixels per inch; undefined if neither the user, the file nor the dots provide it. */
  readonly dpi: number | undefined;
  readonly dpiFrom: 'given' | 'file' | 'dots' | undefined;
  /** Scale of the print: 0.97 if it is 3 % too small. Undefined if the resolution is unknown. */
  readonly scale: number | undefined;
  /** Clockwise rotation of the page in degrees; undefined without dots. */
  readonly angle: number | undefined;
  /** In reading order. */
  readonly codes: readonly FoundCode[];
  /** Regions of dots whose code cannot be read. */
  readonly unread: readonly Omit<FoundCode, 'code' | 'meaning'>[];
  /** Problems, the most important first. */
  readonly problems: readonly Problem[];
}

export function findingsOf(seen: SeenPage, density: Density): Findings {
  const { page, width, height } = seen;
  // Without another measure, assumes that the dots are printed at the right scale.
  const dpi = seen.dpi ?? (page.step === undefined ? undefined : page.step * cellsPerInch);
  const inMillimetres = (pixels: number): number => Math.round((pixels / (dpi ?? 1)) * 254) / 10;
  const placed = ({ x, y, width: w, height: h }: Area): { place: Area; pixels: Area } => ({
    place: { x: inMillimetres(x), y: inMillimetres(y), width: inMillimetres(w), height: inMillimetres(h) },
    pixels: { x, y, width: w, height: h },
  });
  const dpiFrom = seen.dpi === undefined ? 'dots' : density.given === undefined ? 'file' : 'given';
  return {
    width,
    height,
    dpi: dpi === undefined ? undefined : Math.round(dpi),
    dpiFrom: dpi === undefined ? undefined : dpiFrom,
    scale: page.scale,
    angle: page.angle,
    codes: page.fields.map((field) => ({ code: field.code, meaning: meaningOf(field.code), ...placed(field) })),
    unread: page.unread.map(placed),
    problems: problemsOf(seen, density),
  };
}
