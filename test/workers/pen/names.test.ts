import { describe, expect, it } from '@jest/globals';
import { isGmeName, isPenOwn, isTemporaryName, penFileName, temporaryNameOf } from '../../../workers/pen/plan/names.js';

const titles = [
  '',
  '.',
  '..',
  'CON',
  'nul.gme',
  'Grüße & Töne',
  '日本語',
  'a'.repeat(500),
  '../../etc/passwd',
  'x\0y',
  'trailing. ',
  '\u202egpj',
  '💡 idea',
  ' -- ',
  'A/B:C*D?"<>|',
  'LPT1',
  '𝔊𝔬𝔱𝔥',
];

describe('a name for the pen', () => {
  it('holds the OID and the title in ASCII', () => {
    expect(penFileName(920, 'Grüße & Töne')).toBe('920_Gruesse-Toene.gme');
    expect(penFileName(7, '日本語')).toBe('7.gme');
    expect(penFileName(920, 'Grüße', 2)).toBe('920_Gruesse-2.gme');
    expect(penFileName(7, '', 3)).toBe('7-3.gme');
  });

  it.each(titles)('is safe on FAT for %j', (title) => {
    for (const attempt of [1, 2, 99]) {
      const name = penFileName(992, title, attempt);
      expect(name).toMatch(/^992[A-Za-z0-9_-]*\.gme$/);
      expect(name.length).toBeLessThanOrEqual(64);
      expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
      expect(isPenOwn(name)).toBe(false);
    }
  });

  it('differs for albums of one title, and never from itself', () => {
    expect(penFileName(1, '2 x')).not.toBe(penFileName(12, 'x'));
    expect(penFileName(5, 'Tiger')).toBe(penFileName(5, 'Tiger'));
  });
});

describe('a temporary name', () => {
  it('is known again, in capitals too, and is nothing that the pen opens', () => {
    for (const oid of [1, 92, 993]) {
      expect(isTemporaryName(temporaryNameOf(oid))).toBe(true);
      expect(isTemporaryName(temporaryNameOf(oid).toUpperCase())).toBe(true);
      expect(isGmeName(temporaryNameOf(oid))).toBe(false);
    }
  });

  it.each([
    '~tonstift-.tmp',
    '~tonstift-1234.tmp',
    'x~tonstift-1.tmp',
    '~tonstift-1.tmp.gme',
    '~tonstift-a.tmp',
    '~WRL0001.tmp',
  ])('is not %s', (name) => expect(isTemporaryName(name)).toBe(false));
});

describe("the pen's own", () => {
  it.each([
    '.tiptoi.log',
    '.TIPTOI.LOG',
    'system',
    'System/voice.gme',
    'songs/1.gme',
    'STORIES/a/b.gme',
    'LanguageInfo',
    'languageinfo_de.dat',
    'update3202.upd',
    '.upd',
    'x/system/y.gme',
  ])('is %s', (path) => expect(isPenOwn(path)).toBe(true));
  it.each(['920.gme', 'my songs/1.gme', 'systematic.gme', 'upd', 'Language.gme', 'a.upd.gme'])('is not %s', (path) =>
    expect(isPenOwn(path)).toBe(false),
  );
});
