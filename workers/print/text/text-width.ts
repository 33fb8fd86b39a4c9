/** Caches widths of words, which are the same on every sheet. */
import { mainFont, type FontName } from '../fonts/font-files.js';
import { openFont, pieces, shape } from '../fonts/open-fonts.js';

/** Longer pieces are rarely seen twice. */
const keptLength = 40;
const keptPieces = 20_000;

/** Measures regular or bold text. */
export interface Measure {
  /** Width in em; undefined if the text cannot be drawn in one run. */
  width(text: string, font: FontName): number | undefined;
  /** True if the layout engine reverses the glyphs of this text. */
  turnsAround(text: string, font: FontName): boolean;
}

interface Measured {
  width: number;
  turned: boolean;
}

export function createMeasures(): (bold: boolean) => Measure {
  const kept = new Map<string, Measured | null>();

  const measured = (piece: string, font: FontName, bold: boolean): Measured | null => {
    const key = `${font}${bold ? '*' : ' '}${piece}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const run = shape(piece, font, bold);
    const result =
      run === undefined
        ? null
        : { width: run.advanceWidth / openFont(font, bold).unitsPerEm, turned: run.direction === 'rtl' };
    if (kept.size >= keptPieces) kept.clear();
    if (piece.length <= keptLength) kept.set(key, result);
    return result;
  };

  return (bold) => ({
    width(text, font) {
      let sum = 0;
      // Noto Sans has no kerning with a blank (tested with every glyph), so its words and blanks are measured
      // separately.
      for (const piece of font === mainFont ? (text.match(/[^ ]+| /gu) ?? []) : pieces(text)) {
        const result = measured(piece, font, bold);
        if (result === null) return undefined;
        sum += result.width;
      }
      return sum;
    },
    turnsAround: (text, font) => measured(text, font, bold)?.turned === true,
  });
}
