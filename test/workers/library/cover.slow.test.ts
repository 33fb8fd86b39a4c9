/** What becomes of pictures that people have, and of pictures that are made to hurt. */
import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { deflateSync } from 'node:zlib';
import { Jimp, ResizeStrategy } from 'jimp';
import { makeCover, makeThumbnail } from '../../../workers/library/pictures/cover.js';
import { pictureHeader } from '../../../workers/base/pictures/picture-header.js';
import { jpegOf, pngHeader, pngOf, pngOfColours, tiffBomb } from '../../fixtures/hostile-pictures.js';
import { png, pngOfChunks } from '../../fixtures/picture.js';
import { temporaryFolders } from '../../support/folder.js';

const folder = temporaryFolders();
const script = fileURLToPath(new URL('./make-covers.js', import.meta.url));

interface Made {
  results: { bytes?: number; reason?: string }[];
}

/** In a process of its own, from the compiled program. */
async function madeAtOnce(picture: Buffer, times: number): Promise<Made> {
  const path = join(await folder(), 'picture');
  await writeFile(path, picture);
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...Array<string>(times).fill(path)]);
  return JSON.parse(stdout) as Made;
}

/** Red, 40 × 20. */
const webps = {
  lossy:
    'UklGRk4AAABXRUJQVlA4IEIAAABQAwCdASooABQAPpFGnkslo6KhpWgAsBIJ' +
    'ZwDO3oAAK/fDcAD+7tPf/2LOWwLx//7nA/7nA/7nA/jbB+29aoAAAAA=',
  lossless: 'UklGRhwAAABXRUJQVlA4TA8AAAAvJ8AEAAcQ9Y/+ByKi/wEA',
};
const red = 0xff0000ff;

const jpegIn = async (width: number, height: number, color = red): Promise<Buffer> =>
  new Jimp({ width, height, color }).getBuffer('image/jpeg');

/** The JPEG with the orientation of a camera that was turned. */
function turned(jpeg: Buffer, orientation: number): Buffer {
  const exif = Buffer.from('Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0?\0\0\0\0\0\0\0', 'latin1');
  exif[exif.indexOf('?')] = orientation;
  const segment = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), segment, exif, jpeg.subarray(2)]);
}

/** A JPEG in RGB (Adobe Technical Note 5116), made of one in YCbCr: its components stay as they are. */
function asRgb(jpeg: Buffer): Buffer {
  const adobe = Buffer.from('\xff\xee\0\x0eAdobe\0\x64\0\0\0\0\0', 'latin1');
  return Buffer.concat([jpeg.subarray(0, 2), adobe, jpeg.subarray(4 + jpeg.readUInt16BE(4))]);
}

const read = (jpeg: Uint8Array): ReturnType<typeof Jimp.fromBuffer> => Jimp.fromBuffer(Buffer.from(jpeg));

/** White, red, green and blue: top left, top right, bottom left, bottom right. */
async function quarters(width: number, height: number): Promise<Buffer> {
  const data = Buffer.from('ffffffff' + 'ff0000ff' + '00ff00ff' + '0000ffff', 'hex');
  const image = new Jimp({ data, width: 2, height: 2 });
  return image.resize({ w: width, h: height, mode: ResizeStrategy.NEAREST_NEIGHBOR }).getBuffer('image/jpeg');
}

/** The letters of the colours of the four quarters. */
async function coloursOf(jpeg: Uint8Array): Promise<string> {
  const image = await read(jpeg);
  return [0.25, 0.75]
    .flatMap((y) => [0.25, 0.75].map((x) => image.getPixelColor(image.width * x, image.height * y) >>> 8))
    .map((rgb) => [rgb >> 16, (rgb >> 8) & 255, rgb & 255].map((part) => (part > 127 ? 1 : 0)).join(''))
    .map((bits) => ({ '111': 'w', '100': 'r', '010': 'g', '001': 'b' })[bits] ?? bits)
    .join('');
}

