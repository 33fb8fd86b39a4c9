/**
 * Positions on paper at which each pixel of a pattern covers whole dots of the printer (docs/oid.md, "On paper"). Pure.
 */
import { pixelsOf } from '../../oid/pattern.js';
import type { FieldItem, Rectangle } from '../types.js';

/** Converts millimetres to PDF points. */
export const points = (mm: number): number => (mm * 72) / 25.4;

/** Points of one pixel at the coarsest resolution. Pixels of the finer resolutions divide it evenly. */
const coarsest = 72 / 300;

/**
 * Returns a page's side in points, rounded to the coarsest grid. The error is at most 0.05 mm. Both edges are then on
 * the grid, so programs may count from either one.
 */
export const pageSide = (mm: number): number => Math.round(points(mm) / coarsest) * coarsest;

/**
 * Renderers round outwards: without this inset, a field that ends just past a dot's edge would cover the next dot too.
 */
const inset = 0.0045;

/** Moves a field to the grid of its resolution, by at most half a pixel. In points. */
export function onGrid({ x, y, width, height, dpi }: FieldItem): Rectangle {
  const pixel = 72 / dpi;
  const at = (mm: number): number => pixelsOf(mm, dpi) * pixel + inset;
  const long = (mm: number): number => pixelsOf(mm, dpi) * pixel - 2 * inset;
  return { x: at(x), y: at(y), width: long(width), height: long(height) };
}
