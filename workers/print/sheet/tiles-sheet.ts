/** The preset `tiles`: a card per album to cut out, with cover, power-on field and optional buttons. */
import { placeGeneralControls, tileControls } from './controls.js';
import type { Design } from './design.js';
import { createFlow } from './flow.js';
import { cropMarks, moved, stacked, textBlock, type Block } from './ink.js';
import { measures } from './print-layout.js';
import type { SheetAlbum } from './sheet-album.js';
import { startField } from './start-field.js';
import type { Item, Page } from '../types.js';

const title = { size: 3.6, bold: true };
const artist = { size: 2.8, bold: false };
const padding = 3;
const strip = 16;

/** Draws the content of a card, from the top. */
function card(album: SheetAlbum, design: Design): Block {
  const { layout, fit, set } = design;
  const width = fit.tile - 2 * padding;
  const { oid, cover } = album;
  const withCover = layout.show_cover && cover !== null;
  const picture: Block[] = withCover
    ? [{ width, height: width, items: [{ kind: 'picture', oid, name: cover, x: 0, y: 0, width, height: width }] }]
    : [];
  // Without a picture, the field takes its space.
  const height = withCover ? strip : layout.show_cover ? width + 2 + strip : Math.max(strip, width * 0.7);
  const field = startField(album, { width, height }, design);
  const words = layout.show_album_info
    ? [
        textBlock(set.lines(album.album_title, title, width, 3), title, width),
        ...(album.album_artist === ''
          ? []
          : [textBlock(set.lines(album.album_artist, artist, width, 2), artist, width)]),
      ]
    : [];
  const buttons = layout.show_tile_controls ? [tileControls(width, design)] : [];
  return stacked([...picture, field, ...buttons, ...(words.length > 0 ? [stacked(words, 0.3)] : [])], 2);
}

/** Gives all cards of a row the same height, so that their crop marks line up. */
function tileRow(cards: readonly Block[], side: number): Block {
  const height = Math.max(...cards.map((one) => one.height)) + 2 * padding;
  const items = cards.flatMap((one, n): Item[] => {
    const x = n * (side + measures.tiles.between);
    return [...moved(one.items, x + padding, padding), ...cropMarks({ x, y: 0, width: side, height })];
  });
  return { width: side, height, items };
}

export function* tilesSheet(albums: readonly SheetAlbum[], design: Design): Generator<Page, void, void> {
  const { layout } = design;
  const { columns, tile } = design.fit;
  const flow = createFlow(design.paper, layout.margin);
  for (let first = 0; first < albums.length; first += columns) {
    const cards = albums.slice(first, first + columns).map((album) => card(album, design));
    flow.place(tileRow(cards, tile), measures.tiles.between);
    yield* flow.finished();
  }
  if (layout.show_general_controls) placeGeneralControls(flow, { width: 17, height: 10 }, design);
  yield* flow.end();
}
