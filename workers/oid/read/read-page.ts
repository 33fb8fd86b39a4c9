/** Reads a picture of a printed page as a pen would: every field of dots with its code and position. */
import { cellsPerInch } from '../tile.js';
import { dotsOf, type Dots } from './dots.js';
import { halved } from './halve.js';
import { inkOf, type GreyImage, type Ink } from './ink.js';
import { findWaves, type Sought } from './lattice.js';
import { inReadingOrder } from './order.js';
import { readRegion } from './read-region.js';
import { regionsOf, type Area, type Region } from './regions.js';
import { stepOf, type Wave } from './wave.js';

export interface ReadField extends Area {
  readonly code: number;
  /** 0 is a perfect match; from 0.5 on the code would be chance. */
  readonly doubt: number;
}

export interface ReadPage {
  /** In reading order, also if the page is rotated. In pixels, exact to a bucket of two cells. */
  readonly fields: readonly ReadField[];
  /** Regions filled with dots whose code cannot be read. */
  readonly unread: readonly Area[];
  /** Scale of the dots: 0.97 is too small. Undefined without a resolution or without dots. */
  readonly scale: number | undefined;
  /** Clockwise rotation of the page in degrees, from −180 to 180; undefined without dots. */
  readonly angle: number | undefined;
  /** Pixels between dots; undefined without dots. Below 3, at 300 dpi, codes are lost. */
  readonly step: number | undefined;
  /** One entry per region, read or not, that is large enough to measure. */
  readonly dots: readonly Dots[];
}

/**
 * Range of steps to search, relative to the expected step. It covers pages scaled to fit the paper and printers of 720
 * dpi, whose cells are a ninth larger than a hundredth of an inch. At 301 dpi they are a third larger.
 */
const off = [0.86, 1.36] as const;
/** Resolutions to try if none is known, until codes are found. The range of each reaches to its neighbours. */
const usual = { nearly: [600, 300, 1200, 800, 400, 1600, 2400], anyhow: [600, 1200, 300] };
/** Pixels between dots that are enough. A finer picture is halved first. */
const enough = 9;
/** Minimum pixels per cell; with fewer, dots cannot be distinguished. */
const leastStep = 2.2;
/** Minimum buckets of a region that counts as unread. The smallest field has 250; leftovers of letters have 70. */
const leastUnread = 120;
/** Maximum gap between two parts of one field, in cells. */
const nearCells = 5;

/** @param dpi of the picture, if known */
export function readPage(image: GreyImage, dpi?: number): ReadPage {
  let best = nothing;
  let prepared: Prepared | undefined;
  for (const turned of ['nearly', 'anyhow'] as const)
    for (const guess of dpi === undefined ? usual[turned] : [dpi]) {
      if (prepared?.guess !== guess) prepared = prepare(image, guess);
      const page = prepared === undefined ? nothing : readAt(prepared, { image, dpi, turned });
      if (page.fields.length > 0) return page;
      if (page.unread.length > best.unread.length) best = page;
    }
  return best;
}

const nothing: ReadPage = { fields: [], unread: [], scale: undefined, angle: undefined, step: undefined, dots: [] };

interface Prepared {
  /** The resolution that this data is for. */
  readonly guess: number;
  /** The picture, halved as often as possible without losing dots. */
  readonly small: GreyImage;
  readonly factor: number;
  readonly steps: readonly [number, number];
  readonly ink: Ink;
}

/** Returns undefined if the resolution is too low for dots. */
function prepare(image: GreyImage, guess: number): Prepared | undefined {
  let [small, factor] = [image, 1];
  for (; guess / cellsPerInch / factor > enough; factor *= 2) small = halved(small);
  const step = guess / cellsPerInch / factor;
  const steps = [Math.max(leastStep, off[0] * step), off[1] * step] as const;
  if (steps[1] < leastStep) return undefined;
  // `ceil(step)` is enough, because dots are at most two thirds of a cell wide.
  return { guess, small, factor, steps, ink: inkOf(small, Math.ceil(step), Math.round(2 * step)) };
}

interface Looked {
  readonly image: GreyImage;
  readonly dpi: number | undefined;
  readonly turned: Sought['turned'];
}

