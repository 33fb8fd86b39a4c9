/**
 * Finds fields of dots on a page, knowing nothing but its pixels and its resolution: no layout, no expected codes.
 * A dot that stands alone is a start: wherever a whole tile around it makes a code, the tile is repeated on all sides
 * as far as the page goes along. What comes out is held against the ideal pattern, pixel for pixel.
 */
import { type Bitmap, blank, crop, differing, get } from './bitmap.js';
import { loneDots, type LoneDot } from './lone-dots.js';
import { drawTiles, gridOf, readTile, type Grid, type Place, type Tile } from './read-tile.js';

export interface Rectangle {
  /** Pixels. */
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * From the upper left corner of the first tile to the last black pixel. The field as it was meant may be some white
 * pixels wider and higher: less than two cells.
 */
export interface FoundField extends Rectangle {
  code: number;
  /** Pixels of a dot in each direction. */
  dotSize: number;
  /** Pixels that are not as in the ideal pattern, over the field and the white around it, a cell wide. */
  wrong: number;
  /** None is wrong. */
  intact: boolean;
}

interface Edges {
  left: number;
  top: number;
  /** First beyond the field. */
  right: number;
  bottom: number;
}

/**
 * Pixels in which a part of the page differs from the pattern that begins at `area`, with `margin` white pixels around.
 */
function wrongPixels(page: Bitmap, tile: Tile, grid: Grid, area: Rectangle, margin: number): number {
  const ideal = blank(area.width + 2 * margin, area.height + 2 * margin);
  drawTiles(ideal, tile, grid, { x: margin, y: margin, width: area.width, height: area.height });
  return differing(crop(page, area.x - margin, area.y - margin, ideal.width, ideal.height), ideal);
}

/** For each line of pixels across a tile, the pixels along it that are black. */
function inkOf({ dots }: Tile, { tile, dotSize }: Grid, along: 'x' | 'y'): number[][] {
  const across = along === 'x' ? 'y' : 'x';
  return Array.from({ length: tile }, (_, line) =>
    dots
      .filter((dot) => line >= dot[across] && line < dot[across] + dotSize)
      .flatMap((dot) => Array.from({ length: dotSize }, (__, n) => dot[along] + n)),
  );
}

/** Grows a tile on all sides as long as at least half of each line's ink is there; lines without ink decide nothing. */
function grow(page: Bitmap, tile: Tile, grid: Grid, origin: Place): Edges {
  const ink = { x: inkOf(tile, grid, 'x'), y: inkOf(tile, grid, 'y') };
  const edges: Edges = { left: origin.x, top: origin.y, right: origin.x + grid.tile, bottom: origin.y + grid.tile };
  const modulo = (n: number): number => ((n % grid.tile) + grid.tile) % grid.tile;

  /** Ink of a line of pixels: expected, or undefined where most of it is missing. */
  function inked(along: 'x' | 'y', line: number): number | undefined {
    const [from, to] = along === 'x' ? [edges.left, edges.right] : [edges.top, edges.bottom];
    const [start, across] = along === 'x' ? [origin.x, origin.y] : [origin.y, origin.x];
    let [expected, there] = [0, 0];
    for (const at of ink[along][modulo(line - across)] ?? []) {
      for (let n = from + modulo(start + at - from); n < to; n += grid.tile) {
        expected++;
        there += along === 'x' ? get(page, n, line) : get(page, line, n);
      }
    }
    return 2 * there >= expected ? expected : undefined;
  }

  /** Last line with ink, from one on that belongs to the field. */
  function last(along: 'x' | 'y', from: number, step: 1 | -1): number {
    let reached = from;
    for (let line = from + step; ; line += step) {
      const expected = inked(along, line);
      if (expected === undefined) return reached;
      if (expected > 0) reached = line;
    }
  }

  for (let before = ''; before !== JSON.stringify(edges);) {
    before = JSON.stringify(edges);
    edges.left = last('y', edges.left, -1);
    edges.right = last('y', edges.right - 1, 1) + 1;
    edges.top = last('x', edges.top, -1);
    edges.bottom = last('x', edges.bottom - 1, 1) + 1;
  }
  return edges;
}

/** The field that a lone dot belongs to. */
function fieldAround(page: Bitmap, dot: LoneDot, grid: Grid): FoundField | undefined {
  for (const place of grid.all) {
    // It may be any dot of the tile.
    const origin = { x: dot.x - place.x, y: dot.y - place.y };
    const tile = readTile(page, origin.x, origin.y, grid);
    if (tile === undefined || wrongPixels(page, tile, grid, { ...origin, width: grid.tile, height: grid.tile }, 0) > 0)
      continue;
    const { left, top, right, bottom } = grow(page, tile, grid, origin);
    // A field begins with a whole tile.
    const x = origin.x - grid.tile * Math.ceil((origin.x - left) / grid.tile);
    const y = origin.y - grid.tile * Math.ceil((origin.y - top) / grid.tile);
    const area = { x, y, width: right - x, height: bottom - y };
    const wrong = wrongPixels(page, tile, grid, area, grid.cell);
    return { code: tile.code, ...area, dotSize: grid.dotSize, wrong, intact: wrong === 0 };
  }
  return undefined;
}

const holds = ({ x, y, width, height }: Rectangle, dot: Place): boolean =>
  dot.x >= x && dot.x < x + width && dot.y >= y && dot.y < y + height;

/**
 * All fields of a page, from top to bottom. Needs one undamaged tile (about 1 mm) of a field to find it; says of the
 * rest how much of it is wrong.
 * @param dpi resolution of the page and of its patterns, pixels an inch
 * @param dotSize looks for dots of so many pixels only; otherwise for each size from 1 to 4
 */
export function findFields(page: Bitmap, { dpi, dotSize }: { dpi: number; dotSize?: number }): FoundField[] {
  const grids = new Map(
    [1, 2, 3, 4].filter((size) => dotSize === undefined || size === dotSize).map((size) => [size, gridOf(dpi, size)]),
  );
  const found: FoundField[] = [];
  let line = -1;
  let near: FoundField[] = [];
  for (const dot of loneDots(page)) {
    if (dot.y !== line) {
      line = dot.y;
      near = found.filter(({ y, height }) => line < y + height);
    }
    const grid = grids.get(dot.size);
    if (grid === undefined || near.some((field) => field.dotSize === dot.size && holds(field, dot))) continue;
    const field = fieldAround(page, dot, grid);
    if (field === undefined) continue;
    found.push(field);
    near.push(field);
  }
  return found.sort((a, b) => a.y - b.y || a.x - b.x);
}

/**
 * Holds a pattern against the page where a field was found, and two pixels around.
 * @returns the place where the fewest pixels differ, over the pattern and the found field, and how many
 */
export function comparePattern(
  page: Bitmap,
  field: Rectangle,
  expected: Bitmap,
): { x: number; y: number; differing: number } {
  // Ink of a field that is larger than the pattern counts too.
  const ideal = crop(expected, 0, 0, Math.max(expected.width, field.width), Math.max(expected.height, field.height));
  const reach = [0, -1, 1, -2, 2];
  let best = { x: field.x, y: field.y, differing: Infinity };
  for (const dy of reach) {
    for (const dx of reach) {
      const [x, y] = [field.x + dx, field.y + dy];
      const count = differing(crop(page, x, y, ideal.width, ideal.height), ideal, best.differing);
      if (count < best.differing) best = { x, y, differing: count };
      if (count === 0) return best;
    }
  }
  return best;
}

/** Smallest gap between the ink of two fields, in millimetres; Infinity where there are not two. */
export function nearestDistance(fields: readonly Rectangle[], dpi: number): number {
  let nearest = Infinity;
  for (const [n, a] of fields.entries()) {
    for (const b of fields.slice(n + 1)) {
      const across = Math.max(0, a.x - b.x - b.width, b.x - a.x - a.width);
      const down = Math.max(0, a.y - b.y - b.height, b.y - a.y - a.height);
      nearest = Math.min(nearest, Math.hypot(across, down));
    }
  }
  return (nearest * 25.4) / dpi;
}
