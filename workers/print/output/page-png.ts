/**
 * Writes a page as a PNG file: one bit per pixel, black on white. The file contains its resolution, so that it prints
 * at its true size.
 */
import type { Bitmap } from '../../oid/pattern.js';
import { drawPage } from './page-bitmap.js';
import { end, header, imageData, resolution, signature } from './png.js';
import type { Page } from '../types.js';

/** Rows that are compressed together. */
const batchRows = 200;

/** In a grey PNG, 1 is white. */
function* greyRows({ height, stride, rows }: Bitmap): Generator<Buffer> {
  for (let first = 0; first < height; first += batchRows) {
    const count = Math.min(batchRows, height - first);
    const batch = Buffer.alloc(count * (stride + 1));
    for (let y = 0; y < count; y++) {
      const row = (first + y) * stride;
      // Byte 0 of each row is its filter type: none.
      for (let n = 0; n < stride; n++) batch[y * (stride + 1) + 1 + n] = ~(rows[row + n] ?? 0);
    }
    yield batch;
  }
}

/**
 * Yields the file piece by piece. The whole page is drawn before the first piece (an A4 page at 1200 dpi takes 17 MB).
 * @param page without pictures
 */
export async function* pagePng(page: Page, dpi: number): AsyncGenerator<Buffer, void, void> {
  const bitmap = drawPage(page, dpi);
  yield Buffer.concat([signature, header(bitmap.width, bitmap.height, 'grey'), resolution(dpi)]);
  yield* imageData(greyRows(bitmap));
  yield end;
}
