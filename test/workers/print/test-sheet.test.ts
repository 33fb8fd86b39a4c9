import { describe, expect, it } from '@jest/globals';
import { languages } from '../../../workers/base/language/languages.js';
import { cellOf, pixelsOf } from '../../../workers/oid/pattern.js';
import { drawPage } from '../../../workers/print/output/page-bitmap.js';
import { paperSizes, type PaperName } from '../../../workers/print/sheet/paper.js';
import { testSheetFieldsPage, testSheetPages } from '../../../workers/print/test-sheet/test-sheet.js';
import { combinations, pictureCode, settingInWords } from '../../../workers/print/test-sheet/fields.js';
import type { Item, LineItem, Page, TextItem } from '../../../workers/print/types.js';
import { createTypesetter } from '../../../workers/print/text/typeset.js';
import { wrongPixels } from '../../support/print/bitmap.js';
import { boxOf, fieldsOf, type Box } from './sheets.js';
import { drawPattern } from '../../support/print/draw-pattern.js';

const set = createTypesetter();
const desk = { set, language: 'en', kept: { dpi: 1200, dotSize: 2 } } as const;
const papers: [PaperName, number][] = [
  ['A4', 1],
  ['Letter', 1],
  ['A5', 2],
];
const itemsOf = (pages: readonly Page[]): Item[] => pages.flatMap(({ items }) => items);
const linesOf = (items: readonly Item[]): LineItem[] => items.filter((item) => item.kind === 'line');
const textsOf = (items: readonly Item[]): TextItem[] => items.filter((item) => item.kind === 'text');
const wordsOf = (items: readonly Item[]): string =>
  textsOf(items)
    .map(({ line }) => line.runs.map(({ text }) => text).join(''))
    .join(' ');

/** Millimetres between two boxes; 0 or less where they overlap. */
const distance = (a: Box, b: Box): number =>
  Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom);

describe.each(papers)('testSheetPages on %s', (name, count) => {
  const pages = testSheetPages(paperSizes[name], desk);

  it(`takes ${count} page${count === 1 ? '' : 's'}, inside the margins`, () => {
    expect(pages.map(({ width, height }) => ({ width, height }))).toEqual(
      Array.from({ length: count }, () => paperSizes[name]),
    );
    for (const { width, height, items } of pages) {
      for (const { left, top, right, bottom } of items.map(boxOf)) {
        expect(left > 9.999 && top > 9.999 && right < width - 9.999 && bottom < height - 9.999).toBe(true);
      }
    }
  });

  it('has the ruler and all fields on one page, the one for a picture', () => {
    const page = testSheetFieldsPage(paperSizes[name], desk);
    expect(page).toEqual(pages.at(-1));
    expect(fieldsOf([page])).toHaveLength(2 * combinations.length + 2);
    expect(linesOf(page.items).filter(({ x1, x2 }) => Math.abs(x2 - x1 - 100) < 1e-9)).toHaveLength(1);
  });

  it('has a start field and an answer field in a row for each combination, and at the end over a picture', () => {
    const fields = fieldsOf(pages);
    const rows = [...combinations, { code: pictureCode, dpi: 1200, dotSize: 2 }];
    expect(fields.map(({ code, dpi, dotSize }) => [code, dpi, dotSize])).toEqual(
      rows.flatMap(({ code, dpi, dotSize }) => [
        [993, dpi, dotSize],
        [code, dpi, dotSize],
      ]),
    );
    const pictured = fields.filter(({ behind }) => behind !== undefined);
    expect(pictured).toEqual(fields.slice(-2));
    for (let n = 0; n < fields.length; n += 2) expect(fields[n]?.y).toBeCloseTo(fields[n + 1]?.y ?? 0, 9);
    for (const { width, height } of fields)
      expect([width, height].map((mm) => mm.toFixed(6))).toEqual(['16.000000', '10.000000']);
  });

  it('names each row beside it', () => {
    for (const page of pages) {
      const texts = textsOf(page.items);
      for (const field of fieldsOf([page]).filter(({ code }) => code !== 993)) {
        const beside = texts.filter(
          ({ x, y }) => x > field.x + field.width && y > field.y && y < field.y + field.height,
        );
        expect(wordsOf(beside)).toContain(String(settingInWords(field)));
        expect(wordsOf(beside)).toMatch(
          field.code === pictureCode
            ? /Colour print: if this row answers, covers behind the start field work\. a falling tune$/
            : / (low|middle|high) beeps?$/,
        );
      }
    }
  });

  it('keeps all ink off the fields', () => {
    for (const page of pages) {
      for (const field of fieldsOf([page])) {
        for (const other of page.items.filter((item) => item !== field)) {
          const least = other.kind === 'line' ? 0.55 : other.kind === 'field' ? 2 : 1;
          expect(distance(boxOf(field), boxOf(other))).toBeGreaterThanOrEqual(least - 1e-9);
        }
      }
    }
  });

  it('lets no text run into another', () => {
    for (const { items } of pages) {
      const boxes = textsOf(items).map(boxOf);
      for (const [n, box] of boxes.entries())
        for (const other of boxes.slice(n + 1)) expect(distance(box, other)).toBeGreaterThan(0);
    }
  });

  it('has a ruler of exactly 100 mm, with a tick for each', () => {
    const items = itemsOf(pages);
    const rulers = linesOf(items).filter(({ x1, x2, y1, y2 }) => y1 === y2 && Math.abs(x2 - x1 - 100) < 1e-9);
    expect(rulers.length).toBe(1);
    const [ruler] = rulers as [LineItem];
    const ticks = linesOf(items).filter(({ x1, x2, y2 }) => x1 === x2 && y2 === ruler.y1);
    expect(ticks.length).toBe(101);
    expect(Math.min(...ticks.map(({ x1, thickness }) => x1 - thickness / 2))).toBeCloseTo(ruler.x1, 9);
    expect(Math.max(...ticks.map(({ x1, thickness }) => x1 + thickness / 2))).toBeCloseTo(ruler.x2, 9);
  });

  it('says what matters', () => {
    const words = wordsOf(itemsOf(pages));
    for (const phrase of [
      'Tonstift test sheet',
      '100 %',
      'fit to page',
      'graphics or photo mode',
      'toner saving',
      'matte paper',
      'black ink',
      'test-sheet.gme',
      'USB stick',
      'rising tune',
      'print_dpi',
      'print_pixel_size',
    ])
      expect(words).toContain(phrase);
    expect(words).not.toMatch(/2400 dpi are in/);
  });

  it('points an arrow at the default and at nothing else', () => {
    const arrows = itemsOf(pages)
      .filter((item) => item.kind === 'shape')
      .map(boxOf);
    expect(arrows.length).toBe(1);
    const [usual] = fieldsOf(pages).filter(({ code, dpi, dotSize }) => code === 993 && dpi === 1200 && dotSize === 2);
    const middle = ((arrows[0]?.top ?? 0) + (arrows[0]?.bottom ?? 0)) / 2;
    expect(middle).toBeCloseTo((usual?.y ?? 0) + 5, 9);
    expect(arrows[0]?.right).toBeLessThan((usual?.x ?? 0) - 1);
  });
});

