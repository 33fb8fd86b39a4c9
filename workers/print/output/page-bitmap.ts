/** Draws a page into a bitmap: fields pixel by pixel, everything else without grey. */
import { patternRows, pixelsOf, type Bitmap } from '../../oid/pattern.js';
import { fill, fillSpan, type Contour } from './fill.js';
import { glyphContours } from './glyph-contours.js';
import type { CircleItem, FieldItem, Item, LineItem, Page, TextItem } from '../types.js';

/** Draws a field whose resolution divides that of the bitmap. */
function drawField(bitmap: Bitmap, field: FieldItem, dpi: number): void {
  const scale = dpi / field.dpi;
  const { width, height, stride, rows, period } = patternRows(field.code, field, field);
  const [left, top] = [pixelsOf(field.x, dpi), pixelsOf(field.y, dpi)];
  for (let y = 0; y < height; y++) {
    const row = (y % period) * stride;
    for (let x = 0; x < width; x++) {
      const byte = rows[row + (x >> 3)] ?? 0;
      if (byte === 0) x |= 7;
      if ((byte & (0x80 >> (x & 7))) === 0) continue;
      for (let line = 0; line < scale; line++)
        fillSpan(bitmap, top + y * scale + line, left + x * scale, left + (x + 1) * scale);
    }
  }
}

/** Draws a line at least one pixel thick. */
function drawLine(bitmap: Bitmap, { x1, y1, x2, y2, thickness }: LineItem, dpi: number): void {
  const upright = Math.abs(x2 - x1) < Math.abs(y2 - y1);
  const half = thickness / 2;
  const [left, right] = upright ? [x1 - half, x1 + half] : [Math.min(x1, x2), Math.max(x1, x2)];
  const [top, bottom] = upright ? [Math.min(y1, y2), Math.max(y1, y2)] : [y1 - half, y1 + half];
  const [fromX, fromY] = [pixelsOf(left, dpi), pixelsOf(top, dpi)];
  const toX = fromX + Math.max(1, pixelsOf(right - left, dpi));
  const toY = Math.min(bitmap.height, fromY + Math.max(1, pixelsOf(bottom - top, dpi)));
  for (let y = Math.max(0, fromY); y < toY; y++) fillSpan(bitmap, y, fromX, toX);
}

function drawText(bitmap: Bitmap, { x, y, line, style }: TextItem, perMm: number): void {
  for (const run of line.runs) {
    fill(
      bitmap,
      glyphContours(run, style).map((contour) =>
        contour.map(([px, py]) => [(x + px) * perMm, (y + py) * perMm] as const),
      ),
    );
  }
}

/** Returns the outer edge, and the inner edge in the opposite direction. */
function ring({ x, y, radius, thickness }: CircleItem, perMm: number): Contour[] {
  const corners = 720;
  const edge = (r: number, direction: 1 | -1): Contour =>
    Array.from({ length: corners }, (_, n) => {
      const angle = (direction * n * 2 * Math.PI) / corners;
      return [(x + r * Math.cos(angle)) * perMm, (y + r * Math.sin(angle)) * perMm] as const;
    });
  // At least one pixel thick, like lines.
  const half = Math.max(thickness, 1 / perMm) / 2;
  return [edge(radius + half, 1), edge(radius - half, -1)];
}

function draw(bitmap: Bitmap, item: Item, dpi: number): void {
  const perMm = dpi / 25.4;
  if (item.kind === 'field') drawField(bitmap, item, dpi);
  else if (item.kind === 'line') drawLine(bitmap, item, dpi);
  else if (item.kind === 'text') drawText(bitmap, item, perMm);
  else if (item.kind === 'circle') fill(bitmap, ring(item, perMm));
  else if (item.kind === 'shape') fill(bitmap, [item.points.map(([x, y]) => [x * perMm, y * perMm] as const)]);
  else throw new Error('A picture cannot be drawn in black and white');
}

/** @param page without pictures */
export function drawPage(page: Page, dpi: number): Bitmap {
  const [width, height] = [pixelsOf(page.width, dpi), pixelsOf(page.height, dpi)];
  const stride = Math.ceil(width / 8);
  const bitmap = { width, height, stride, rows: new Uint8Array(stride * height) };
  for (const item of page.items) draw(bitmap, item, dpi);
  return bitmap;
}
