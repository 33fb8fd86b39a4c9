/** Rows of tracks in columns: a picture, a field, the title and the running time. */
import { trackCode } from '../../gme/codes.js';
import { intoColumns } from './columns.js';
import type { Design } from './design.js';
import { framedField, moved, stacked, textBlock, type Block } from './ink.js';
import { say } from '../../base/language/sentence.js';
import { discHeadings } from '../../base/text/discs.js';
import { runningTime, type SheetAlbum, type SheetTrack } from './sheet-album.js';
import type { Item, Size, TextStyle } from '../types.js';

export interface RowLook {
  /** Size of the field, in millimetres. */
  field: Size;
  style: TextStyle;
  /** Gap between rows, in millimetres. */
  gap: number;
  between: number;
  /** Maximum lines of a title. */
  lines?: number;
  /** Hides running times. */
  timeless?: boolean;
  /** Picture next to the field, if a track has one; `between` then replaces the gap between rows. */
  picture?: { side: number; gap: number; between: number };
}

/** If some tracks of an album have pictures, every row reserves space for one. */
export interface RowPlace extends RowLook {
  width: number;
  oid: number;
}

export function trackRow(track: SheetTrack, index: number, place: RowPlace, { dots, set }: Design): Block {
  const { style, lines, width, oid, picture } = place;
  const start = picture === undefined ? 0 : picture.side + picture.gap;
  // The field is as high as the picture, because people tap next to the picture.
  const isPictured = picture !== undefined && track.picture !== null;
  const field = isPictured ? { ...place.field, height: picture.side } : place.field;
  const number = set.line(String(index + 1), { ...style, bold: true });
  const time = set.line(place.timeless === true ? '' : runningTime(track.duration), style);
  const left = start + field.width + 2;
  const digits = Math.max(style.size * 1.3, number.width) + 1;
  const room = width - left - digits - time.width - 1.5;
  const title = textBlock(set.lines(track.track_title, style, room, lines), style, room);
  const height = Math.max(field.height, title.height);
  // A single line is centred on its field; several lines start at its upper edge.
  const top = title.height <= field.height ? (field.height - title.height) / 2 : 0;
  const bold = { ...style, bold: true };
  const items: Item[] = [
    ...(isPictured ? pictureOf(oid, track.picture, picture.side) : []),
    ...framedField(trackCode(index), `track ${index + 1}`, { x: start, y: 0, ...field }, dots),
    ...moved(textBlock([number], bold, number.width).items, left, top),
    ...moved(title.items, left + digits, top),
    ...moved(textBlock([time], style, time.width).items, width - time.width, top),
  ];
  return { width, height, items };
}

const pictureOf = (oid: number, name: string | null, side: number): Item[] =>
  name === null ? [] : [{ kind: 'picture', oid, name, x: 0, y: 0, width: side, height: side }];

/** Stands above the first track of a disc, and stays with it. */
function discHeading(disc: number, { size }: TextStyle, { set, language }: Design): Block {
  const bold = { size: size * 1.1, bold: true };
  const words = set.line(say('disc.heading', { disc: String(disc) }).in(language), bold);
  const text = textBlock([words], bold, words.width);
  const above = size / 2;
  return { ...text, height: above + text.height, items: moved(text.items, 0, above) };
}

export interface TrackRows {
  /** Number of rows not placed yet. */
  left(): number;
  /** Height of the next row. */
  next(): number;
  /** Height of all remaining rows, if there is room. */
  wholeHeight(): number;
  /** Places as many rows as fit into `room` millimetres; returns an empty block if none fits. */
  take(room: number): Block;
}

/** Lays out the rows of an album, to be placed in portions. */
export function trackRows(
  { oid, tracks }: Pick<SheetAlbum, 'oid' | 'tracks'>,
  width: number,
  look: RowLook,
  design: Design,
): TrackRows {
  const { columns } = design.fit;
  const each = (width - (columns - 1) * look.between) / columns;
  const picture = tracks.some((track) => track.picture !== null) ? look.picture : undefined;
  const gap = picture?.between ?? look.gap;
  const discs = discHeadings(tracks);
  const rows = tracks.map((track, index) => {
    const row = trackRow(track, index, { ...look, picture, width: each, oid }, design);
    const disc = discs[index];
    return typeof disc === 'number' ? stacked([discHeading(disc, look.style, design), row], 0.8) : row;
  });
  const heights = rows.map((row) => row.height);
  let first = 0;
  const heightOf = (start: number, count: number): number =>
    heights.slice(start, start + count).reduce((sum, height) => sum + height + gap, -gap);
  return {
    left: () => rows.length - first,
    next: () => heights[first] ?? 0,
    wholeHeight() {
      let [next, tallest] = [first, 0];
      for (const count of intoColumns(heights.slice(first), columns, gap, Number.MAX_SAFE_INTEGER)) {
        tallest = Math.max(tallest, heightOf(next, count));
        next += count;
      }
      return tallest;
    },
    take(room) {
      const items: Item[] = [];
      let tallest = 0;
      for (const [column, count] of intoColumns(heights.slice(first), columns, gap, room).entries()) {
        let y = 0;
        for (const row of rows.slice(first, first + count)) {
          items.push(...moved(row.items, column * (each + look.between), y));
          y += row.height + gap;
        }
        tallest = Math.max(tallest, heightOf(first, count));
        first += count;
      }
      return { width, height: tallest, items };
    },
  };
}
