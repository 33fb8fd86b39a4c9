/** The start field of an album. It is tapped first, so that the pen loads the album's file. */
import { say } from '../../base/language/sentence.js';
import type { Design } from './design.js';
import { framedField, icon, moved, stacked, textBlock, type Block } from './ink.js';
import type { SheetAlbum } from './sheet-album.js';
import type { Size } from '../types.js';

const word = { size: 3.2, bold: true };
const hint = { size: 2.3, bold: false };
const sign = 3;
/** From the frame to the text below it. */
const below = 1.3;
/** A field that is lower is hard to tap. */
const leastHeight = 8;

/**
 * Draws the field, with a power sign and the word *Start* below it.
 * @param size with the text
 */
export function startField(
  { oid, cover }: Pick<SheetAlbum, 'oid' | 'cover'>,
  { width, height }: Size,
  design: Design,
): Block {
  const room = height - below - leastHeight;
  const caption = stacked(captionOf(width, design), 0.2);
  const text = caption.height <= room ? caption : stacked(captionOf(width, design, false), 0);
  const field = { x: 0, y: 0, width, height: height - below - text.height };
  const behind = design.layout.show_start_cover && cover !== null ? { oid, name: cover } : undefined;
  return {
    width,
    height,
    items: [
      ...framedField(oid, `album ${oid}`, field, { ...design.dots, behind }),
      ...moved(text.items, 0, height - text.height),
    ],
  };
}

/** Returns one or two centred lines. Leaves out what is wider than the field. */
function captionOf(width: number, { set, language, layout }: Design, withHint = layout.show_start_hint): Block[] {
  const start = set.line(say('sheet.start').in(language), word);
  const first = set.line(say('sheet.start_hint').in(language), hint);
  const [gap, apart] = [0.8, 1.8];
  const height = word.size * 1.28;
  const named = sign + gap + start.width;
  const isNamed = named <= width;
  const besides = named + apart + first.width;
  const isBeside = withHint && besides <= width;
  const left = (width - (isBeside ? besides : isNamed ? named : sign)) / 2;
  const row: Block = {
    width,
    height,
    items: [
      ...icon('start', left, (height - sign) / 2, sign),
      ...(isNamed ? moved(textBlock([start], word, start.width).items, left + sign + gap, 0) : []),
      ...(isBeside
        ? moved(textBlock([first], hint, first.width).items, left + named + apart, word.size - hint.size)
        : []),
    ],
  };
  const isBelow = withHint && !isBeside && first.width <= width;
  return isBelow ? [row, textBlock([first], hint, width, 'middle')] : [row];
}
