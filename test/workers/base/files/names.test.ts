import { describe, expect, it } from '@jest/globals';
import {
  asciiSlug,
  cutToBytes,
  isIgnored,
  isPartial,
  pathParts,
  nameKey,
  safeName,
  typedName,
  uniqueName,
} from '../../../../workers/base/files/names.js';

describe('safeName', () => {
  it.each([
    ['Grüße & Töne.mp3', 'Grüße & Töne.mp3'],
    ['日本語.flac', '日本語.flac'],
    ['🎵 emoji 👩‍👧.mp3', '🎵 emoji 👩‍👧.mp3'],
    ['../x', '_x'],
    ['a/b\\c:d*e?f"g<h>i|j.mp3', 'a_b_c_d_e_f_g_h_i_j.mp3'],
    ['..', 'unnamed'],
    ['', 'unnamed'],
    ['.hidden', 'hidden'],
    ['~$lock.mp3', 'lock.mp3'],
    ['CON.mp3', '_CON.mp3'],
    ['tab\tnull\u0000.mp3', 'tabnull.mp3'],
    ['\ud800.mp3', '\ufffd.mp3'],
    ['exe\u202e3pm.exe', 'exe3pm.exe'],
    ['dots... ', 'dots'],
  ])('%j becomes %j', (name, safe) => expect(safeName(name)).toBe(safe));

  it('composes letters', () => expect(safeName('Gru\u0308ße')).toBe('Grüße'));

  it('shortens at a whole character and keeps the ending', () => {
    const name = safeName(`${'ü'.repeat(200)}.mp3`);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
    expect(name).toMatch(/^ü+\.mp3$/);
    expect(safeName('👩‍👧'.repeat(60)).endsWith('👩‍👧')).toBe(true);
  });
});

describe('uniqueName', () => {
  it('counts, whatever the case', () => {
    const taken = new Set([nameKey('01.MP3')]);
    expect([uniqueName('01.mp3', taken), uniqueName('01.mp3', taken), uniqueName('02.mp3', taken)]).toEqual([
      '01 (2).mp3',
      '01 (3).mp3',
      '02.mp3',
    ]);
  });

  it('asks for each name of many that are the same a few times only', () => {
    class Asked extends Set<string> {
      times = 0;
      override has(name: string): boolean {
        this.times++;
        return super.has(name);
      }
    }
    const taken = new Asked(['a.mp3', 'a (2).mp3', 'a (4).mp3']);
    const names = Array.from({ length: 2000 }, () => uniqueName('a.mp3', taken));
    expect([names[0], names[1], names.at(-1), new Set(names).size]).toEqual([
      'a (3).mp3',
      'a (5).mp3',
      'a (2003).mp3',
      2000,
    ]);
    expect(taken.times).toBeLessThan(10_000);
  });
});

it('typedName gives back what a Mac has sent to a share', () => {
  expect(typedName('Die drei \uf025\uf025\uf025')).toBe('Die drei ???');
  expect(typedName('\uf020a\uf021b\uf022c\uf023d\uf024e\uf026f\uf027g\uf029')).toBe('"a*b:c<d>e\\f|g.');
});

it('asciiSlug spells umlauts and drops the rest', () => {
  expect(asciiSlug('Grüße & Töne')).toBe('Gruesse-Toene');
  expect(asciiSlug('Élan à la carte')).toBe('Elan-a-la-carte');
  expect(asciiSlug('日本語')).toBe('');
});

it.each<[string, string[]]>([
  ['CD 1/01.mp3', ['CD 1', '01.mp3']],
  ['01.mp3', ['01.mp3']],
  ['/etc/passwd', ['etc', 'passwd']],
  ['../../a/./..//b.mp3', ['a', 'b.mp3']],
  ['C:\\Musik\\a.mp3', ['C:', 'Musik', 'a.mp3']],
  ['', []],
  ['..', []],
  ['/', []],
  [`${'ü'.repeat(300)}/${'x'.repeat(300)}.mp3`, ['ü'.repeat(127), `${'x'.repeat(251)}.mp3`]],
  [`${'ü'.repeat(200)}.mp3`, [`${'ü'.repeat(200)}.mp3`]],
  [`${'d/'.repeat(5000)}a.mp3`, [...Array.from({ length: 63 }, () => 'd'), 'a.mp3']],
])('the parts of a path lead below whatever it is put in: %j', (path, parts) => expect(pathParts(path)).toEqual(parts));

it('cutToBytes never cuts a character', () => expect(cutToBytes('aüb', 2)).toBe('a'));

it.each([
  '.hidden',
  '._01.mp3',
  'Thumbs.db',
  'DESKTOP.INI',
  '.DS_Store',
  '~$x.doc',
  'a~',
  '@eaDir',
  '#recycle',
  '@Recycle',
  '#snapshot',
  '@Recently-Snapshot',
  '.song.mp3',
  '._a.part',
  '.tonstift-0123456789ab.tmp',
  '.',
  '..',
  '..name',
  '01.mp3:Zone.Identifier',
  'Thumbs.db:encryptable',
])('%s is ignored', (name) => expect([isIgnored(name), isPartial(name)]).toEqual([true, false]));
it.each([
  'a.part',
  'a.mp3.crdownload',
  'a.mp3.!qB',
  'a.mp3.bc!',
  '.a.mp3.Xk3fQ9',
  '.a.mp3.~1a2b3c4d',
  'b.m4a.part-Frag12',
  'c.mp3.TMP',
])('%s is partial, and not ignored', (name) => expect([isIgnored(name), isPartial(name)]).toEqual([false, true]));
it.each(['a.mp3', 'party.mp3', 'Temp', 'CD 1', 'cover.jpg', '...And Justice for All', '...Baby.mp3'])(
  '%s is not',
  (name) => expect([isIgnored(name), isPartial(name)]).toEqual([false, false]),
);
