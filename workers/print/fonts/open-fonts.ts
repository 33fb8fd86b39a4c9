/** Fonts in memory: opened when first needed, once per thread. */
import { readFileSync } from 'node:fs';
import { create, type Font, type GlyphRun } from 'fontkit';
import { fontFiles, type FontName } from './font-files.js';

/** A font holds its whole file and each glyph that it has drawn; a shelf of scripts should not stay open. */
const openAtMost = 6;
const open = new Map<string, Font>();

export function openFont(name: FontName, bold: boolean): Font {
  const files = fontFiles[name];
  const path = bold ? (files.bold ?? files.regular) : files.regular;
  const font = open.get(path) ?? create(readFileSync(path));
  // The last one asked for is the last one to go.
  open.delete(path);
  open.set(path, font);
  for (const oldest of open.keys()) {
    if (open.size <= openAtMost) break;
    open.delete(oldest);
  }
  return font;
}

/** How far the line box begins above the baseline, in em: the PDF writer places boxes, not baselines. */
export function ascender(name: FontName, bold: boolean): number {
  const font = openFont(name, bold);
  return font.ascent / font.unitsPerEm;
}

/** The pieces that the PDF writer lays out one by one: each word with the blank behind it. */
export function pieces(text: string): string[] {
  return text.match(/[^ ]* |[^ ]+$/gu) ?? [];
}

/**
 * Glyphs of one piece, from left to right.
 * @returns undefined where the layout engine fails: it throws on some sequences that no language writes
 *   (marks without an anchor, joiners out of place), and so would the PDF writer
 */
export function shape(piece: string, name: FontName, bold: boolean): GlyphRun | undefined {
  try {
    const run = openFont(name, bold).layout(piece);
    return Number.isFinite(run.advanceWidth) ? run : undefined;
  } catch {
    return undefined;
  }
}
