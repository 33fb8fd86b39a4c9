/**
 * The control sheet of an album for the screen: the preset `list` on a strip of paper as wide as a phone, on which a
 * field is as large as a fingertip.
 */
import type { Language } from '../../base/language/languages.js';
import type { Item, Page, Typesetter } from '../types.js';
import { listSheet } from './list-sheet.js';
import type { PrintLayout } from './print-layout.js';
import { withNames, type SheetAlbum } from './sheet-album.js';

/**
 * Size of the strip in millimetres. A phone of 360 px shows it about 326 px wide. A track field of 17 × 10 mm with its
 * frame is then 77 × 45 px; a finger needs 44.
 */
const strip = { width: 72, margin: 1 };
/** Exceeds the height of 99 tracks with titles of twelve lines; the unused part is cut off. */
const longest = 100_000;
const startField = 18;

/** The fonts and the language of the page. */
export interface BoardDesk {
  set: Typesetter;
  language: Language;
}

/** @param layout the saved one; it decides whether the buttons for every album are shown */
export function boardPage(album: SheetAlbum, layout: PrintLayout, { set, language }: BoardDesk): Page {
  const shown: PrintLayout = {
    ...layout,
    preset: 'list',
    margin: strip.margin,
    // The page around the strip shows the cover, and the fields need the space.
    show_cover: false,
    show_track_pictures: false,
    show_album_info: true,
    show_controls: true,
    show_tracks: true,
    // On the screen the field pulses.
    show_start_hint: false,
    show_start_cover: false,
  };
  const [page = { width: strip.width, height: 0, items: [] }] = listSheet([withNames(album, language)], {
    layout: shown,
    paper: { width: strip.width, height: longest },
    fit: { columns: 1, tile: startField, problems: {} },
    dots: { dpi: layout.dpi, dotSize: layout.pixel_size },
    set,
    language,
  });
  return { ...page, height: Math.max(0, ...page.items.map(lowest)) + strip.margin };
}

/** Lower edge, in millimetres from the top. */
function lowest(item: Item): number {
  switch (item.kind) {
    case 'line':
      return Math.max(item.y1, item.y2);
    case 'shape':
      return Math.max(...item.points.map(([, y]) => y));
    case 'circle':
      return item.y + item.radius;
    case 'text':
      return item.y + item.style.size * 0.3;
    default:
      return item.y + item.height;
  }
}
