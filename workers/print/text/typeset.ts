/**
 * Texts become lines. fontkit shapes, linebreak (UAX 14) and bidi-js (UAX 9) know the rules; what is ours puts them
 * together: pdfmake sets a text in one font and one direction, cuts none with …, and its flow leaves the grid of the
 * printer; and the preview (SVG) and the PNG need the same lines as the PDF.
 */
import { lineOf, widthOf } from './line-runs.js';
import { mainFont } from '../fonts/font-files.js';
import { paragraph, type Paragraph, type Unit } from './paragraph.js';
import { createMeasures, type Measure } from './text-width.js';
import type { TextLine, TextStyle, Typesetter } from '../types.js';

/** Millimetres that a line may be too wide by: sums are not exact, and half a micrometre is not seen. */
const slack = 5e-4;

/**
 * The largest count from `least` to `most` that fits:
 * what fits is tried in growing steps, so a long text costs no more than what fits.
 */
function largest(least: number, most: number, fits: (count: number) => boolean): number {
  let good = least;
  let step = 1;
  while (good + step <= most && fits(good + step)) {
    good += step;
    step *= 2;
  }
  for (; step >= 1; step /= 2) if (good + step <= most && fits(good + step)) good += step;
  return good;
}

function trimmed(units: readonly Unit[]): Unit[] {
  let [start, end] = [0, units.length];
  while (start < end && units[start]?.blank === true) start++;
  while (end > start && units[end - 1]?.blank === true) end--;
  return units.slice(start, end);
}

/**
 * Where the word at `start` ends, if it fits; undefined if it does not. A word without end is looked at no further than
 * it fits.
 */
function wordEnd(units: readonly Unit[], start: number, width: number, measure: Measure): number | undefined {
  let end = start + 1;
  for (let most = 16; ; most *= 2) {
    while (end < units.length && end - start < most && units[end]?.mayBegin !== true) end++;
    if (!(widthOf(trimmed(units.slice(start, end)), measure) <= width)) return undefined;
    if (end >= units.length || units[end]?.mayBegin === true) return end;
  }
}

/** Where the line that begins at `start` ends: behind the last word that fits, or inside the first one. */
function lineEnd(units: readonly Unit[], start: number, width: number, measure: Measure): number {
  let end = start;
  let used = 0;
  while (end < units.length) {
    const next = wordEnd(units, end, width - used, measure);
    if (next === undefined) break;
    used += widthOf(units.slice(end, next), measure);
    end = next;
  }
  if (end > start) return end;
  return (
    start + largest(1, units.length - start, (count) => widthOf(units.slice(start, start + count), measure) <= width)
  );
}

/** As much as fits with an ellipsis behind it. */
function cutOff(units: readonly Unit[], { rightToLeft }: Paragraph, width: number, measure: Measure): Unit[] {
  const ellipsis: Unit = { text: '…', font: mainFont, level: rightToLeft ? 1 : 0, blank: false, mayBegin: false };
  const cut = (count: number): Unit[] => [...trimmed(units.slice(0, count)), ellipsis];
  return cut(largest(0, units.length, (count) => widthOf(cut(count), measure) <= width));
}

/**
 * Measures as the PDF writer draws. A text without anything to see gives no lines, and on one line no runs.
 * Texts end after 10,000 UTF-16 units. Fonts are opened as the texts need them.
 */
export function createTypesetter(): Typesetter {
  const measures = createMeasures();
  return {
    lines(text, style, width, most = Number.POSITIVE_INFINITY) {
      const { size, bold } = style;
      const measure = measures(bold);
      const whole = paragraph(text, bold);
      const { units, rightToLeft } = whole;
      const room = (width + slack) / size;
      const lines: TextLine[] = [];
      for (let start = 0; start < units.length && lines.length < most;) {
        if (units[start]?.blank === true) {
          start++;
          continue;
        }
        let end = lineEnd(units, start, room, measure);
        let line = trimmed(units.slice(start, end));
        if (end < units.length && lines.length + 1 >= most) {
          line = cutOff(units.slice(start), whole, room, measure);
          end = units.length;
        }
        lines.push(lineOf(line, rightToLeft, size, measure));
        start = end;
      }
      return lines;
    },
    line(text, { size, bold }: TextStyle) {
      const { units, rightToLeft } = paragraph(text, bold);
      return lineOf(trimmed(units), rightToLeft, size, measures(bold));
    },
  };
}