/** By orientation less 1 (CIPA DC-008, 4.6.4 A). */
const upright = ['wrgb', 'rwbg', 'bgrw', 'gbwr', 'wgrb', 'gwbr', 'brgw', 'rbwg'];

describe('a cover', () => {
  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['a lossy WebP', () => Buffer.from(webps.lossy, 'base64')],
    ['a lossless WebP', () => Buffer.from(webps.lossless, 'base64')],
    ['a BMP', () => new Jimp({ width: 40, height: 20, color: red }).getBuffer('image/bmp')],
    ['a PNG that jimp refuses and ffmpeg reads', () => Buffer.concat([png(40, 20, [255, 0, 0]), Buffer.from('more')])],
  ])('may be %s', async (_, picture) => {
    const cover = await read(await makeCover(await picture(), 'picture'));
    expect([cover.width, cover.height]).toEqual([40, 20]);
    expect(cover.getPixelColor(20, 10) >>> 24).toBeGreaterThan(240);
  });

  it.each([
    ['jimp', (jpeg: Buffer) => jpeg],
    ['ffmpeg, where the end is missing', (jpeg: Buffer) => jpeg.subarray(0, -2)],
  ])(
    'stands upright, whichever way the camera was held, by %s',
    async (_, changed) => {
      const picture = changed(await quarters(80, 40));
      for (const [n, colours] of upright.entries()) {
        const cover = await makeCover(turned(picture, n + 1), 'a.jpg', { side: 40 });
        expect([n + 1, await coloursOf(cover)]).toEqual([n + 1, colours]);
        const { width, height } = await read(cover);
        expect([n + 1, width, height]).toEqual([n + 1, ...(n < 4 ? [40, 20] : [20, 40])]);
      }
    },
    90_000,
  );

  it('stands upright where it is large', async () => {
    const { width, height } = await read(await makeCover(turned(jpegOf(3600, 1800), 6), 'a.jpg'));
    expect([width, height]).toEqual([600, 1200]);
  });

  it('is made by ffmpeg where jimp does not read it, or needs too much memory for it', async () => {
    // jimp's thread ends at its limit of memory with the last one, whose palette is large.
    const pictures = [Buffer.from(webps.lossy, 'base64'), pngOf(3000, 2001), pngOfColours(5_000_000)];
    for (const picture of pictures) {
      const { results } = await madeAtOnce(picture, 1);
      expect(results.map(({ reason }) => reason)).toEqual([undefined]);
    }
  });

  it('has the colours of a JPEG in RGB', async () => {
    // In YCbCr 150, 100, 100.
    const picture = asRgb(await jpegIn(40, 20, 0x6fb464ff));
    const color = (await read(await makeCover(picture, 'a.jpg'))).getPixelColor(20, 10);
    for (const [shift, part] of [
      [24, 150],
      [16, 100],
      [8, 100],
    ] as const)
      expect(Math.abs(((color >>> shift) & 255) - part)).toBeLessThan(6);
  });

  it('is white where the picture lets through', async () => {
    const clear = await new Jimp({ width: 8, height: 8, color: 0x00000000 }).getBuffer('image/png');
    expect((await Jimp.read(Buffer.from(await makeCover(clear, 'a.png')))).getPixelColor(4, 4)).toBe(0xffffffff);
  });

  it('is made of photographs of 12 megapixels, six at once, and of 50', async () => {
    const several = await madeAtOnce(jpegOf(4000, 3000), 6);
    expect(several.results.map(({ reason }) => reason)).toEqual(Array(6).fill(undefined));
    const large = await madeAtOnce(jpegOf(8660, 5773), 1);
    expect(large.results[0]?.reason).toBeUndefined();
  });
});

