/**
 * The preset `cd`: a booklet for a CD case. Each album has a front with the cover. Left of the fold is the inner side
 * with power-on field, buttons and tracks, upright when the case is opened. Long albums continue on more panels.
 */
import { albumControls, generalControls } from './controls.js';
import type { Design } from './design.js';
import { cropMarks, moved, stacked, textBlock, type Block } from './ink.js';
import { measures } from './print-layout.js';
import { albumFacts, withShortTitles, type SheetAlbum } from './sheet-album.js';
import { startField } from './start-field.js';
import { trackRows, type RowLook } from './track-rows.js';
import type { Item, Page } from '../types.js';

const { panel, padding, between } = measures.cd;
const inner = panel - 2 * padding;

const frontTitle = { size: 9, bold: true };
const frontArtist = { size: 5.5, bold: false };
const title = { size: 4.2, bold: true };
const artist = { size: 3.2, bold: false };
const facts = { size: 2.5, bold: false };

const rowLook: RowLook = {
  field: { width: 12, height: 5.9 },
  style: { size: 2.4, bold: false },
  gap: 0.8,
  between,
  lines: 2,
};
const powerOn = 24;

function frontPanel(album: SheetAlbum, { layout, set }: Design): Item[] {
  const { oid, cover } = album;
  if (cover !== null) return [{ kind: 'picture', oid, name: cover, x: 0, y: 0, width: panel, height: panel }];
  if (!layout.show_album_info) return [];
  const words = stacked(
    [
      textBlock(set.lines(album.album_title, frontTitle, inner, 5), frontTitle, inner, 'middle'),
      textBlock(set.lines(album.album_artist, frontArtist, inner, 3), frontArtist, inner, 'middle'),
    ],
    3,
  );
  return moved(words.items, padding, Math.max(padding, (panel - words.height) / 2));
}

function innerHeader(album: SheetAlbum, design: Design): Block {
  const { layout, set, language } = design;
  const x = powerOn + 4;
  const room = inner - x;
  const words = layout.show_album_info
    ? stacked(
        [
          textBlock(set.lines(album.album_title, title, room, 3), title, room),
          ...(album.album_artist === ''
            ? []
            : [textBlock(set.lines(album.album_artist, artist, room, 2), artist, room)]),
          textBlock(set.lines(albumFacts(album).in(language), facts, room, 1), facts, room),
        ],
        0.2,
      )
    : stacked([], 0);
  const controls = layout.show_controls ? albumControls(room, { width: 18, height: 8 }, design) : stacked([], 0);
  const top = Math.max(words.height === 0 ? 0 : words.height + 1.5, powerOn - controls.height);
  return {
    width: inner,
    height: Math.max(powerOn, top + controls.height),
    items: [
      ...startField(album, { width: powerOn, height: powerOn }, design).items,
      ...moved(words.items, x, 0),
      ...moved(controls.items, x, top),
    ],
  };
}

/** Returns the panels of an album, in order. */
function panelsOf(album: SheetAlbum, design: Design): { panels: Item[][]; hasFront: boolean } {
  const { layout } = design;
  const panels: Item[][] = [];
  const front = layout.show_cover ? frontPanel(album, design) : [];
  const hasFront = front.length > 0;
  if (hasFront) panels.push(front);
  const titled = layout.show_album_info ? withShortTitles(album) : album;
  const rows = trackRows(layout.show_tracks ? titled : { ...album, tracks: [] }, inner, rowLook, design);
  const header = innerHeader(album, design);
  const gap = 3;
  let block = rows.take(inner - header.height - gap);
  panels.push([
    ...moved(header.items, padding, padding),
    ...moved(block.items, padding, padding + header.height + gap),
  ]);
  while (rows.left() > 0) {
    block = rows.take(inner);
    panels.push(moved(block.items, padding, padding));
  }
  return { panels, hasFront };
}

function generalPanel(design: Design): Item[] {
  return moved(generalControls(inner, { width: 16, height: 9 }, design).items, padding, padding);
}

export function* cdSheet(albums: readonly SheetAlbum[], design: Design): Generator<Page, void, void> {
  const { layout, paper } = design;
  const perPage = paper.height - 2 * layout.margin < 2 * panel ? 1 : 2;
  const { width, height } = perPage === 1 ? paper : { width: paper.height, height: paper.width };
  const left = (width - perPage * panel) / 2;
  const groups = function* (): Generator<ReturnType<typeof panelsOf>, void, void> {
    for (const album of albums) yield panelsOf(album, design);
    if (layout.show_general_controls) yield { panels: [generalPanel(design)], hasFront: false };
  };
  for (const { panels, hasFront } of groups()) {
    // Each album starts a page, because its front and inner side stay connected and are folded between them.
    for (let first = 0; first < panels.length; first += perPage) {
      const items = panels.slice(first, first + perPage).flatMap((one, n): Item[] => {
        // The front lies right of the fold; all other sides follow each other.
        const place = first === 0 && hasFront ? perPage - 1 - n : n;
        const [x, y] = [left + place * panel, layout.margin];
        return [...moved(one, x, y), ...cropMarks({ x, y, width: panel, height: panel })];
      });
      yield { width, height, items };
    }
  }
}
