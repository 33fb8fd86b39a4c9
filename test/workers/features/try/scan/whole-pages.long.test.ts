/** Our own sheets, as printers and scanners see them, read back whole. */
import { beforeAll, expect, it } from '@jest/globals';
import { readPage } from '../../../../../workers/oid/read/read-page.js';
import { sheetPdf } from '../../../../../workers/print/output/pdf.js';
import type { PrintLayout } from '../../../../../workers/print/sheet/print-layout.js';
import type { SheetAlbum } from '../../../../../workers/print/sheet/sheet-album.js';
import { sheetPages } from '../../../../../workers/print/sheet/sheet.js';
import { createTypesetter } from '../../../../../workers/print/text/typeset.js';
import { renderGrey, withPoppler } from '../../../../support/print/poppler.js';
import { scanAgain, type Worse } from '../../../../support/print/scan-again.js';
import { albumOf, coverPicture, layoutOf } from '../../../print/sheets.js';

const set = createTypesetter();
let cover: Uint8Array;
beforeAll(async () => void (cover = await coverPicture()));

const numeric = (a: number, b: number): number => a - b;

async function read(
  albums: readonly SheetAlbum[],
  layout: PrintLayout,
  { dpi, isKnown = true, ...worse }: Worse & { dpi: number; isKnown?: boolean },
): Promise<{ wanted: number[]; found: number[]; page: ReturnType<typeof readPage> }> {
  const pages = [...sheetPages(albums, layout, set)];
  const pieces: Buffer[] = [];
  const options = { title: 'Probe', created: new Date(0), picture: () => Promise.resolve(cover) };
  for await (const piece of sheetPdf(pages, options)) pieces.push(piece);
  const fields = pages.map(({ items }) => items.flatMap((item) => (item.kind === 'field' ? [item.code] : [])));
  const fullest = fields.reduce((one, other) => (other.length > one.length ? other : one), []);
  const image = await renderGrey(Buffer.concat(pieces), fields.indexOf(fullest) + 1, dpi);
  const page = readPage(Object.keys(worse).length === 0 ? image : scanAgain(image, worse), isKnown ? dpi : undefined);
  return { wanted: fullest.sort(numeric), found: page.fields.map(({ code }) => code).sort(numeric), page };
}

withPoppler('a sheet that is read back', () => {
  const full = albumOf({ oid: 920, tracks: 24 });
  const three = [3, 920, 992].map((oid) => albumOf({ oid, tracks: 9, cover: oid !== 920, pictures: (n) => n % 3 > 0 }));

  it('with all its fields has all its codes in spite of noise, a turn and another scale', async () => {
    const layout = layoutOf({ page_size: 'A5', columns: 2, show_general_controls: true });
    const { wanted, found, page } = await read([full], layout, { dpi: 600, turned: 1, scale: 1.01, noise: 0.02 });
    expect(wanted.length).toBeGreaterThan(20);
    expect(found).toEqual(wanted);
    expect(page.unread).toEqual([]);
    expect(page.angle).toBeCloseTo(1, 1);
  });

  it('has all its codes at 1200 dpi, with noise', async () => {
    const layout = layoutOf({ page_size: 'A5', show_track_pictures: true });
    const { wanted, found, page } = await read(three, layout, { dpi: 1200, noise: 0.02 });
    expect(found).toEqual(wanted);
    expect(page.scale).toBeCloseTo(1, 3);
  });

  it.each([
    ['tiles', 0],
    ['cd', 1],
    ['round', 2],
    ['list', 3],
  ] as const)('as %s, on its side or its head, has all its codes whatever its resolution', async (preset, quarters) => {
    const layout = layoutOf({ preset, page_size: 'A5', show_tile_controls: true });
    const { wanted, found, page } = await read(three, layout, { dpi: 600, isKnown: false, quarters });
    expect(found).toEqual(wanted);
    expect(page.unread).toEqual([]);
    expect(Math.cos(((page.angle! - 90 * quarters) * Math.PI) / 180)).toBeCloseTo(1, 3);
  });

  it.each(['list', 'tiles', 'cd', 'round'] as const)('as %s has all its codes over covers, too', async (preset) => {
    const layout = layoutOf({ preset, page_size: 'A5', show_start_cover: true });
    const { wanted, found, page } = await read(three, layout, { dpi: 600, isKnown: false, turned: 1 });
    expect(found).toEqual(wanted);
    expect(page.unread).toEqual([]);
  });

  it('is read from row to row, also on its head', async () => {
    const layout = layoutOf({ page_size: 'A5', preset: 'cd' });
    const upright = await read([full], layout, { dpi: 400 });
    const onItsHead = await read([full], layout, { dpi: 400, quarters: 2, turned: 0.8 });
    const codes = upright.page.fields.map(({ code }) => code);
    expect(codes.slice(0, 5)).toEqual([920, 3945, 3947, 3946, 3944]);
    expect(onItsHead.page.fields.map(({ code }) => code)).toEqual(codes);
  });
});

it('is not seen where there is none: photographs, text, halftones, noise', () => {
  const [width, height] = [700, 500];
  let state = 7;
  const random = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  const dotted = (x: number, y: number, cell: number, radius: number): number =>
    Math.hypot(x / cell - Math.round(x / cell), y / cell - Math.round(y / cell)) < radius ? 0 : 255;
  const pictures: ((x: number, y: number) => number)[] = [
    (x, y) => 120 + 100 * Math.sin(x / 300) * Math.cos(y / 200) + 30 * (random() - 0.5),
    (x, y) => 128 + 60 * Math.sin(x / 1.05) + 60 * Math.sin(y / 1.07 + x / 500),
    (x, y) => (((x * 73) ^ (y * 151)) & 31) * 6,
    (x, y) => (x ^ y) & 255,
    (x, y) => dotted(x, y, 5.66, 0.2 + 0.1 * Math.sin(x / 100)),
    (x, y) => dotted(x + 0.3 * y, y - 0.3 * x, 5.9, 0.25),
    (x, y) => (((x >> 3) + (y >> 4)) % 5 === 0 || (x * y) % 37 === 0 ? 0 : 240),
  ];
  for (const shade of pictures) {
    const pixels = Uint8Array.from({ length: width * height }, (_, at) => shade(at % width, Math.floor(at / width)));
    expect(readPage({ width, height, pixels }, 600).fields).toEqual([]);
  }
});