describe('testSheetPages', () => {
  it.each(languages)('takes one page of A4 and of Letter in %s, and two of A5', (language) => {
    const pages = papers.map(([name]) => testSheetPages(paperSizes[name], { ...desk, language }).length);
    expect(pages).toEqual(papers.map(([, count]) => count));
  });

  it.each(languages)('writes the name of the file on one line in %s', (language) => {
    for (const [name] of papers) {
      const lines = textsOf(itemsOf(testSheetPages(paperSizes[name], { ...desk, language })));
      expect(lines.map(({ line }) => line.runs.map(({ text }) => text).join('')).join('\n')).toContain(
        'test-sheet.gme',
      );
    }
  });

  it('leaves out what an output cannot draw, and says where it is', () => {
    const pages = testSheetPages(paperSizes.A4, desk, ({ dpi, behind }) => dpi <= 1200 && !behind);
    expect(new Set(fieldsOf(pages).map(({ dpi }) => dpi))).toEqual(new Set([300, 600, 1200]));
    expect(fieldsOf(pages).filter(({ behind }) => behind)).toEqual([]);
    const words = wordsOf(itemsOf(pages));
    expect(words).toContain('The fields for 2400 dpi are in test-sheet.pdf.');
    expect(words).toContain('The fields over a picture are in test-sheet.pdf.');
  });

  it.each([
    { dpi: 600, dotSize: 3 },
    // No other row has these.
    ...[600, 720].map((dpi) => ({ dpi, dotSize: 4 })),
    { dpi: 2400, dotSize: 1 },
  ])('has over the picture the dots in the settings, %j', (kept) => {
    const pages = testSheetPages(paperSizes.A4, { ...desk, kept });
    const fields = fieldsOf(pages).filter(({ behind }) => behind);
    expect(fields.map(({ dpi, dotSize }) => ({ dpi, dotSize }))).toEqual([kept, kept]);
    expect(wordsOf(itemsOf(pages))).toContain(String(settingInWords(kept)));
  });

  it.each([300, 600, 1200, 2400])('has every dot on the drawn page at %d dpi', (dpi) => {
    const page = testSheetPages(paperSizes.A5, desk, (one) => one.dpi === dpi && !one.behind).at(-1)!;
    const drawn = drawPage(page, dpi);
    const fields = fieldsOf([page]);
    const codes = combinations.filter((one) => one.dpi === dpi).flatMap(({ code }) => [993, code]);
    expect(fields.map(({ code }) => code)).toEqual(codes);
    for (const field of fields) {
      const place = { x: pixelsOf(field.x, dpi), y: pixelsOf(field.y, dpi) };
      expect(wrongPixels(drawn, drawPattern(field.code, field, field), place, cellOf(dpi))).toBe(0);
    }
  });
});
