/** Pictures in a PDF that somebody has replaced by hand. */
import { afterAll, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { systemClock } from '../../../workers/base/ports.js';
import { sheetPdf } from '../../../workers/print/output/pdf.js';
import { createPrintRenderer } from '../../../workers/print/renderer.js';
import { sheetPages } from '../../../workers/print/sheet/sheet.js';
import { createTypesetter } from '../../../workers/print/text/typeset.js';
import { temporaryFolders } from '../../support/folder.js';
import { albumOf, coverPicture, layoutOf } from './sheets.js';

const renderer = createPrintRenderer(systemClock);
afterAll(() => renderer.stop());
const newFolder = temporaryFolders();

/** One pixel. */
const webp = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64');

/** Returns the number of pictures in a sheet of one album with this cover. */
async function printed(cover: Uint8Array): Promise<number> {
  const folder = await newFolder();
  await writeFile(join(folder, 'cover.jpg'), cover);
  const album = { ...albumOf({ oid: 920 }), folder: { root: folder, path: folder }, images: '' };
  const order = { albums: [album], layout: layoutOf({}), language: 'en' as const };
  const pdf = await buffer(renderer.file({ kind: 'pdf', title: '', ...order }));
  return pdf.toString('latin1').split('/DCTDecode').length - 1;
}

it('prints a JPEG or PNG, and leaves out a cover that cannot be read', async () => {
  const jpeg = await coverPicture(40);
  expect(await printed(jpeg)).toBe(1);
  for (const cover of [webp, webp.subarray(0, 30), Buffer.alloc(0), jpeg.subarray(0, 30), Buffer.from('<svg/>')])
    expect(await printed(cover)).toBe(0);
});

it('leaves out a picture that the writer of PDFs cannot read', async () => {
  const jpeg = await coverPicture(40);
  const pages = sheetPages([albumOf({ oid: 920 })], layoutOf({ show_start_cover: true }), createTypesetter());
  const picture = (): Promise<Uint8Array> => Promise.resolve(jpeg.subarray(0, 30));
  const pdf = await buffer(sheetPdf(pages, { title: '', created: new Date(0), picture }));
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
});
