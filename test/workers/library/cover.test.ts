/** What becomes of pictures that people have, and of pictures that are made to hurt. */
import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Jimp } from 'jimp';
import { makeCover } from '../../../workers/library/cover.js';
import { pictureHeader } from '../../../workers/library/picture-header.js';
import { jpegOf, pngOf, tiffBomb } from '../../fixtures/hostile-pictures.js';
import { png } from '../../fixtures/picture.js';
import { temporaryFolders } from '../../support/folder.js';
import { times } from '../../support/times.js';

const folder = temporaryFolders();
const script = fileURLToPath(new URL('./make-covers.js', import.meta.url));

interface Made {
  results: { bytes?: number; reason?: string }[];
  ms: number;
  megabytes: number;
}

/** In a process of its own, from the compiled program: its memory is nobody else's. */
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

/** A JPEG with the orientation of a camera that was turned. */
async function turned(width: number, height: number, orientation: number): Promise<Buffer> {
  const jpeg = await new Jimp({ width, height, color: red }).getBuffer('image/jpeg');
  const exif = Buffer.from('Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0?\0\0\0\0\0\0\0', 'latin1');
  exif[exif.indexOf('?')] = orientation;
  const segment = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), segment, exif, jpeg.subarray(2)]);
}

describe('a cover', () => {
  it.each(Object.entries(webps))('may be a %s WebP', async (_, base64) => {
    const cover = await Jimp.read(Buffer.from(await makeCover(Buffer.from(base64, 'base64'), 'a.webp')));
    expect([cover.width, cover.height]).toEqual([40, 20]);
    expect(cover.getPixelColor(20, 10) >>> 24).toBeGreaterThan(240);
  });

  it('stands upright, whichever way the camera was held', async () => {
    for (const [orientation, size] of [
      [1, [40, 20]],
      [3, [40, 20]],
      [6, [20, 40]],
      [8, [20, 40]],
    ] as const) {
      const cover = await Jimp.read(Buffer.from(await makeCover(await turned(40, 20, orientation), 'a.jpg')));
      expect([orientation, [cover.width, cover.height]]).toEqual([orientation, size]);
    }
  });

  it('is white where the picture lets through', async () => {
    const clear = await new Jimp({ width: 8, height: 8, color: 0x00000000 }).getBuffer('image/png');
    expect((await Jimp.read(Buffer.from(await makeCover(clear, 'a.png')))).getPixelColor(4, 4)).toBe(0xffffffff);
  });

  it('is made of photographs of 12 megapixels, six at once, and of 50, in bounded memory', async () => {
    const several = await madeAtOnce(jpegOf(4000, 3000), 6);
    expect(several.results.map(({ reason }) => reason)).toEqual(Array(6).fill(undefined));
    expect(several.megabytes).toBeLessThan(700);
    const large = await madeAtOnce(jpegOf(8660, 5773), 1);
    expect(large.results[0]?.reason).toBeUndefined();
    expect(large.megabytes).toBeLessThan(900);
  }, 90_000);
});

describe('a picture is refused', () => {
  it('by the name of its format, undecoded', async () => {
    const { results, ms, megabytes } = await madeAtOnce(tiffBomb(6000, 6000), 12);
    expect(new Set(results.map(({ reason }) => reason))).toEqual(
      new Set(['The picture "picture" is a TIFF; JPEG, PNG, WebP and GIF can be read.']),
    );
    expect([ms < 1000, megabytes < 150]).toEqual([true, true]);
    const kinds: [string, string][] = [
      ['BM000000', 'a BMP'],
      ['\0\0\0\x20ftypavif', 'an AVIF'],
      ['\0\0\0\x20ftypheic', 'a HEIC'],
      ['<svg xmlns="x">', 'an SVG'],
      ['hello', 'no picture'],
    ];
    for (const [head, name] of kinds)
      await expect(makeCover(Buffer.from(head, 'latin1'), 'a')).rejects.toThrow(`is ${name}; JPEG, PNG, WebP and GIF`);
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

  it('where its header is broken off, wherever', async () => {
    for (const picture of [png(9, 9, [1, 2, 3]), await turned(9, 9, 3), Buffer.from(webps.lossy, 'base64')]) {
      for (let length = 0; length < 40; length++)
        expect(() => pictureHeader(picture.subarray(0, length))).not.toThrow();
    }
  });
});

it('six large pictures at once take no more memory than one', async () => {
  const edge = times(3500, 5000);
  const picture = pngOf(edge, edge);
  const one = await madeAtOnce(picture, 1);
  const six = await madeAtOnce(picture, 6);
  expect(six.results.every(({ bytes = 0 }) => bytes > 0)).toBe(true);
  expect(six.megabytes).toBeLessThan(one.megabytes * 1.5);
}, 120_000);
