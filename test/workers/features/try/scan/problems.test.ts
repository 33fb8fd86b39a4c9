/** Prints and scans that are bad in one way each, and what is said of them. */
import { expect, it } from '@jest/globals';
import { textIn } from '../../../../../workers/base/language/sentence.js';
import type { GreyImage } from '../../../../../workers/oid/read/ink.js';
import { readPage } from '../../../../../workers/oid/read/read-page.js';
import { sharpnessOf } from '../../../../../workers/oid/read/sharpness.js';
import { problemKinds, problemsOf } from '../../../../../workers/features/try/scan/problems.js';
import { scanAgain } from '../../../../support/print/scan-again.js';
import { scanned, type Printed, type Scan } from '../../../oid/read/pages.js';

const sheet = (dotSize = 2, dpi = 600): Printed => ({
  dpi,
  dotSize,
  width: 34,
  height: 18,
  fields: [920, 3944].map((code, n) => ({ code, x: 3 + 15 * n, y: 3, width: 12, height: 12 })),
});

function problems(image: GreyImage, dpi: number | undefined): { kinds: string[]; texts: string[] } {
  const { width, height } = image;
  const seen = { page: readPage(image, dpi), width, height, dpi, sharpness: sharpnessOf(image) };
  const found = problemsOf(seen, { given: dpi, claimed: undefined });
  return { kinds: found.map(({ kind }) => kind), texts: found.map(({ words }) => textIn(words, 'de')) };
}
const ofSheet = (scan: Scan, printed = sheet()): ReturnType<typeof problems> =>
  problems(scanned(printed, scan), scan.dpi);

/** Each pixel becomes the mean of the 25 around it. */
function smeared({ width, height, pixels }: GreyImage): GreyImage {
  const wide = pixels.map((_, at) => [-2, -1, 0, 1, 2].reduce((sum, n) => sum + (pixels[at + n] ?? 255), 0) / 5);
  const both = wide.map((_, at) => [-2, -1, 0, 1, 2].reduce((sum, n) => sum + (wide[at + n * width] ?? 255), 0) / 5);
  return { width, height, pixels: both };
}

it('a good print and scan has none, whatever its dots', () => {
  for (const [dotSize, dpi] of [
    [1, 600],
    [2, 600],
    [3, 600],
    [2, 1200],
  ] as const)
    expect([dotSize, dpi, ofSheet({ dpi: 600 }, sheet(dotSize, dpi)).texts]).toEqual([dotSize, dpi, []]);
});

it('a scan that is too coarse says so', () => {
  for (const dpi of [150, 200]) {
    const { kinds, texts } = ofSheet({ dpi });
    expect([dpi, kinds[0]]).toEqual([dpi, 'too_coarse']);
    expect(texts[0]).toContain(`${dpi} dpi`);
  }
  const small = scanned(sheet(), { dpi: 150 });
  expect(problems(small, undefined).kinds).toContain('too_coarse');
});

it('a print at 97 % says by how much, and one at 100.3 % does not', () => {
  expect(ofSheet({ dpi: 600, scale: 0.97 }).texts[0]).toMatch(/^Der Bogen wurde mit 97(\.\d)? % gedruckt/);
  expect(ofSheet({ dpi: 600, scale: 1.02 }).kinds).toEqual(['scaled']);
  expect(ofSheet({ dpi: 600, scale: 1.003 }).kinds).toEqual([]);
});

it('toner saving says so: dots that are grey, broken, or gone', () => {
  const good = scanned(sheet(3), { dpi: 600 });
  const grey = scanAgain(good, { shade: (value) => 255 - (255 - value) * 0.45 });
  expect(problems(grey, 600).kinds).toContain('faint_dots');
  const broken = { ...good, pixels: good.pixels.slice() };
  // Every third dot's place, by cells of six pixels.
  for (let y = 0; y < good.height; y++)
    for (let x = 0; x < good.width; x++)
      if ((Math.floor(x / 6) * 7 + Math.floor(y / 6) * 11) % 3 === 0) broken.pixels[y * good.width + x] = 255;
  const { kinds, texts } = problems(broken, 600);
  expect(kinds).toContain('missing_dots');
  expect(texts.join()).toContain('Tonersparen');
});

it('a blurred scan, one that lies askew, and one without dots say so', () => {
  const sharp = scanned(sheet(3), { dpi: 600 });
  expect(problems(smeared(smeared(sharp)), 600).kinds).toContain('blurred');
  expect(ofSheet({ dpi: 600, turned: 12 })).toMatchObject({ kinds: ['skewed'], texts: [/12°/] });
  const blank = { width: 3400, height: 400, pixels: new Uint8Array(3400 * 400).fill(250) };
  expect(problems(blank, 600).kinds).toEqual(['no_dots']);
});

it('dots that are no pattern are counted', () => {
  // Shifted by chance: as many dots as a field has, and no code.
  const [width, height] = [600, 400];
  const pixels = new Uint8Array(width * height).fill(255);
  let state = 5;
  for (let row = 10; row < 55; row++)
    for (let column = 10; column < 85; column++) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      const [x, y] = [column * 6 + 2 + ((state >>> 20) % 3) - 1, row * 6 + 2 + ((state >>> 24) % 3) - 1];
      for (const at of [0, 1, width, width + 1]) pixels[y * width + x + at] = 0;
    }
  const { kinds } = problems({ width, height, pixels }, 600);
  expect(['unread', 'no_dots'].some((kind) => kinds.includes(kind))).toBe(true);
  expect(kinds.every((kind) => problemKinds.some((known) => known === kind))).toBe(true);
});
