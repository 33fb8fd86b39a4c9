/**
 * The preset `round`: discs for CD pouches. Each album has a disc with title, cover, power-on field, buttons and as
 * many tracks as fit. The other tracks continue on more discs. Positions on a disc are relative to its centre.
 */
import { albumControls, generalControls } from './controls.js';
import type { Design } from './design.js';
import { moved, stacked, textBlock, type Block } from './ink.js';
import { measures } from './print-layout.js';
import { albumFacts, continuedTitle, withShortTitles, type SheetAlbum, type SheetTrack } from './sheet-album.js';
import { startField } from './start-field.js';
import { trackRow, type RowLook } from './track-rows.js';
import type { CircleItem, Item, Page } from '../types.js';

const { radius, padding, between, apart } = measures.round;
const inner = radius - padding;

const title = { size: 4, bold: true };
/** For a title that needs more than two lines otherwise. */
const longTitle = { size: 3, bold: true };
const artist = { size: 2.8, bold: false };
const facts = { size: 2.2, bold: false };
const continued = { size: 3, bold: true };

/** Maximum width of a track, so that its title stays close to its field. */
const cellWidth = 52;
/** The text is so narrow that it fits into the upper part of the disc. */
const words = { width: 40, bottom: -35.5 };
/** Cover, power-on field and buttons in one row. */
const band = { top: -34, side: 24.4, gap: 3, buttons: { width: 31.4, field: { width: 15, height: 7.5 } } };

/** Track sizes, the largest first: a short album uses larger fields than a long one. */
const lookOf = (width: number, height: number, size: number): RowLook => ({
  ...{ field: { width, height }, style: { size, bold: false } },
  ...{ gap: 0.8, between, lines: 2, timeless: true },
});
const smallest = lookOf(12, 5.9, 2.4);
const looks: readonly RowLook[] = [lookOf(18, 11, 3), lookOf(15, 8, 2.7), smallest];

/** Minimum width of the disc between two heights. */
function chord(top: number, bottom: number): number {
  const far = Math.max(Math.abs(top), Math.abs(bottom));
  return far >= inner ? 0 : 2 * Math.sqrt(inner ** 2 - far ** 2);
}

/** Draws the text above the band; its last line ends at the band. */
function heading(album: SheetAlbum, { set, language }: Design): Item[] {
  const { width, bottom } = words;
  const style = set.lines(album.album_title, title, width).length > 2 ? longTitle : title;
  const blocks = [
    textBlock(set.lines(album.album_title, style, width, 2), style, width, 'middle'),
    textBlock(set.lines(album.album_artist, artist, width, 1), artist, width, 'middle'),
    textBlock(set.lines(albumFacts(album).in(language), facts, width, 1), facts, width, 'middle'),
  ];
  const all = stacked(blocks, 0);
  return moved(all.items, -width / 2, bottom - all.height);
}

function bandOf(album: SheetAlbum, design: Design): Item[] {
  const { oid, cover } = album;
  const { layout } = design;
  const { side, buttons } = band;
  const blocks: Block[] = [];
  const isCovered = layout.show_cover && cover !== null;
  if (isCovered) {
    const picture = { kind: 'picture', oid, name: cover, x: 0, y: 0, width: side, height: side } as const;
    blocks.push({ width: side, height: side, items: [picture] });
  }
  // Without a cover, the field takes its space too.
  const width = isCovered ? side : side + 16;
  blocks.push(startField(album, { width, height: side }, design));
  if (layout.show_controls) blocks.push(albumControls(buttons.width, buttons.field, design, 2));
  return moved(beside(blocks, band.gap), 0, band.top);
}

/** Places blocks in a row, centred on the disc. */
function beside(blocks: readonly Block[], gap: number): Item[] {
  const width = blocks.reduce((sum, block) => sum + block.width + gap, -gap);
  let x = -width / 2;
  return blocks.flatMap((block) => {
    const items = moved(block.items, x, 0);
    x += block.width + gap;
    return items;
  });
}

/** A row of tracks: its position, its number of tracks, and the width of the disc there. */
interface Row {
  y: number;
  count: number;
  room: number;
}

