/** Combines graphemes of one line into runs, from left to right. */
import { visualOrder } from './bidi.js';
import { mainFont, type FontName } from '../fonts/font-files.js';
import type { Unit } from './paragraph.js';
import type { Measure } from './text-width.js';
import type { TextLine, TextRun } from '../types.js';

/** Graphemes in reading order with the same font and direction, either all blank or none. */
interface Piece {
  units: Unit[];
  text: string;
  font: FontName;
  level: number;
  blank: boolean;
  /** Position in reading order. */
  index: number;
}

const turned = (level: number): boolean => level % 2 === 1;

function piecesOf(units: readonly Unit[]): Piece[] {
  const pieces: Piece[] = [];
  let last: Piece | undefined;
  for (const unit of units) {
    if (last !== undefined && unit.font === last.font && unit.level === last.level && unit.blank === last.blank) {
      last.units.push(unit);
      last.text += unit.text;
    } else {
      last = {
        units: [unit],
        text: unit.text,
        font: unit.font,
        level: unit.level,
        blank: unit.blank,
        index: pieces.length,
      };
      pieces.push(last);
    }
  }
  return pieces;
}

type Drawn = Pick<TextRun, 'text' | 'font' | 'width'>;

const mark = /^[\p{M}\p{Default_Ignorable_Code_Point}]$/u;

/**
 * Draws a piece in one run if possible, else grapheme by grapheme, else character by character. A character without a
 * glyph becomes U+FFFD; a mark without one is dropped. Widths in em.
 */
function drawn(piece: Piece, measure: Measure): Drawn[] {
  const { text, font, level, units } = piece;
  const width = measure.width(text, font);
  // The layout engine judges by script alone. Isolated digits and brackets, and text with an overridden direction, must
  // be ordered here.
  if (width !== undefined && (units.length === 1 || measure.turnsAround(text, font) === turned(level)))
    return [{ text, font, width }];
  const parts = units.length > 1 ? units.map((unit) => unit.text) : [...text];
  const runs = parts.flatMap((part): Drawn[] => {
    const whole = measure.width(part, font);
    if (whole !== undefined) return [{ text: part, font, width: whole }];
    if ([...part].length > 1) return drawn({ ...piece, units: [], text: part }, measure);
    return mark.test(part) ? [] : [{ text: '\ufffd', font: mainFont, width: measure.width('\ufffd', mainFont) ?? 0 }];
  });
  return turned(level) ? runs.reverse() : runs;
}

/** Width in em, including blanks at the ends. */
export function widthOf(units: readonly Unit[], measure: Measure): number {
  let sum = 0;
  for (const piece of piecesOf(units)) for (const run of drawn(piece, measure)) sum += run.width;
  return sum;
}

/** Returns the end of a run: left-to-right words in one font, with the blanks between them, form one run. */
function joined(pieces: readonly Piece[], from: number): number {
  const first = pieces[from];
  let end = from + 1;
  if (first === undefined || first.blank || turned(first.level)) return end;
  for (let next = end; next < pieces.length; next++) {
    const piece = pieces[next];
    if (piece?.font !== first.font || piece.level !== first.level || piece.index !== first.index + next - from) break;
    if (!piece.blank) end = next + 1;
  }
  return end;
}

/** @param units without blanks at the ends */
export function lineOf(units: readonly Unit[], rightToLeft: boolean, size: number, measure: Measure): TextLine {
  const pieces = visualOrder(piecesOf(units));
  const runs: TextRun[] = [];
  let x = 0;
  const draw = (text: string, font: FontName, width: number): void => {
    if (text.trim() !== '') runs.push({ text, font, x: x * size, width: width * size });
    x += width;
  };
  for (let n = 0; n < pieces.length;) {
    const end = joined(pieces, n);
    const group = pieces.slice(n, end);
    const text = group.map((piece) => piece.text).join('');
    const [first] = group;
    const width = first !== undefined && group.length > 1 ? measure.width(text, first.font) : undefined;
    if (first !== undefined && width !== undefined) draw(text, first.font, width);
    else for (const piece of group) for (const run of drawn(piece, measure)) draw(run.text, run.font, run.width);
    n = end;
  }
  return { runs, width: x * size, rightToLeft };
}
