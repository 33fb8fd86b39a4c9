import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { create } from 'fontkit';
import { fontFiles, type FontName } from '../../../workers/print/fonts/font-files.js';
import { ascender } from '../../../workers/print/fonts/open-fonts.js';
import { createTypesetter } from '../../../workers/print/text/typeset.js';

const typesetter = createTypesetter();
const fontsOf = (text: string, bold = false): FontName[] =>
  typesetter.line(text, { size: 4, bold }).runs.map((run) => run.font);
const files = Object.values(fontFiles).flatMap(({ regular, bold }) =>
  bold === undefined ? [regular] : [regular, bold],
);

interface Table {
  coverage: object;
  sequences: { toArray(): number[][] };
}
interface Lookup {
  lookupType: number;
  subTables: (Table & { extension: Table })[];
}
interface Substitutions {
  lookupList: { toArray(): Lookup[] } | null;
  featureList: { feature: { lookupListIndexes: number[] } }[];
}

/** Glyphs of a coverage table, in its order: OpenType, chapter “Coverage Table”. */
function covered(coverage: {
  version?: number;
  glyphs?: number[];
  rangeRecords?: { start: number; end: number }[];
}): number[] {
  return (
    coverage.glyphs ??
    (coverage.rangeRecords ?? []).flatMap(({ start, end }) =>
      Array.from({ length: end - start + 1 }, (_, n) => start + n),
    )
  );
}

/** Glyphs that a lookup, applied by a feature, puts behind another one although it covers them itself. */
function endless(path: string): number[] {
  const { GSUB } = create(readFileSync(path)) as unknown as { GSUB?: Substitutions };
  const lookups = GSUB?.lookupList?.toArray() ?? [];
  const applied = new Set(GSUB?.featureList.flatMap(({ feature }) => feature.lookupListIndexes) ?? []);
  return [...applied].flatMap((index) => {
    const lookup = lookups[index];
    const tables = lookup?.subTables.map((table) => (lookup.lookupType === 7 ? table.extension : table)) ?? [];
    const several = tables.filter((table) => 'sequences' in table);
    const inputs = new Set(several.flatMap((table) => covered(table.coverage)));
    return several
      .flatMap((table) => table.sequences.toArray().flatMap((sequence) => sequence.slice(1)))
      .filter((glyph) => inputs.has(glyph));
  });
}

describe('fonts', () => {
  it('are the files of the folder', () => {
    const folder = dirname(fontFiles.NotoSans.regular);
    expect(
      readdirSync(folder)
        .filter((name) => name.endsWith('.ttf'))
        .sort(),
    ).toEqual(files.map((path) => basename(path)).sort());
  });

  it.each(files.map((path) => [basename(path), path]))(
    '%s has a blank, and no substitution without end',
    (_name, path) => {
      expect(create(readFileSync(path)).hasGlyphForCodePoint(0x20)).toBe(true);
      expect(endless(path)).toEqual([]);
    },
  );

  it.each(
    Object.entries({
      NotoSans: 'Größe Ёжик Ελλάδα 12 „…“ – ½',
      NotoSansHebrew: 'שָׁלוֹם',
      NotoSansArabic: 'می‌خواهم،',
      NotoSansDevanagari: 'क्षत्रिय।',
      NotoSansThai: 'น้ำ',
      NotoSansTamil: 'ஸ்ரீ',
      NotoSansGeorgian: 'ზღაპრები',
      NotoSansEthiopic: 'ተረት፡',
      NotoSerifTibetan: 'བོད་སྐད།',
      DroidSansFallbackFull: 'むかし、漢字「中文」ㄅ',
      NanumSquare: '한국어ㅋ',
      NotoSansSymbols2: '★',
      NotoSansMath: '𝓗𝓮',
      NotoEmoji: '😀👨‍👩‍👧🇩🇪❤️1️⃣👍🏽',
    }),
  )('%s writes %s', (font, text) => {
    expect(new Set(fontsOf(text))).toEqual(new Set([font]));
  });

  it('serve a bold text too where they have no bold face', () => {
    expect(fontsOf('漢字 Bär', true)).toEqual(['DroidSansFallbackFull', 'NotoSans']);
    expect(fontFiles.DroidSansFallbackFull.bold).toBeUndefined();
  });

  it('draw letters that none of them has as the box of the main one', () => {
    expect(fontsOf('\ue123')).toEqual(['NotoSans']);
  });

  it('say how high they are', () => {
    expect(ascender('NotoSans', false)).toBeCloseTo(1.069, 6);
    expect(ascender('DroidSansFallbackFull', true)).toBeCloseTo(1.043, 3);
  });
});
