/**
 * Where things lie on paper so that each pixel of a pattern falls on whole dots of the printer
 * (docs/oid.md, "On paper"). Pure.
 */
import { pixelsOf } from '../../oid/pattern.js';
import type { FieldItem, Rectangle } from '../types.js';

/** PDF points of a length in millimetres. */
export const points = (mm: number): number => (mm * 72) / 25.4;

/** Points of one pixel at the coarsest resolution: the finer ones divide it. */
const coarsest = 72 / 300;

/**
 * Points of a page's side, a multiple of the coarsest grid: off by at most 0.05 mm, it puts the grid on both edges,
 * whichever of them a program counts from.
 */
export const pageSide = (mm: number): number => Math.round(points(mm) / coarsest) * coarsest;

/** Renderers round outwards: what reaches just over a dot's edge would cover the next dot too. */
const inset = 0.0045;

/** A field on the grid of its resolution, at most half a pixel from where it should be; in points. */
export function onGrid({ x, y, width, height, dpi }: FieldItem): Rectangle {
  const pixel = 72 / dpi;
  const at = (mm: number): number => pixelsOf(mm, dpi) * pixel + inset;
  const long = (mm: number): number => pixelsOf(mm, dpi) * pixel - 2 * inset;
  return { x: at(x), y: at(y), width: long(width), height: long(height) };
}
