/** The preset `list`: each album with cover, power-on field, buttons and all tracks. */
import { albumControls, placeGeneralControls } from './controls.js';
import type { Design } from './design.js';
import { createFlow, type Flow } from './flow.js';
import { line, moved, stacked, textBlock, type Block } from './ink.js';
import { measures } from './print-layout.js';
import { albumFacts, continuedTitle, type SheetAlbum } from './sheet-album.js';
import { startField } from './start-field.js';
import { trackRows, type RowLook } from './track-rows.js';
import type { Item, Page } from '../types.js';

const title = { size: 5, bold: true };
const artist = { size: 3.6, bold: false };
const facts = { size: 2.7, bold: false };
const continued = { size: 3, bold: true };

const rowLook: RowLook = {
  field: { width: 17, height: 10 },
  style: { size: 3.2, bold: false },
  gap: 1.2,
  between: measures.list.between,
  lines: 12,
};
const button = { width: 17, height: 10 };
const aside = 4;

/** Draws cover and power-on field next to each other, then the text with the buttons below it. */
function albumHeader(album: SheetAlbum, width: number, design: Design): Block {
  const { layout, set } = design;
  const side = design.fit.tile;
  const items: Item[] = [];
  let x = 0;
  if (layout.show_cover && album.cover !== null) {
    items.push({ kind: 'picture', oid: album.oid, name: album.cover, x: 0, y: 0, width: side, height: side });
    x = side + aside;
  }
  items.push(...moved(startField(album, { width: side, height: side }, design).items, x, 0));
  x += side + aside;
  const room = width - x;
  const words = layout.show_album_info
    ? [
        textBlock(set.lines(album.album_title, title, room, 12), title, room),
        ...(album.album_artist === '' ? [] : [textBlock(set.lines(album.album_artist, artist, room, 3), artist, room)]),
        textBlock(set.lines(albumFacts(album).in(design.language), facts, room), facts, room),
      ]
    : [];
  const controls = layout.show_controls ? [albumControls(room, { ...button, width: 20 }, design)] : [];
  const text = stacked(words, 0.6);
  const buttons = stacked(controls, 0);
  const gap = words.length > 0 && controls.length > 0 ? 2.5 : 0;
  // Aligns the buttons with the lower edge of cover and field if the text leaves room.
  const top = Math.max(text.height + gap, side - buttons.height);
  items.push(...moved(text.items, x, 0), ...moved(buttons.items, x, top));
  return { width, height: Math.max(side, top + buttons.height), items };
}

function placeAlbum(flow: Flow, album: SheetAlbum, design: Design): void {
  const { layout, set } = design;
  const header = albumHeader(album, flow.width, design);
  const look = { ...rowLook, picture: layout.show_track_pictures ? measures.list.picture : undefined };
  const rows = trackRows(layout.show_tracks ? album : { ...album, tracks: [] }, flow.width, look, design);
  const gap = 4.5;
  const below = rows.left() > 0 ? gap + rows.next() : 0;
  const whole = header.height + (rows.left() > 0 ? gap + rows.wholeHeight() : 0);
  const separated = stacked(
    [{ width: flow.width, height: 0.1, items: [line([0, 0], [flow.width, 0], 0.1)] }, header],
    5,
  );
  // Keeps an album together if it fits on one page.
  const needed = separated.height - header.height + (whole <= flow.height ? whole : header.height + below);
  if (!flow.isFresh() && 6 + needed > flow.left()) flow.newPage();
  flow.place(flow.isFresh() ? header : separated, 6, 0);
  while (rows.left() > 0) {
    const block = rows.take(flow.left() - gap);
    if (block.height > 0) {
      flow.place(block, gap);
      continue;
    }
    flow.newPage();
    const words = set.lines(continuedTitle(album).in(design.language), continued, flow.width, 2);
    flow.place(textBlock(words, continued, flow.width), 0);
  }
}

export function* listSheet(albums: readonly SheetAlbum[], design: Design): Generator<Page, void, void> {
  const { layout } = design;
  const flow = createFlow(design.paper, layout.margin);
  for (const album of albums) {
    placeAlbum(flow, album, design);
    yield* flow.finished();
  }
  if (layout.show_general_controls) placeGeneralControls(flow, button, design);
  yield* flow.end();
}
