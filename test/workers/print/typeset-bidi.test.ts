import { describe, expect, it } from '@jest/globals';
import { createTypesetter } from '../../../workers/print/text/typeset.js';

const typesetter = createTypesetter();
const style = { size: 4, bold: false };
const set = (text: string): string[] => typesetter.line(text, style).runs.map((run) => run.text);
const reads = (text: string): boolean => typesetter.line(text, style).rightToLeft;

describe('directions of writing', () => {
  it('the first strong character says where a line begins', () => {
    expect([
      reads('Hallo'),
      reads('שלום'),
      reads('12 שלום'),
      reads('Hallo שלום'),
      reads('«שלום» Hallo'),
      reads('\u200eשלום'),
    ]).toEqual([false, true, true, false, true, false]);
  });

  it('words that read from right to left are runs of their own, the last one first', () => {
    expect(set('שלום עולם טוב')).toEqual(['טוב', 'עולם', 'שלום']);
    expect(set('مرحبا بالعالم')).toEqual(['بالعالم', 'مرحبا']);
  });

  it('what reads from left to right stays together', () => {
    expect(set('Der kleine Bär')).toEqual(['Der kleine Bär']);
    expect(set('Hallo שלום עולם du da')).toEqual(['Hallo', 'עולם', 'שלום', 'du da']);
    expect(set('שלום Hallo du עולם')).toEqual(['עולם', 'Hallo du', 'שלום']);
  });

  it('digits keep their order within it', () => {
    expect(set('פרק 123')).toEqual(['123', 'פרק']);
    expect(set('فصل ١٢٣ ثم ٤٥').join('')).toBe(['٤٥', 'ثم', '١٢٣', 'فصل'].join(''));
    expect(set('א 12 34 ב')).toEqual(['ב', '34', '12', 'א']);
  });

  it('brackets are mirrored, and punctuation that stands by itself is turned around', () => {
    expect(set('(שלום)')).toEqual(['(', 'שלום', ')']);
    expect(set('שלום?!')).toEqual(['!', '?', 'שלום']);
    expect(set('a (שלום) b')).toEqual(['a (', 'שלום', ') b']);
  });

  it('marks stay with their letters', () => {
    expect(set('שָׁלוֹם')).toEqual(['שָׁלוֹם'.normalize('NFC')]);
  });

  it('explicit directions count, and are not drawn', () => {
    expect(set('\u202eabc\u202c')).toEqual(['c', 'b', 'a']);
    expect(set('\u202dשלום\u202c')).toEqual([...'שלום']);
    expect(set('\u2067abc\u2069')).toEqual(['abc']);
  });

  it('the ellipsis stands at the left end of such a line', () => {
    const lines = typesetter.lines('שלום עולם טוב', style, typesetter.line('שלום עו…', style).width, 1);
    expect(lines[0]?.runs.map((run) => run.text)).toEqual(['…', 'עו', 'שלום']);
  });

  it('runs stand beside each other, from left to right, with the blanks between them', () => {
    const { runs, width } = typesetter.line('Hallo שלום (12) עולם, du', style);
    const blank = typesetter.line('a b', style).width - typesetter.line('ab', style).width;
    let end = 0;
    let gaps = 0;
    for (const run of runs) {
      expect(run.x).toBeGreaterThanOrEqual(end - 1e-9);
      if (run.x > end + 0.1) gaps++;
      expect(run.x - end).toBeLessThan(1.5 * blank);
      end = run.x + run.width;
    }
    expect(end).toBeCloseTo(width, 6);
    expect(gaps).toBe(3);
  });
});
