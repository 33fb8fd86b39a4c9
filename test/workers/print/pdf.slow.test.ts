/** Sheets as PDF, looked at through Poppler at the printer's resolution. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { buffer } from 'node:stream/consumers';
import { controlCodes, trackCode } from '../../../workers/gme/codes.js';
import { cellOf, pixelsOf } from '../../../workers/oid/pattern.js';
import { sheetPdf } from '../../../workers/print/output/pdf.js';
import { sheetPages } from '../../../workers/print/sheet/sheet.js';
import type { PrintLayout } from '../../../workers/print/sheet/print-layout.js';
import type { SheetAlbum } from '../../../workers/print/sheet/sheet-album.js';
import { createTypesetter } from '../../../workers/print/text/typeset.js';
import type { Page } from '../../../workers/print/types.js';
import { darkPicture } from '../../../workers/print/test-sheet/picture.js';
import { testSheetPages } from '../../../workers/print/test-sheet/test-sheet.js';
import { get, wrongPixels } from '../../support/print/bitmap.js';
import { pdfPageSizes, pdfText, renderGrey, renderPdf, withPoppler } from '../../support/print/poppler.js';
import { isLong } from '../../support/times.js';
import { albumOf, coverPicture, fieldsOf, layoutOf } from './sheets.js';
import { drawPattern } from '../../support/print/draw-pattern.js';

const set = createTypesetter();
let cover: Uint8Array;
beforeAll(async () => void (cover = await coverPicture()));

async function made(albums: readonly SheetAlbum[], layout: PrintLayout): Promise<{ pdf: Buffer; pages: Page[] }> {
  const pages = [...sheetPages(albums, layout, set)];
  const options = { title: 'Probe', created: new Date(0), picture: () => Promise.resolve(cover) };
  return { pdf: await buffer(sheetPdf(pages, options)), pages };
}

const numeric = (a: number, b: number): number => a - b;

/** Every field of a page is where it should be, pixel for pixel, with a cell of white around it. Returns all codes. */
async function checkPrinted(albums: readonly SheetAlbum[], layout: PrintLayout): Promise<number[]> {
  const { pdf, pages } = await made(albums, layout);
  const { dpi, pixel_size: dotSize } = layout;
  const bitmaps = await renderPdf(pdf, dpi);
  expect(bitmaps).toHaveLength(pages.length);
  const codes: number[] = [];
  for (const [n, bitmap] of bitmaps.entries()) {
    for (const field of fieldsOf(pages.slice(n, n + 1))) {
      const place = { x: pixelsOf(field.x, dpi), y: pixelsOf(field.y, dpi) };
      const wrong = wrongPixels(bitmap, drawPattern(field.code, field, { dpi, dotSize }), place, cellOf(dpi));
      expect([field.label, wrong]).toEqual([field.label, 0]);
      codes.push(field.code);
    }
  }
  return codes.sort(numeric);
}

