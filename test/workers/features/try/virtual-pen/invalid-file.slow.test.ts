/** Files that lie: an error that names it, in bounded time, and no byte outside is read. */
import { describe, expect, it } from '@jest/globals';
import { TonstiftError } from '../../../../../workers/base/errors.js';
import { controlCodes, trackCode } from '../../../../../workers/gme/codes.js';
import { readGme } from '../../../../../workers/gme/read.js';
import { bytesSource, type GmeSource } from '../../../../../workers/gme/source.js';
import { hear } from '../../../../../workers/features/try/virtual-pen/hearing.js';
import { virtualPen, type VirtualPen } from '../../../../../workers/features/try/virtual-pen/pen.js';
import { tap } from '../../../../../workers/features/try/virtual-pen/tap.js';
import { firings } from '../../../../../workers/features/try/virtual-pen/timer.js';
import { assemble, goldenMedia, goldens } from '../../../gme/goldens.js';
import { seededRandom } from '../../../gme/random.js';
import { assembled, type Book } from './assembled.js';
import { PaperPen } from './paper-pen.js';

/** The error of a tap on code 2000. */
function complaint(book: Book, code = 2000): TonstiftError {
  const pen = new PaperPen(assembled(book), () => 0);
  try {
    if (code !== 900) pen.start();
    pen.hear(code);
  } catch (thrown) {
    if (thrown instanceof TonstiftError) return thrown;
    throw thrown;
  }
  throw new Error('nothing was thrown');
}

describe('a script that cannot be meant ends in an error that names it', () => {
  const cases: [string, Book, RegExp][] = [
    [
      'an entry that is not in the playlist',
      { scripts: { 2000: ['#FFE8(0,2) # 7 8'] } },
      /2000 plays entry 2 .* of 2 /,
    ],
    ['an entry by a register', { scripts: { 2000: ['P($0) # 7'] }, registers: [65_535] }, /2000 plays entry 65535/],
    ['a range beyond the playlist', { scripts: { 2000: ['#FB00(0,3) # 7 8'] } }, /2000 plays entry 2 .* of 2 /],
    ['a range by chance beyond it', { scripts: { 2000: ['#FC00(0,514) # 7 8'] } }, /2000 plays entry 2 .* of 2 /],
    ['a coin-flip beyond it', { scripts: { 2000: ['#FFA1(0,1) # 7'] } }, /2000 plays entry 1 .* of 1 /],
    ['a medium that is not there', { scripts: { 2000: ['P(10)'] } }, /2000 plays medium 10; the file has 10/],
    ['a jump to such a script', { scripts: { 2000: ['J(3000)'], 3000: ['P(99)'] } }, /script 3000 plays medium 99/],
    ['a circle of one', { scripts: { 2000: ['J(2000)'] } }, /script 2000 loops without playing anything/],
    ['a circle of two', { scripts: { 2000: ['J(3000)'], 3000: ['$0+=1 J(2000)'] } }, /script 2000 loops without/],
    ['a circle that sounds never', { scripts: { 2000: ['PA*() J(2000)'] } }, /loops without playing anything/],
    ['a circle with a sound before it', { scripts: { 2000: ['P(1) J(3000)'], 3000: ['J(3000)'] } }, /loops without/],
    ['a circle through what nobody knows', { scripts: { 2000: ['#ABCD(0,0) J(2000)'] } }, /loops without/],
  ];
  it.each(cases)('%s', (_, book, sentence) => {
    const error = complaint(book);
    expect([error.code, error.message]).toEqual(['bad_field', expect.stringMatching(sentence)]);
    expect(error.fields.gme).toMatch(sentence);
  });

  it('a welcome that is not there', () => {
    expect(complaint({ scripts: {}, welcome: [[10]] }, 900).message).toMatch(/the start field plays medium 10/);
  });

  it('a timer in a circle', () => {
    const pen = new PaperPen(assembled({ scripts: { 2000: ['AT(1)'], 3000: ['J(3000)'] }, timer: ['J(3000)'] }));
    pen.start();
    pen.tap(2000);
    expect(() => {
      for (const steps of firings(pen.pen, 1000)) hear(steps);
    }).toThrow(/the timer script loops without/);
  });

  it('a table of programs outside the file', () => {
    const bytes = assembled({ scripts: {} });
    new DataView(bytes.buffer).setUint32(0xcc, bytes.length + 1, true);
    expect(() => virtualPen(bytesSource(bytes), () => 0)).toThrow(/a table of programs should be at 0x/);
  });

  it('and the pen goes on with the next tap', () => {
    const pen = new PaperPen(assembled({ scripts: { 2000: ['$0:=7 J(2000)'], 3000: ['P(1)'] } }));
    pen.start();
    expect(() => pen.tap(2000)).toThrow(TonstiftError);
    expect([pen.tap(3000), pen.register(0)]).toEqual([[1], 7]);
  });

  it('but a hundred thousand comparisons with a sound now and then are none', () => {
    const scripts = { 2000: ['$0<20000? $0+=1 J(2000)', '$1<3? $1+=1 $0:=0 P(1) J(2000)'] };
    expect(() => complaint({ scripts })).toThrow('nothing was thrown');
  });
});

