import { describe, expect, it } from '@jest/globals';
import { TonstiftError } from '../../../workers/base/errors.js';
import { describeGme, dumpGme } from '../../../workers/gme/describe.js';
import { readGme } from '../../../workers/gme/read.js';
import type { GmeSource } from '../../../workers/gme/source.js';
import { bytesSource } from '../../../workers/gme/source.js';
import { assemble, goldenMedia, goldens } from './goldens.js';
import { seededRandom } from './random.js';

const golden = assemble(goldens[0]!.album, goldenMedia(3));

/** The sentence of the error, or undefined; any other throw fails the test. Whatever can be read can be shown. */
function complaint(bytes: Uint8Array): string | undefined {
  try {
    const gme = readGme(bytesSource(bytes));
    let letters = 0;
    for (const line of describeGme(gme)) letters += line.length;
    for (const line of dumpGme(gme)) letters += line.length;
    expect(letters).toBeGreaterThan(0);
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof TonstiftError)) throw thrown;
    expect(thrown.code).toBe('bad_field');
    return thrown.fields.gme;
  }
}

function edited(edit: (view: DataView) => void): Uint8Array {
  const copy = golden.slice();
  edit(new DataView(copy.buffer));
  return copy;
}

const word = (at: number): number => new DataView(golden.buffer, golden.byteOffset).getUint32(at, true);

describe('a broken file gives an error that says where', () => {
  it('cut off anywhere', () => {
    for (let size = 0; size < golden.length - 60; size += 64) {
      expect(complaint(golden.slice(0, size))).toMatch(/0x[0-9A-F]{8}/);
    }
  });

  it('with bytes flipped at random', () => {
    const random = seededRandom(20_240_229);
    let refused = 0;
    for (let round = 0; round < 300; round++) {
      const copy = golden.slice();
      for (let flips = 1 + random(8); flips > 0; flips--)
        copy[random(round % 2 === 0 ? 0x200 : copy.length)] = random(256);
      if (complaint(copy) !== undefined) refused += 1;
    }
    expect(refused).toBeGreaterThan(30);
  });

  it('with any word of the structures set to extremes', () => {
    const end = word(4) + 3 * 8;
    const complaints: string[] = [];
    let shown = 0;
    for (const value of [0, 1, 0xffff, 0x7fff_ffff, 0xffff_fffe, 0xffff_ffff]) {
      for (let at = 0; at < end; at += at < 0x210 ? 3 : 97) {
        const sentence = complaint(edited((view) => view.setUint32(at, value, true)));
        if (sentence === undefined) shown += 1;
        else complaints.push(sentence);
      }
    }
    expect(shown).toBeGreaterThan(500);
    expect(complaints.filter((sentence) => !/0x[0-9A-F]{8}/.test(sentence))).toEqual([]);
    // Each structure is told to be broken by itself.
    const structures = complaints.map(
      (sentence) => /magic|comment|script table|line|script|game|register|special|power-on|operand/.exec(sentence)?.[0],
    );
    expect([...new Set(structures)].sort()).toEqual([
      'comment',
      'game',
      'line',
      'magic',
      'operand',
      'power-on',
      'register',
      'script',
      'script table',
      'special',
    ]);
  });

  it('made of noise behind a sound beginning', () => {
    const random = seededRandom(7);
    const complaints: (string | undefined)[] = [];
    for (let round = 0; round < 300; round++) {
      const noise = Uint8Array.from({ length: 600 + random(5000) }, () => random(round % 3 === 0 ? 4 : 256));
      const view = new DataView(noise.buffer);
      view.setUint32(8, 0x238b, true);
      for (const at of [0, 4, 0x0c, 0x10, 0x18, 0x71, 0x94]) view.setUint32(at, random(noise.length), true);
      // A short comment and a script table of some codes, or the reading ends there each time.
      noise[0x20] = random(8);
      for (const [at, value] of [
        [0, 0x200],
        [0x200, random(8)],
        [0x204, 0],
      ] as const)
        view.setUint32(at, value, true);
      for (let at = 0x208; at <= 0x208 + 4 * 8; at += 4) view.setUint32(at, random(noise.length), true);
      complaints.push(complaint(noise));
    }
    expect(complaints.filter((sentence = 'none') => !/script .*0x[0-9A-F]{8}/.test(sentence))).toEqual([]);
    // Scripts and lines of them, in many places: it was no single check that refused all.
    expect(complaints.filter((sentence = '') => /line \d+ of/.test(sentence)).length).toBeGreaterThan(30);
    expect(new Set(complaints).size).toBeGreaterThan(100);
  });

  const named: [string, (view: DataView) => void, RegExp][] = [
    ['another magic number', (view) => view.setUint32(8, 1, true), /magic number at 0x08 is 0x00000001/],
    [
      'a script table behind the end',
      (view) => view.setUint32(0, 0xffff_fff0, true),
      /script table should be at 0xFFFFFFF0/,
    ],
    ['codes that fall', (view) => view.setUint32(0x204, 20_000, true), /codes 20000 to/],
    [
      'codes beyond 16 bits',
      (view) => view.setUint32(0x200, 0xffff_fffe, true),
      /script table .* codes must rise, up to 65535/,
    ],
    [
      'a table longer than the file',
      (view) => view.setUint32(0x200, 65_535, true),
      /script table .* entries of 4 bytes/,
    ],
    [
      '65535 registers',
      (view) => view.setUint16(word(0x18), 65_535, true),
      /initial registers at .* 65535 entries of 2 bytes/,
    ],
    [
      '65535 timer lines',
      (view) => view.setUint16(word(0x0c), 65_535, true),
      /timer script at .* 65535 entries of 4 bytes/,
    ],
    ['4 billion games', (view) => view.setUint32(word(0x10), 0xffff_ffff, true), /game table at .* 4294967295 entries/],
    ['65535 playlists', (view) => view.setUint16(word(0x71), 65_535, true), /power-on list at .* 65535 entries/],
    [
      'a medium behind the end',
      (view) => view.setUint32(word(4) + 4, 0xffff_fff0, true),
      /medium 0 has 4294967280 bytes/,
    ],
    ['a first medium inside the table', (view) => view.setUint32(word(4), word(4), true), /first medium is at/],
    ['a comment of 255 letters', (view) => view.setUint8(0x20, 255), /comment at 0x00000020 has 255 bytes/],
  ];
  it.each(named)('%s', (_, edit, sentence) => expect(complaint(edited(edit))).toMatch(sentence));
});