withPoppler('a printed sheet', () => {
  const { prev, play, stop, next } = controlCodes;
  const tracks = Array.from({ length: 24 }, (_, n) => trackCode(n));
  const everything = [920, ...[prev, play, stop, next, ...tracks].flatMap((code) => [code, code])].sort(numeric);

  for (const [dpi, pixel_size] of [
    [1200, 2],
    [600, 1],
    [600, 2],
    [1200, 3],
  ] as const) {
    it(`of 24 tracks with all fields has every dot at ${dpi} dpi with dots of ${pixel_size}`, async () => {
      const layout = layoutOf({ show_general_controls: true, dpi, pixel_size });
      expect(await checkPrinted([albumOf({ oid: 920, tracks: 24 })], layout)).toEqual(everything);
    });
  }

  const sizes = ['A4', 'A5', 'Letter'] as const;
  for (const [n, preset] of (['list', 'tiles', 'cd', 'round'] as const).entries()) {
    // A short run has each kind of sheet and each size, but not with each other.
    for (const page_size of isLong ? sizes : [sizes[n % sizes.length] as (typeof sizes)[number]]) {
      it(`has every dot as ${preset} on ${page_size}`, async () => {
        const albums = [3, 920, 992].map((oid) => albumOf({ oid, tracks: 7, cover: oid !== 920 }));
        const codes = await checkPrinted(albums, layoutOf({ preset, page_size, dpi: 600, pixel_size: 2 }));
        expect(codes.filter((code) => code < 1000)).toEqual([3, 920, 992]);
      });
    }
  }

  /** Returns how many fields are over a picture, each with every dot in black and nothing else as dark as 70 %. */
  async function checkOver(pdf: Buffer, pages: readonly Page[]): Promise<number> {
    let fields = 0;
    for (const [n, page] of pages.entries()) {
      const { width, pixels } = await renderGrey(pdf, n + 1, 1200);
      for (const field of fieldsOf([page]).filter(({ behind }) => behind)) {
        const [left, top] = [pixelsOf(field.x, 1200), pixelsOf(field.y, 1200)];
        const pattern = drawPattern(field.code, field, field);
        const greys = { dots: new Set<number>(), ground: new Set<number>() };
        for (let y = 0; y < pattern.height; y++)
          for (let x = 0; x < pattern.width; x++)
            greys[get(pattern, x, y) ? 'dots' : 'ground'].add(pixels[(top + y) * width + left + x] ?? -1);
        expect([...greys.dots]).toEqual([0]);
        expect(Math.min(...greys.ground)).toBeGreaterThanOrEqual(178);
        // The picture has dark parts and light ones.
        expect(Math.min(...greys.ground)).toBeLessThan(200);
        expect(greys.ground.size).toBeGreaterThan(20);
        fields++;
      }
    }
    return fields;
  }

  it('has every dot of the test sheet over its picture', async () => {
    const kept = { dpi: 1200, dotSize: 2 };
    const pages = testSheetPages({ width: 210, height: 297 }, { set, language: 'en', kept });
    const options = { title: '', created: new Date(0), picture: () => Promise.resolve(darkPicture()) };
    const pdf = await buffer(sheetPdf(pages, options));
    expect(await checkOver(pdf, pages)).toBe(2);
  });

  for (const preset of ['list', 'tiles', 'cd', 'round'] as const) {
    it(`has every dot over a light cover as ${preset}, and each cover once`, async () => {
      const albums = [3, 920, 992].map((oid) => albumOf({ oid, tracks: 7, cover: oid !== 920 }));
      const layout = layoutOf({ preset, page_size: 'A5', show_start_cover: true });
      const { pdf, pages } = await made(albums, layout);
      expect(await checkOver(pdf, pages)).toBe(2);
      const covers = (one: Buffer): number => one.toString('latin1').split('/DCTDecode').length - 1;
      expect(covers(pdf)).toBe(2);
      const plain = (await made(albums, { ...layout, show_start_cover: false })).pdf;
      expect(Math.abs(pdf.length - plain.length)).toBeLessThan(2000);
      // Without covers behind them, the fields are the images that they always were.
      expect(plain.toString('latin1')).not.toMatch(/\/Mask|\/ca 0/);
    });
  }

  it('has every dot beside pictures of tracks', async () => {
    const layout = layoutOf({ show_track_pictures: true, dpi: 600 });
    const codes = [920, prev, play, stop, next, ...tracks.slice(0, 9)];
    const album = albumOf({ oid: 920, tracks: 9, pictures: (n) => n % 4 !== 3 });
    expect(await checkPrinted([album], layout)).toEqual(codes.sort(numeric));
  });

  it('has every dot of a long album on discs', async () => {
    const album = albumOf({ oid: 920, tracks: 24 });
    const layout = layoutOf({ preset: 'round', show_general_controls: true, pixel_size: 3 });
    expect(await checkPrinted([album], layout)).toEqual(everything);
  });

  it('has every dot of tiles with their buttons, wide and narrow', async () => {
    for (const tile_size of [0, 24]) {
      const albums = [3, 920].map((oid) => albumOf({ oid, cover: oid !== 920 }));
      const layout = layoutOf({ preset: 'tiles', tile_size, show_tile_controls: true, dpi: 600 });
      const codes = [3, 920, ...[prev, play, stop, next].flatMap((code) => [code, code])];
      expect(await checkPrinted(albums, layout)).toEqual(codes.sort(numeric));
    }
  });

  it('says its size, its title and all its words', async () => {
    const titles = ['Grüße', 'Ελλάδα', 'Тихий Дон', '夜の音楽', '한국어', 'नमस्ते', 'ไทย', 'ქართული'];
    const { pdf } = await made([albumOf({ oid: 920, title: 'Überall', tracks: titles.length, titles })], layoutOf({}));
    expect(await pdfPageSizes(pdf)).toEqual([{ width: expect.closeTo(595.2, 2), height: expect.closeTo(841.92, 2) }]);
    const text = await pdfText(pdf);
    for (const words of ['Überall', 'OID 920', '1:01', ...titles]) expect(text).toContain(words);
    expect(pdf.toString('latin1')).toContain('/PrintScaling /None');
  });
});

describe('sheetPdf', () => {
  it('gives pages away while it works on the next, and stops with its reader', async () => {
    let laidOut = 0;
    const endless = function* (): Generator<Page, void, void> {
      const [page] = [...sheetPages([albumOf({ oid: 920, tracks: 24 })], layoutOf({}), set)];
      for (; page !== undefined; laidOut++) yield page;
    };
    let bytes = 0;
    for await (const piece of sheetPdf(endless(), {
      title: '',
      created: new Date(),
      picture: () => Promise.resolve(null),
    })) {
      bytes += piece.length;
      if (laidOut >= 5) break;
    }
    expect(bytes).toBeGreaterThan(20_000);
    expect(laidOut).toBeLessThan(7);
  });

  it('leaves a cover out that is gone', async () => {
    const pages = sheetPages([albumOf({ oid: 920 })], layoutOf({}), set);
    const options = { title: '', created: new Date(), picture: () => Promise.resolve(null) };
    expect((await buffer(sheetPdf(pages, options))).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('reads no file and asks no server that a title names', async () => {
    const { pdf } = await made(
      [
        albumOf({
          oid: 920,
          title: 'http://127.0.0.1:1/x',
          artist: '/etc/passwd',
          titles: ['file:///etc/passwd', 'data:image/png;base64,AAAA'],
        }),
      ],
      layoutOf({}),
    );
    expect(pdf.length).toBeGreaterThan(10_000);
  });
});
