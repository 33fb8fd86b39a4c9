import { describe, expect, it } from '@jest/globals';
import PDFDocument from 'pdfmake/js/PDFDocument.js';
import { fontFiles } from '../../../workers/print/fonts/font-files.js';
import { createTypesetter } from '../../../workers/print/text/typeset.js';
import type { TextLine } from '../../../workers/print/types.js';

const style = { size: 4, bold: false };
const typesetter = createTypesetter();
const textOf = (line: TextLine): string => line.runs.map((run) => run.text).join(' ');
const set = (text: string, width: number, most?: number): string[] =>
  typesetter.lines(text, style, width, most).map(textOf);
const widthOf = (text: string): number => typesetter.line(text, style).width;

describe('lines', () => {
  it('are broken between words, as wide as fits, without the blanks at their ends', () => {
    const text = 'Der kleine Bär und die große Reise';
    expect(set(text, widthOf('Der kleine Bär und'))).toEqual(['Der kleine Bär und', 'die große Reise']);
    expect(set(text, widthOf('Der kleine Bär und') - 0.01)).toEqual(['Der kleine Bär', 'und die große', 'Reise']);
    expect(set(`  ${text}  `, 500)).toEqual([text]);
  });

  it('are broken behind hyphens, and not before a full stop or within a number', () => {
    expect(set('Ritter-Rost', widthOf('Ritter-R'))).toEqual(['Ritter-', 'Rost']);
    expect(set('Ende .', widthOf('Ende'))).toEqual(['Ende', '.']);
    expect(set('Nr.\u00a05 ist', widthOf('Nr.\u00a05'))).toEqual(['Nr.\u00a05', 'ist']);
  });

  it('break a word that is too wide between graphemes, never inside one', () => {
    const lines = set('Donaudampfschiff', widthOf('Donaud'));
    expect(lines[0]).toBe('Donaud');
    expect(lines.join('')).toBe('Donaudampfschiff');
    const family = '👨‍👩‍👧';
    expect(set(family.repeat(3), 0.5)).toEqual([family, family, family]);
    expect(set('x\u0323\u0308'.repeat(2), 0.5)).toEqual(
      ['x\u0323\u0308', 'x\u0323\u0308'].map((grapheme) => grapheme.normalize('NFC')),
    );
  });

  it('find words where no blanks are written', () => {
    expect(set('ภาษาไทยสวยงาม', widthOf('ภาษาไทย') + 0.5)).toEqual(['ภาษาไทย', 'สวยงาม']);
    const japanese = set('むかし、むかし。', widthOf('むかし'));
    expect(japanese.every((line) => !/^[、。]/u.test(line))).toBe(true);
    expect(japanese.join('')).toBe('むかし、むかし。');
  });

  it('end in … where something is left out, and only there', () => {
    const text = 'Eins zwei drei vier fünf';
    expect(set(text, widthOf('Eins zwei'), 2)).toEqual(['Eins zwei', 'drei vie…']);
    expect(set(text, widthOf('drei vier fünf'), 2)).toEqual(['Eins zwei', 'drei vier fünf']);
    expect(set(text, widthOf('Eins …'), 1)).toEqual(['Eins…']);
    expect(set('😀😀😀😀', widthOf('😀😀…'), 1)).toEqual(['😀😀 …']);
    expect(set(text, 0.1, 1)).toEqual(['…']);
    expect(set(text, 100, 0)).toEqual([]);
  });

  it('are none where there is nothing to see', () => {
    for (const nothing of ['', '   ', '\n\t', '\u200b\u2060\ufeff', '\u200e\u202e', '\u00ad']) {
      expect(typesetter.lines(nothing, style, 50)).toEqual([]);
      expect(typesetter.line(nothing, style)).toEqual({ runs: [], width: 0, rightToLeft: false });
    }
  });

  it('take line breaks and controls for blanks, and compose letters', () => {
    expect(set('a\r\n\u0000b\u2028c\u0085d', 100)).toEqual(['a b c d']);
    expect(set('Mu\u0308ller', 100)).toEqual(['Müller']);
    expect(set('Wör\u00adter', 100)).toEqual(['Wörter']);
  });

  it('draw no box for what is not seen', () => {
    expect(widthOf('a\u200b\u2060\u200e\ufeffb')).toBeCloseTo(widthOf('ab'), 1);
    expect(widthOf('♥\ufe0e')).toBeCloseTo(widthOf('♥'), 6);
    expect(typesetter.line('a\u200bb\u200e', style).runs.map((run) => run.text)).toEqual(['ab']);
  });

  it('are as wide as the PDF writer draws them', () => {
    const fonts = Object.fromEntries(
      Object.entries(fontFiles).map(([name, { regular, bold }]) => [name, { normal: regular, bold: bold ?? regular }]),
    );
    const document = new PDFDocument.default(
      fonts,
      {},
      {},
      {},
      { size: [100, 100], autoFirstPage: false, font: null, compress: false, info: {} },
      null,
      () => true,
    );
    const texts = [
      'AVATAR Te To. „Würmer“ ﬁffi',
      'Ёжик в тумане',
      'שָׁלוֹם עולם (12)',
      'مرحبا بالعالم',
      'क्षत्रिय ज्ञान',
      'ภาษาไทย น้ำ',
      '第1話「はじまり」',
      '한국어 동화',
      '👨‍👩‍👧 ★',
    ];
    for (const bold of [false, true]) {
      for (const text of texts) {
        const line = typesetter.line(text, { size: 4, bold });
        for (const run of line.runs) {
          const font = document.provideFont(run.font, bold, false) as unknown as {
            widthOfString: (text: string, size: number) => number;
          };
          expect(run.width).toBeCloseTo(font.widthOfString(run.text, 4), 6);
        }
        const last = line.runs.at(-1);
        expect(line.width).toBeCloseTo((last?.x ?? 0) + (last?.width ?? 0), 6);
      }
    }
    document.destroy();
  });

  it('grow with the size, and are wider in bold', () => {
    expect(typesetter.line('Hallo', { size: 8, bold: false }).width).toBeCloseTo(2 * widthOf('Hallo'), 6);
    expect(typesetter.line('Hallo', { size: 4, bold: true }).width).toBeGreaterThan(widthOf('Hallo'));
  });
});

