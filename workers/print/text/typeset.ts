/**
 * Breaks texts into lines. fontkit shapes, linebreak (UAX 14) and bidi-js (UAX 9) implement the rules. Our own code
 * combines them, because pdfmake sets a text in one font and one direction, cannot shorten it with …, and its flow
 * leaves the printer's grid. The preview (SVG) and the PNG also need the same lines as the PDF.
 */
import { lineOf, widthOf } from './line-runs.js';
import { mainFont } from '../fonts/font-files.js';
import { paragraph, type Paragraph, type Unit } from './paragraph.js';
import { createMeasures, type Measure } from './text-width.js';
import type { TextLine, TextStyle, Typesetter } from '../types.js';

/** Tolerance in millimetres: sums are not exact, and half a micrometre is invisible. */
const slack = 5e-4;

/**
 * Returns the largest count from `least` to `most` that fits. It tries growing steps, so the cost depends on the result
 * and not on the length of the text.
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
 * Returns the end of the word at `start`, or undefined if the word does not fit. It looks at an endless word only as
 * far as it may fit.
 */
function wordEnd(units: readonly Unit[], start: number, width: number, measure: Measure): number | undefined {
  let end = start + 1;
  for (let most = 16; ; most *= 2) {
    while (end < units.length && end - start < most && units[end]?.mayBegin !== true) end++;
    if (!(widthOf(trimmed(units.slice(start, end)), measure) <= width)) return undefined;
    if (end >= units.length || units[end]?.mayBegin === true) return end;
  }
}

/** Returns the end of the line at `start`: after the last word that fits, or inside the first word. */
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

/** Returns as much as fits, followed by an ellipsis. */
function cutOff(units: readonly Unit[], { rightToLeft }: Paragraph, width: number, measure: Measure): Unit[] {
  const ellipsis: Unit = { text: '…', font: mainFont, level: rightToLeft ? 1 : 0, blank: false, mayBegin: false };
  const cut = (count: number): Unit[] => [...trimmed(units.slice(0, count)), ellipsis];
  return cut(largest(0, units.length, (count) => widthOf(cut(count), measure) <= width));
}

/**
 * Measures text exactly as the PDF writer draws it. A text without visible characters gives no lines, or a line without
 * runs. Texts are cut after 10,000 UTF-16 units. Fonts are opened on demand.
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