describe('a file that refers to the same bytes over and over', () => {
  /** A script table of `codes` entries, all of the same script, whose `lines` lines are all the same one. */
  function bomb(codes: number, lines: number): Uint8Array {
    const script = 0x208 + codes * 4;
    const line = script + 2 + lines * 4;
    const bytes = new Uint8Array(line + 5000);
    bytes.set(golden.subarray(0, 0x200));
    const view = new DataView(bytes.buffer);
    for (const at of [0x04, 0x0c, 0x10, 0x18, 0x71, 0x94]) view.setUint32(at, 0, true);
    view.setUint32(0x200, codes, true);
    view.setUint32(0x204, 1, true);
    for (let i = 0; i < codes; i++) view.setUint32(0x208 + i * 4, script, true);
    view.setUint16(script, lines, true);
    for (let i = 0; i < lines; i++) view.setUint32(script + 2 + i * 4, line, true);
    view.setUint16(line + 4, 500, true);
    return bytes;
  }

  it('ends in an error before it has grown', () => {
    expect(complaint(bomb(60_000, 60_000))).toMatch(/exceeds the limit of 4194304 bytes/);
  });

  it('is not read over and over', () => {
    const source = bytesSource(bomb(60_000, 60_000));
    let bytesRead = 0;
    const counting: GmeSource = {
      size: source.size,
      read(offset, length) {
        bytesRead += length;
        return source.read(offset, length);
      },
    };
    expect(() => readGme(counting)).toThrow(TonstiftError);
    expect(bytesRead).toBeLessThanOrEqual(source.size);
  });

  it('is read where it is small', () => {
    expect(complaint(bomb(10, 10))).toBeUndefined();
  });

  it('may point at itself', () => {
    const bytes = bomb(1, 1);
    new DataView(bytes.buffer).setUint32(0x208 + 4 + 2, 0x208 + 4, true);
    expect(complaint(bytes)).toMatch(/operand at 0x0000020E is of kind 12/);
  });
});

it('does not speak to the terminal', () => {
  const gme = readGme(bytesSource(edited((view) => view.setUint8(0x22, 0x1b))));
  expect([...describeGme(gme)].join('\n')).toContain('C\\x1bOMPTECH');
});
