/** Detects problems of a print or a scan from the look of its dots. */
import { say, type Words } from '../../../base/language/sentence.js';
import type { Dots } from '../../../oid/read/dots.js';
import { cellsPerInch } from '../../../oid/tile.js';
import type { SeenPage } from './scan-thread.js';

export const problemKinds = [
  'too_coarse',
  'scaled',
  'missing_dots',
  'faint_dots',
  'large_dots',
  'blurred',
  'skewed',
  'unread',
  'no_dots',
] as const;

export interface Problem {
  readonly kind: (typeof problemKinds)[number];
  readonly words: Words;
}

/** Pixels per inch. */
export interface Density {
  /** Given by the user. */
  readonly given: number | undefined;
  /** Stored in the file, even if implausible. */
  readonly claimed: number | undefined;
}

/** Minimum resolution: a pixel must be smaller than the gap between two dots. */
const leastDpi = 280;
/** A picture whose longer side has fewer pixels cannot be an A4 page at that resolution. */
const fewPixels = 3200;
/** Maximum scale error of a scanner. */
const mostOff = 0.006;
/** Larger scales come from printers whose resolution is not a multiple of 100 dpi. */
const largestScale = 1.036;
/** Maximum share of missing dots; a few are always missing. */
const mostMissing = 0.08;
/** Minimum black area of a dot, in square millimetres: a dot of 0.03 mm. */
const leastBlack = 0.0009;
/** Minimum darkness of the darkest pixel, for dots larger than a pixel. */
const leastDarkness = 0.62;
/** A dot with more black than this, in square pixels, should have a black pixel. */
const wholePixel = 1.5;
/** Maximum share of a cell that is black. */
const mostBlack = 0.36;
const leastSharp = 0.55;
/** Maximum degrees from a quarter turn. The pen reads at any angle, but a page that is askew is often bent too. */
const mostTurned = 5;

/** Returns the problems, the most important first. */
export function problemsOf(seen: SeenPage, density: Density): Problem[] {
  const { page } = seen;
  const found: Problem[] = [];
  const add = (kind: Problem['kind'], words: Words): void => void found.push({ kind, words });
  const isEmpty = page.fields.length === 0 && page.unread.length === 0;
  const isBad = page.fields.length === 0 || page.unread.length > 0;

  const coarse = isBad ? coarseness(seen, density) : undefined;
  if (coarse !== undefined) add('too_coarse', coarse);
  const scale = page.scale;
  if (scale !== undefined && Math.abs(scale - 1) > mostOff) {
    const percent = (Math.round(scale * 1000) / 10).toString();
    if (scale < largestScale) add('scaled', say('scan.scaled', { percent }));
    else if (isBad) add('scaled', say('scan.odd_scale', { percent }));
  }
  for (const [kind, words] of dotProblems(page.dots, seen)) add(kind, words);
  if (isBad && coarse === undefined && seen.sharpness !== undefined && seen.sharpness < leastSharp)
    add('blurred', say('scan.blurred'));
  const askew = page.angle === undefined ? 0 : Math.abs(page.angle - 90 * Math.round(page.angle / 90));
  if (askew > mostTurned) add('skewed', say('scan.skewed', { degrees: Math.round(askew) }));
  if (page.unread.length > 0) add('unread', say('scan.unread', { count: page.unread.length }));
  if (isEmpty) add('no_dots', say('scan.no_dots'));
  return found;
}

function coarseness({ page, width, height, dpi }: SeenPage, { given, claimed }: Density): Words | undefined {
  // Without a code, the dots may be something else, so their distance proves no resolution.
  const shown = page.fields.length === 0 || page.step === undefined ? claimed : page.step * cellsPerInch;
  const known = given ?? dpi ?? shown;
  // Ignores 72 and 96 dpi, which cameras and programs write by default.
  const isMeant = known !== undefined && (given !== undefined || known > 96);
  if (isMeant) return known < leastDpi ? say('scan.too_coarse', { dpi: Math.round(known) }) : undefined;
  const longest = Math.max(width, height);
  return longest < fewPixels ? say('scan.few_pixels', { pixels: longest }) : undefined;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

function dotProblems(dots: readonly Dots[], { page, dpi }: SeenPage): [Problem['kind'], Words][] {
  if (dots.length === 0 || page.step === undefined) return [];
  const found: [Problem['kind'], Words][] = [];
  const missing = median(dots.map((one) => one.missing));
  if (missing > mostMissing) found.push(['missing_dots', say('scan.missing', { percent: Math.round(missing * 100) })]);
  const size = median(dots.map((one) => one.size));
  const inPixels = size * page.step ** 2;
  const inMillimetres = inPixels * (25.4 / (dpi ?? page.step * cellsPerInch)) ** 2;
  const darkest = dots.flatMap((one) => one.darkest).sort((a, b) => a - b);
  // A dot across pixel borders is never fully black, so only the darkest dots count.
  const darkness = darkest[Math.floor(darkest.length * 0.95)] ?? 1;
  const isGrey = inPixels > wholePixel && darkness < leastDarkness;
  if (isGrey) found.push(['faint_dots', say('scan.grey', { percent: Math.round(darkness * 100) })]);
  else if (inMillimetres < leastBlack) found.push(['faint_dots', say('scan.faint')]);
  if (size > mostBlack) found.push(['large_dots', say('scan.large')]);
  return found;
}
