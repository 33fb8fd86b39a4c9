/** Fonts in memory. Each is opened when first needed, once per thread. */
import { readFileSync } from 'node:fs';
import { create, type Font, type GlyphRun } from 'fontkit';
import { fontFiles, type FontName } from './font-files.js';
import { keepNewest } from '../../base/keep-newest.js';

/** Limits open fonts: each holds its whole file and every glyph drawn. */
const openAtMost = 6;
const open = new Map<string, Font>();

export function openFont(name: FontName, bold: boolean): Font {
  const files = fontFiles[name];
  const path = bold ? (files.bold ?? files.regular) : files.regular;
  const font = open.get(path) ?? create(readFileSync(path));
  // Moves the font to the end, so that the least recently used one is closed first.
  open.delete(path);
  open.set(path, font);
  keepNewest(open, openAtMost);
  return font;
}

/** Distance from the baseline to the top of the line box, in em. The PDF writer positions boxes, not baselines. */
export function ascender(name: FontName, bold: boolean): number {
  const font = openFont(name, bold);
  return font.ascent / font.unitsPerEm;
}

/** Splits a text as the PDF writer does for layout: words, each with the blank after it. */
export function pieces(text: string): string[] {
  return text.match(/[^ ]* |[^ ]+$/gu) ?? [];
}

/**
 * Returns the glyphs of one piece, from left to right, or undefined if the layout engine fails. It throws on some
 * sequences that no language uses (marks without an anchor, misplaced joiners); the PDF writer would fail on them too.
 */
export function shape(piece: string, name: FontName, bold: boolean): GlyphRun | undefined {
  try {
    const run = openFont(name, bold).layout(piece);
    return Number.isFinite(run.advanceWidth) ? run : undefined;
  } catch {
    return undefined;
  }
}
