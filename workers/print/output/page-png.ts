/** A page as a PNG file: one bit a pixel, black on white, with its resolution, so that it prints at its true size. */
import type { Bitmap } from '../../oid/pattern.js';
import { drawPage } from './page-bitmap.js';
import { end, header, imageData, resolution, signature } from './png.js';
import type { Page } from '../types.js';

/** Rows that go through the packer at once. */
const batchRows = 200;

/** In grey, white is 1. */
function* greyRows({ height, stride, rows }: Bitmap): Generator<Buffer> {
  for (let first = 0; first < height; first += batchRows) {
    const count = Math.min(batchRows, height - first);
    const batch = Buffer.alloc(count * (stride + 1));
    for (let y = 0; y < count; y++) {
      const row = (first + y) * stride;
      // Byte 0 of each row is its filter: none.
      for (let n = 0; n < stride; n++) batch[y * (stride + 1) + 1 + n] = ~(rows[row + n] ?? 0);
    }
    yield batch;
  }
}

/**
 * The file, piece by piece; the page is drawn as a whole before the first piece (an A4 page at 1200 dpi takes 17 MB).
 * @throws TonstiftError `bad_field`; see `drawPage`
 */
export async function* pagePng(page: Page, dpi: number): AsyncGenerator<Buffer, void, void> {
  const bitmap = drawPage(page, dpi);
  yield Buffer.concat([signature, header(bitmap.width, bitmap.height, 'grey'), resolution(dpi)]);
  yield* imageData(greyRows(bitmap));
  yield end;
}