/** Fails where anything outside is asked for. */
function guarded(bytes: Uint8Array): GmeSource {
  return {
    size: bytes.length,
    read(offset, length) {
      const isInside = Number.isInteger(offset) && offset >= 0 && length >= 0 && offset + length <= bytes.length;
      if (!isInside) throw new Error(`read of ${length} bytes at ${offset}`);
      return bytes.subarray(offset, offset + length);
    },
  };
}

const codes = [920, 921, ...Object.values(controlCodes), ...[0, 1, 2, 5, 23].map(trackCode), 920, 921, 5000];

/** Taps all of them. @returns how many were heard; an error that the pen names ends it */
function tapped(bytes: Uint8Array): number {
  let heard = 0;
  try {
    const pen: VirtualPen = virtualPen(guarded(bytes), () => 0);
    for (const code of [pen.gme.productId, ...codes]) {
      hear(tap(pen, code));
      heard += 1;
    }
    for (const steps of firings(pen, 1000)) hear(steps);
  } catch (thrown) {
    if (!(thrown instanceof TonstiftError)) throw thrown;
    expect(thrown.code).toBe('bad_field');
  }
  return heard;
}

const albums = goldens.map(({ album }) => album);
it.each(albums)(
  'of product $productId in mode $mode no byte of header and scripts can be flipped so that it hangs or reads outside',
  (album) => {
    const golden = assemble(album, goldenMedia(3));
    const { media } = readGme(bytesSource(golden));
    const { offset, length } = media.at(-1)!;
    const places = [...golden.keys()].filter((at) => at < media[0]!.offset || at >= offset + length);
    let whole = 0;
    for (const at of places) {
      const copy = golden.slice();
      copy[at] = (copy[at] ?? 0) ^ 0xff;
      if (tapped(copy) === codes.length + 1) whole += 1;
    }
    // Many bytes matter to no tap of these; a good many do.
    expect(places.length).toBeGreaterThan(9000);
    expect(whole).toBeGreaterThan(100);
    expect(whole).toBeLessThan(places.length);
  },
);

it('nor can several at random, to any value', () => {
  const random = seededRandom(12);
  for (let round = 0; round < 500; round++) {
    const copy = assemble(albums[round % 2]!, goldenMedia(3));
    const end = readGme(bytesSource(copy)).media[0]!.offset;
    for (let flips = 1 + random(6); flips > 0; flips--)
      copy[random(2) === 0 ? random(0x98) : random(end)] = random(256);
    tapped(copy);
  }
});

it('a file that was cut off is named, wherever it was cut', () => {
  const golden = assemble(goldens[0]!.album, goldenMedia(3));
  for (let size = 0; size < golden.length - 100; size += 61)
    expect(() => virtualPen(guarded(golden.slice(0, size)), () => 0)).toThrow(TonstiftError);
});

it('media are never read but for their first bytes', () => {
  const bytes = assemble(goldens[0]!.album, Array<Uint8Array>(3).fill(new Uint8Array(3_000_000)));
  let read = 0;
  const source = guarded(bytes);
  const pen = virtualPen(
    {
      size: source.size,
      read(offset, length) {
        read += length;
        return source.read(offset, length);
      },
    },
    () => 0,
  );
  for (const code of codes) hear(tap(pen, code));
  expect(read).toBeLessThan(100_000);
});
