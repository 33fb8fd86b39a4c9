/** What a picture of a page shows, in millimetres and sentences. */
import type { Words } from '../base/language/sentence.js';
import { cellsPerInch } from '../oid/read/read-page.js';
import type { Area } from '../oid/read/regions.js';
import { meaningOf } from './meaning.js';
import { problemsOf, type Density, type Problem } from './problems.js';
import type { SeenPage } from './scan-thread.js';

export interface FoundCode {
  readonly code: number;
  /** `product id 920, …`; undefined for a code that Tonstift prints nowhere. */
  readonly meaning: Words | undefined;
  /** Millimetres from the upper left corner of the picture. */
  readonly place: Area;
  /** The same in pixels. */
  readonly pixels: Area;
}

export interface Findings {
  /** Pixels, as the picture is held. */
  readonly width: number;
  readonly height: number;
  /** Pixels an inch; undefined where nobody knows, and no dots show it. */
  readonly dpi: number | undefined;
  readonly dpiFrom: 'given' | 'file' | 'dots' | undefined;
  /** Of the print: 0.97 where it is 3 % too small. Undefined where the resolution is not known. */
  readonly scale: number | undefined;
  /** Degrees by which the page lies to the right; undefined without dots. */
  readonly angle: number | undefined;
  /** In the order of reading. */
  readonly codes: readonly FoundCode[];
  /** Dots whose code cannot be read. */
  readonly unread: readonly Omit<FoundCode, 'code' | 'meaning'>[];
  /** What is wrong, the most important first; empty where all is well. */
  readonly problems: readonly Problem[];
}

export function findingsOf(seen: SeenPage, density: Density): Findings {
  const { page, width, height } = seen;
  // Without another measure, dots are where they should be.
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
