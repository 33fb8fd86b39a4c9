/** Pictures of all kinds, as they come: one small page of three codes in each. */
import { describe, expect, it } from '@jest/globals';
import { Jimp } from 'jimp';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GreyImage } from '../../../../../workers/oid/read/ink.js';
import { readPng } from '../../../../../workers/features/try/scan/picture/png.js';
import { upright } from '../../../../../workers/features/try/scan/picture/upright.js';
import { scanPicture } from '../../../../../workers/features/try/scan/scan.js';
import { temporaryFolders } from '../../../../support/folder.js';
import { scanned } from '../../../oid/read/pages.js';
import { pngFile, type PngKind } from './png-file.js';

const folder = temporaryFolders();
const codes = [920, 3944, 2663];
const page = scanned(
  {
    dpi: 600,
    dotSize: 2,
    width: 36,
    height: 14,
    fields: codes.map((code, n) => ({ code, x: 2 + 11.5 * n, y: 3, width: 8, height: 8 })),
  },
  { dpi: 600 },
);

/** Neither square nor of a size that is a multiple of anything; every shade is in it. */
const shades: GreyImage = {
  width: 37,
  height: 29,
  pixels: Uint8Array.from({ length: 37 * 29 }, (_, at) => (at * 7) % 256),
};

describe('a PNG', () => {
  const kinds: PngKind[] = [
    ...([0, 2, 4, 6] as const).flatMap((colour) => ([8, 16] as const).map((depth) => ({ colour, depth }))),
    { colour: 3, depth: 8 },
    ...([1, 2, 3, 4] as const).map((filter) => ({ colour: 2 as const, depth: 8 as const, filter })),
    { colour: 0, depth: 8, interlaced: true },
    { colour: 6, depth: 16, interlaced: true, filter: 4 },
  ];
  it.each(kinds)('%j comes back as it was', async (kind) => {
    const read = await readPng(pngFile(shades, kind));
    expect([read.width, read.height]).toEqual([shades.width, shades.height]);
    // A palette of three colours by their weights, rounded down.
    const off = read.pixels.map((value, at) => Math.abs(value - shades.pixels[at]!));
    expect(Math.max(...off)).toBeLessThanOrEqual(1);
  });

  it.each([
    { colour: 0, depth: 1 },
    { colour: 3, depth: 1 },
    { colour: 3, depth: 1, interlaced: true },
  ] as const)('%j of one bit is black and white, and paper where it is transparent', async (kind) => {
    const read = await readPng(pngFile(shades, kind));
    expect([...read.pixels]).toEqual([...shades.pixels].map((value) => (value < 128 ? 0 : 255)));
  });

  it('that is broken off or damaged is refused', async () => {
    const whole = pngFile(page, { colour: 0, depth: 8 });
    const damaged = Buffer.from(whole).fill(7, 2000, 2100);
    for (const bytes of [whole.subarray(0, whole.length >> 1), damaged])
      await expect(scanPicture(bytes)).rejects.toMatchObject({ code: 'bad_field', fields: { image: /damaged/ } });
  });
});

describe('a picture', () => {
  it('says where each code is, by the resolution in the file', async () => {
    const findings = await scanPicture(pngFile(page, { colour: 0, depth: 1, dpi: 600 }));
    expect(findings).toMatchObject({ dpi: 600, dpiFrom: 'file', unread: [], problems: [] });
    expect(findings.codes.map(({ code }) => code)).toEqual(codes);
    for (const [n, { place }] of findings.codes.entries()) {
      expect(Math.abs(place.x - (2 + 11.5 * n))).toBeLessThan(0.6);
      expect(Math.abs(place.y - 3)).toBeLessThan(0.6);
      expect(Math.abs(place.width - 8)).toBeLessThan(1.1);
    }
    expect(findings.codes.map(({ meaning }) => String(meaning))).toEqual([
      'number 920, start field of an album',
      'button: next',
      'track 1',
    ]);
  });

  it('without a resolution, or with one that cannot be, has that of its dots', async () => {
    for (const dpi of [undefined, 72, 300]) {
      const kind: PngKind = { colour: 0, depth: 8, ...(dpi === undefined ? {} : { dpi }) };
      const findings = await scanPicture(pngFile(page, kind));
      expect([dpi, findings.dpi, findings.dpiFrom, findings.scale]).toEqual([dpi, 600, 'dots', undefined]);
      expect(findings.codes.map(({ code }) => code)).toEqual(codes);
    }
  });

  it('as a JPEG, from a path, is read as it was held', async () => {
    const image = new Jimp({ width: page.width, height: page.height, color: 0xffffffff });
    for (const [at, value] of page.pixels.entries()) image.bitmap.data.fill(value, 4 * at, 4 * at + 3);
    const plain = await image.getBuffer('image/jpeg', { quality: 80 });
    const path = join(await folder(), 'scan.jpg');
    await writeFile(path, withOrientation(plain, 6));
    const findings = await scanPicture(path, { dpi: 600 });
    expect([findings.width, findings.height]).toEqual([page.height, page.width]);
    expect(findings.codes.map(({ code }) => code)).toEqual(codes);
    // As it was held, the page lies on its right side: its first code is above the others.
    expect(Math.round(findings.angle!)).toBe(90);
    for (const [n, { place }] of findings.codes.entries()) expect(Math.abs(place.y - (2 + 11.5 * n))).toBeLessThan(0.6);
  });

  it('that is none, of another kind, too large, or not there, is refused with a reason', async () => {
    const huge = Buffer.from(pngFile(shades, { colour: 0, depth: 8 }));
    huge.writeUInt32BE(20_000, 16);
    huge.writeUInt32BE(20_000, 20);
    for (const [bytes, why] of [
      [Buffer.from('no'), /must be a PNG or JPEG/],
      [Buffer.from('GIF89a\x01\0\x01\0', 'latin1'), /this is GIF/],
      [Buffer.alloc(0), /empty/],
      [huge, /20000 × 20000 pixels; at most 145 million/],
    ] as const)
      await expect(scanPicture(bytes)).rejects.toMatchObject({
        code: 'bad_field',
        message: expect.stringMatching(why),
      });
    await expect(scanPicture('/nowhere/at.png')).rejects.toMatchObject({ code: 'not_found' });
    await expect(scanPicture(huge, { dpi: 7 })).rejects.toMatchObject({ fields: { dpi: expect.any(String) } });
  });

  it('is no longer read when nobody waits for it', async () => {
    const controller = new AbortController();
    const reading = scanPicture(pngFile(page, { colour: 0, depth: 8 }), { signal: controller.signal });
    controller.abort(new Error('gone'));
    await expect(reading).rejects.toThrow('gone');
  });
});

/** Exif with nothing but an orientation, behind the first two bytes. */
function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  tiff.writeUInt16BE(orientation, 18);
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}

it('is turned by what Exif says, all eight ways', () => {
  // A row of three above a row of three.
  const stored = { width: 3, height: 2, pixels: Uint8Array.from([1, 2, 3, 4, 5, 6]) };
  const turned = [1, 2, 3, 4, 5, 6, 7, 8].map((orientation) => [...upright(stored, orientation).pixels].join(''));
  expect(turned).toEqual(['123456', '321654', '654321', '456123', '142536', '415263', '635241', '362514']);
});