function readAt({ small, factor, steps, ink }: Prepared, { image, dpi, turned }: Looked): ReadPage {
  const seen = { ink, image, factor, dpi };
  let most: Found | undefined;
  for (const wave of findWaves(ink, { steps, turned })) {
    const one = readWave(small, ink, wave);
    if (one.fields.length > 0) return pageOf(one, seen);
    if (one.unread.length > (most?.unread.length ?? 0)) most = one;
  }
  return most === undefined ? nothing : pageOf(most, seen);
}

interface ReadRegion {
  readonly region: Region;
  readonly area: Area;
  readonly code: number;
  readonly doubt: number;
  readonly quarters: number;
}

interface Found {
  readonly wave: Wave;
  readonly fields: readonly ReadRegion[];
  readonly unread: readonly Region[];
}

function readWave(image: GreyImage, ink: Ink, wave: Wave): Found {
  const fields: ReadRegion[] = [];
  const unread: Region[] = [];
  for (const region of regionsOf(ink, wave)) {
    const read = readRegion(image, ink, region);
    if (read === 'unread' && region.buckets.length >= leastUnread) unread.push(region);
    else if (typeof read !== 'string') join(fields, { region, area: region.area, ...read }, nearCells * stepOf(wave));
  }
  return { wave, fields, unread };
}

/** Adds a region, and merges parts of one field that something separates. */
function join(fields: ReadRegion[], next: ReadRegion, near: number): void {
  const at = fields.findIndex(({ code, area }) => code === next.code && overlap(area, next.area, near));
  const other = fields[at];
  if (other === undefined) return void fields.push(next);
  fields.splice(at, 1);
  const larger = other.region.buckets.length > next.region.buckets.length ? other : next;
  join(fields, { ...larger, area: around(other.area, next.area) }, near);
}

function around(a: Area, b: Area): Area {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  const [right, bottom] = [Math.max(a.x + a.width, b.x + b.width), Math.max(a.y + a.height, b.y + b.height)];
  return { x, y, width: right - x, height: bottom - y };
}

const overlap = (a: Area, b: Area, near = 0): boolean =>
  a.x < b.x + b.width + near &&
  b.x < a.x + a.width + near &&
  a.y < b.y + b.height + near &&
  b.y < a.y + a.height + near;

interface Seen {
  readonly ink: Ink;
  readonly image: GreyImage;
  readonly factor: number;
  readonly dpi: number | undefined;
}

function pageOf({ wave, fields, unread }: Found, { ink, image, factor, dpi }: Seen): ReadPage {
  // An unread region that overlaps a read field is a distorted corner of that field.
  const lost = unread.filter(({ area }) => !fields.some((field) => overlap(field.area, area)));
  const regions = fields.length > 0 ? fields.map(({ region }) => region) : lost;
  const fine = meanOf(regions) ?? wave;
  const step = stepOf(fine) * factor;
  const angle = halfTurn((Math.atan2(fine.y, fine.x) * 180) / Math.PI + 90 * quartersOf(fields));
  const inPicture = ({ x, y, width, height }: Area): Area => ({
    x: x * factor,
    y: y * factor,
    width: Math.min(width * factor, image.width - x * factor),
    height: Math.min(height * factor, image.height - y * factor),
  });
  const placed = fields.map(({ code, doubt, area }) => ({ code, doubt, ...inPicture(area) }));
  return {
    fields: inReadingOrder(placed, angle),
    unread: inReadingOrder(
      lost.map(({ area }) => inPicture(area)),
      angle,
    ),
    step,
    scale: dpi === undefined ? undefined : (step * cellsPerInch) / dpi,
    angle,
    dots: [...fields.map(({ region }) => region), ...lost].flatMap((region) => {
      const dots = dotsOf(ink, region, image, factor);
      return dots === undefined ? [] : [dots];
    }),
  };
}

/** Averages the lattices of all regions, weighted by the square of their size. */
function meanOf(regions: readonly Region[]): Wave | undefined {
  let [x, y, all] = [0, 0, 0];
  for (const { rows, columns, buckets } of regions) {
    const size = buckets.length ** 2;
    x += (size * (rows.x + columns.y)) / 2;
    y += (size * (rows.y - columns.x)) / 2;
    all += size;
  }
  return all === 0 ? undefined : { x: x / all, y: y / all };
}

const halfTurn = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180;

/** Returns the rotation that most dots have. */
function quartersOf(fields: readonly ReadRegion[]): number {
  const votes = [0, 0, 0, 0];
  for (const { quarters, region } of fields) votes[quarters] = (votes[quarters] ?? 0) + region.buckets.length;
  return votes.indexOf(Math.max(...votes));
}
