/** Draws a page into a bitmap: fields pixel by pixel, everything else without grey. */
import { badFields, type TonstiftError } from '../../base/errors.js';
import { patternRows, pixelsOf, type Bitmap } from '../../oid/pattern.js';
import { fill, fillSpan, type Contour } from './fill.js';
import { glyphContours } from './glyph-contours.js';
import type { CircleItem, FieldItem, Item, LineItem, Page, PictureFile, TextItem } from '../types.js';

/** Maximum pixels of a bitmap: a page of 500 × 500 mm at 1200 dpi, 70 MB. */
const mostPixels = 560_000_000;

const hasPicture = ({ oid }: PictureFile): TonstiftError =>
  badFields({
    page: `has a picture of album ${oid}; only pages without pictures can be drawn in black and white.`,
  });

function drawField(bitmap: Bitmap, field: FieldItem, dpi: number): void {
  if (field.behind !== undefined) throw hasPicture(field.behind);
  const scale = dpi / field.dpi;
  if (!Number.isInteger(scale)) {
    throw badFields({
      dpi:
        `cannot draw a field of ${field.dpi} dpi on a page of ${dpi} dpi: ` + "choose a multiple of the field's dpi.",
    });
  }
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
  else throw hasPicture(item);
}

/**
 * @throws TonstiftError `bad_field` if the page is too large, has a picture, or has a field whose resolution does not
 *   divide `dpi`
 */
export function drawPage(page: Page, dpi: number): Bitmap {
  const [width, height] = [pixelsOf(page.width, dpi), pixelsOf(page.height, dpi)];
  if (!(width >= 1 && height >= 1 && width * height <= mostPixels)) {
    throw badFields({
      page:
        `${page.width} × ${page.height} mm at ${dpi} dpi ` +
        `has ${width} × ${height} pixels; choose a size and a resolution with 1 to ${mostPixels} pixels.`,
    });
  }
  const stride = Math.ceil(width / 8);
  const bitmap = { width, height, stride, rows: new Uint8Array(stride * height) };
  for (const item of page.items) draw(bitmap, item, dpi);
  return bitmap;
}