describe('hostile text', () => {
  const cases = {
    'a word without end': 'a'.repeat(1_000_000),
    'blanks without end': ' '.repeat(1_000_000),
    'a heap of marks': `a${'\u0301'.repeat(9000)}`,
    'nested directions': '\u202e(א'.repeat(4000),
    'lone surrogates': '\ud800\udc00\ud800 \udfff'.repeat(10),
    'letters of no script': '\u{10fffe}\ue000\uffff\u0378',
    'marks without a letter': '\u0301\u093f\u0e33 \u0308\u064b',
    'syllables on which the layout engine throws':
      'ᬩ\u1b44\u200d\u1b13 \u0f71\u200d\u0fb7 \u04c5\u0315 \u05b0\u05e5\u05c1',
  };
  it.each(Object.entries(cases))('%s is set', (_name, text) => {
    for (const [width, most] of [
      [40, undefined],
      [40, 2],
      [0.5, 3],
      [0, 1],
      [-1, 1],
    ] as const) {
      const lines = typesetter.lines(text, style, width, most);
      expect(lines.length).toBeLessThanOrEqual(most ?? 10_001);
      for (const line of lines) {
        expect(Number.isFinite(line.width)).toBe(true);
        for (const run of line.runs) expect(run.text.isWellFormed()).toBe(true);
      }
    }
  });

  it('ends', () => {
    const lines = set('Wort '.repeat(100_000), 100);
    expect(lines.join('').length).toBeLessThan(10_002);
    expect(lines.at(-1)).toMatch(/…$/u);
  });
});
