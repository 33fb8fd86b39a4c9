/** Widths of words, which are the same on every sheet: measured once. */
import { mainFont, type FontName } from '../fonts/font-files.js';
import { openFont, pieces, shape } from '../fonts/open-fonts.js';

/** Longer pieces are hardly seen twice. */
const keptLength = 40;
const keptPieces = 20_000;

/** Of regular or of bold text. */
export interface Measure {
  /** Em; undefined where the text cannot be drawn as one. */
  width(text: string, font: FontName): number | undefined;
  /** The layout engine turns the glyphs of this text around. */
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
      // Noto Sans kerns nothing with a blank (tried with every glyph of it), so its words need not be laid out twice.
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