/** Returns the rows that fit on a disc below `top`. */
function rowsFrom(top: number, look: RowLook, columns: number): Row[] {
  const rows: Row[] = [];
  const height = heightOf(look);
  const narrowest = look.field.width + 25;
  for (let y = top; ; y += height + look.gap) {
    const room = chord(y, y + height);
    const count = Math.min(columns, Math.floor((room + between) / (narrowest + between)));
    if (count < 1) return rows;
    rows.push({ y, count, room });
  }
}

/** Height of the field or of two lines of text, whichever is larger. */
const heightOf = ({ field, style }: RowLook): number => Math.max(field.height, 2.6 * style.size);

const capacity = (rows: readonly Row[]): number => rows.reduce((sum, { count }) => sum + count, 0);

/**
 * Draws the tracks from `first` on, in the largest size at which all fit below `top`. If none fits them all, it draws
 * as many as fit.
 */
function tracksFrom(first: number, top: number, album: SheetAlbum, design: Design): { items: Item[]; next: number } {
  const { columns } = design.fit;
  const rest = album.tracks.slice(first);
  const look = looks.find((one) => capacity(rowsFrom(top, one, columns)) >= rest.length) ?? smallest;
  const items: Item[] = [];
  let next = first;
  const used: Row[] = [];
  for (const row of rowsFrom(top, look, columns)) if (capacity(used) < rest.length) used.push(row);
  for (const { y, count } of used) {
    // All rows with the same count use the width of the narrowest one, so that tracks line up.
    const narrowest = Math.min(...used.filter((row) => row.count === count).map(({ room }) => room));
    const width = Math.min(cellWidth, (narrowest - (count - 1) * between) / count);
    const left = -(count * (width + between) - between) / 2;
    for (let n = 0; n < count && next < album.tracks.length; n++, next++) {
      const track = album.tracks[next] as SheetTrack;
      const row = trackRow(track, next, { ...look, width, oid: album.oid }, design);
      items.push(...moved(row.items, left + n * (width + between), y));
    }
  }
  return { items, next };
}

function* discsOf(album: SheetAlbum, design: Design): Generator<Item[], void, void> {
  const { layout, set, language } = design;
  const titled = layout.show_album_info ? withShortTitles(album) : album;
  const shown = layout.show_tracks ? titled : { ...album, tracks: [] };
  let { items, next } = tracksFrom(0, band.top + band.side + between, shown, design);
  yield [...(layout.show_album_info ? heading(album, design) : []), ...bandOf(album, design), ...items];
  const { width } = words;
  const title = continuedTitle(album).in(language);
  const again = textBlock(set.lines(title, continued, width, 1), continued, width, 'middle');
  while (next < shown.tracks.length) {
    const top = -50;
    ({ items, next } = tracksFrom(next, top + again.height + 1, shown, design));
    yield [...moved(again.items, -width / 2, top), ...items];
  }
}

/** Fills the largest square inside a disc. */
function generalDisc(design: Design): Item[] {
  const side = inner * Math.SQRT2;
  const block = generalControls(side, { width: 9, height: 6.5 }, design);
  return moved(block.items, -side / 2, -block.height / 2);
}

const cutLine: CircleItem = { kind: 'circle', x: 0, y: 0, radius, thickness: 0.1 };

function* discs(albums: readonly SheetAlbum[], design: Design): Generator<Item[], void, void> {
  for (const album of albums) yield* discsOf(album, design);
  if (design.layout.show_general_controls) yield generalDisc(design);
}

export function* roundSheet(albums: readonly SheetAlbum[], design: Design): Generator<Page, void, void> {
  const { paper, layout } = design;
  const perPage = Math.max(1, Math.floor((paper.height - 2 * layout.margin + apart) / (2 * radius + apart)));
  let page: Page | undefined;
  let onPage = 0;
  for (const disc of discs(albums, design)) {
    page ??= { width: paper.width, height: paper.height, items: [] };
    const y = layout.margin + radius + onPage * (2 * radius + apart);
    page.items.push(...moved([...disc, cutLine], paper.width / 2, y));
    if (++onPage < perPage) continue;
    yield page;
    [page, onPage] = [undefined, 0];
  }
  if (page !== undefined) yield page;
}