describe('a picture is refused', () => {
  it('by the name of its format, undecoded', async () => {
    const { results } = await madeAtOnce(tiffBomb(6000, 6000), 12);
    expect(new Set(results.map(({ reason }) => reason))).toEqual(
      new Set(['The picture "picture" is a TIFF; only JPEG, PNG, WebP, GIF and BMP can be read.']),
    );
    const kinds: [string, string][] = [
      ['\0\0\0\x20ftypavif', 'an AVIF'],
      ['\0\0\0\x20ftypheic', 'a HEIC'],
      ['<svg xmlns="x">', 'an SVG'],
      ['hello', 'no picture'],
    ];
    for (const [head, name] of kinds)
      await expect(makeCover(Buffer.from(head, 'latin1'), 'a')).rejects.toThrow(
        `is ${name}; only JPEG, PNG, WebP, GIF and BMP`,
      );
  });

  it('by its header, where it has too many pixels', async () => {
    await expect(makeCover(pngOf(30_000, 30_000, 1), 'a.png')).rejects.toThrow(
      '30000 × 30000 pixels, at most 60 million',
    );
  });

  it('where it has more pixels inside than its header says', async () => {
    const bomb = pngOf(9000, 9000, 1);
    const liar = Buffer.concat([png(4, 4, [0, 0, 0]).subarray(0, 8 + 25), bomb.subarray(8)]);
    expect(pictureHeader(liar)).toMatchObject({ width: 4, height: 4 });
    await expect(makeCover(liar, 'a.png')).rejects.toThrow('cannot be read');
  });

  it('by itself, where the thread of jimp ends at its limit of memory and ffmpeg cannot read it either', async () => {
    const broken = pngOfColours(5_000_000).subarray(0, -30);
    const pictures = [makeCover(broken, 'a.png'), makeCover(png(4, 4, [1, 2, 3]), 'b.png')];
    const results = await Promise.allSettled(pictures);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(String((results[0] as PromiseRejectedResult).reason)).toContain('The picture "a.png" cannot be read: ');
  });

  it('where its header is broken off, wherever', async () => {
    for (const picture of [png(9, 9, [1, 2, 3]), turned(await jpegIn(9, 9), 3), Buffer.from(webps.lossy, 'base64')]) {
      for (let length = 0; length < 40; length++)
        expect(() => pictureHeader(picture.subarray(0, length))).not.toThrow();
    }
  });
});

describe('a thumbnail', () => {
  it('is made of a large picture that replaced the cover', async () => {
    for (const picture of [jpegOf(2400, 1200), pngOf(1600, 800)]) {
      const { width, height } = await read(await makeThumbnail(picture));
      expect([width, height]).toEqual([360, 180]);
    }
  });

  it('is not found if the cover is no picture, or has too many pixels', async () => {
    for (const cover of [Buffer.from('hello'), pngOf(30_000, 30_000, 1)])
      await expect(makeThumbnail(cover)).rejects.toMatchObject({ code: 'not_found' });
  });
});

it('a picture is common if every decoder reads it alike, in memory that its header tells', async () => {
  const jpeg = await jpegIn(9, 9);
  const rows = ['IDAT', deflateSync(Buffer.alloc(28 * 9))] as const;
  expect([jpeg, turned(jpeg, 6), png(9, 9, [1, 2, 3])].map((picture) => pictureHeader(picture)?.isCommon)).toEqual(
    Array(3).fill(true),
  );
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  const changed = (at: number, value: number): Buffer => Buffer.from(jpeg).fill(value, at, at + 1);
  const others = {
    rgb: asRgb(jpeg),
    'rgb by the names of its components': changed(frame + 10, 0x52),
    '12 bits': changed(frame + 4, 12),
    cmyk: changed(frame + 9, 4),
    interlaced: pngOfChunks(['IHDR', pngHeader(9, 9, { interlacing: 1 })], rows),
    'two headers': pngOfChunks(['IHDR', pngHeader(9, 9)], ['IHDR', pngHeader(30_000, 30_000)], rows),
    webp: Buffer.from(webps.lossy, 'base64'),
  };
  for (const [name, picture] of Object.entries(others))
    expect([name, pictureHeader(picture)?.isCommon]).toEqual([name, false]);
});
