/** The choices of a user for the layout of a sheet, and the checks between them. */
import type { Config } from '../../../config/fields.js';
import { say, type Words } from '../../base/language/sentence.js';
import { paperSizes, type PaperName } from './paper.js';

export interface PrintLayout {
  /**
   * `list`: a page of tracks; `tiles`: a card per album; `cd`: a booklet for a CD case; `round`: a disc for a CD pouch.
   */
  preset: Config['print_preset'];
  page_size: PaperName;
  /** Millimetres, on all four sides. */
  margin: number;
  /** Columns of tracks (list, cd, round) or of tiles; 0 chooses as many as fit well. */
  columns: number;
  /**
   * Millimetres: width of a tile (tiles), side of cover and power-on field (list); 0 chooses the default of the preset.
   */
  tile_size: number;
  show_cover: boolean;
  show_album_info: boolean;
  show_controls: boolean;
  show_tile_controls: boolean;
  show_tracks: boolean;
  show_track_pictures: boolean;
  show_general_controls: boolean;
  show_start_hint: boolean;
  /** Prints the start field over the cover, lightened. */
  show_start_cover: boolean;
  /** Resolution of the patterns. */
  dpi: number;
  /** Width and height of a dot, in pixels of that resolution. */
  pixel_size: number;
}

export type LayoutField = keyof PrintLayout;

export const layoutFields: readonly LayoutField[] = [
  'preset',
  'page_size',
  'margin',
  'columns',
  'tile_size',
  'show_cover',
  'show_album_info',
  'show_controls',
  'show_tile_controls',
  'show_tracks',
  'show_track_pictures',
  'show_general_controls',
  'show_start_hint',
  'show_start_cover',
  'dpi',
  'pixel_size',
];

export const configFieldOf = <Name extends LayoutField>(name: Name): `print_${Name}` => `print_${name}`;

/** Returns the layout that the configuration stores. */
export function keptLayout(config: Config): PrintLayout {
  return Object.fromEntries(layoutFields.map((name) => [name, config[configFieldOf(name)]])) as unknown as PrintLayout;
}

/** Lengths in millimetres. */
export const measures = {
  list: { tile: 28, between: 6, narrowest: 44, usual: 80, text: 56, picture: { side: 20, gap: 2, between: 2.5 } },
  tiles: { tile: 56, between: 6, withControls: { narrowest: 24, higher: 28 } },
  cd: { panel: 120, padding: 5, between: 4 },
  round: { radius: 60, padding: 4, between: 3, apart: 2 },
} as const;

/** Number of pieces of a width that fit next to each other. */
const fitting = (room: number, piece: number, between: number): number =>
  Math.floor((room + between + 1e-6) / (piece + between));

export interface Fit {
  /** `columns` and `tile_size` with 0 replaced by the chosen value. */
  columns: number;
  tile: number;
  /** Error sentences by field, if the layout does not fit on the paper. */
  problems: Record<string, Words>;
}

/** Presets whose pieces have a fixed size. */
const ownSize = {
  cd: { side: measures.cd.panel, columns: 3, usual: 2 },
  round: { side: 2 * measures.round.radius, columns: 2, usual: 2 },
} as const;

/** Minimum of `tile_size` unless it is 0 (config/fields.ts). */
const smallestTile = 15;

/** Rounds down to tenths of a millimetre. */
const tenths = (mm: number): number => Math.floor(mm * 10 + 1e-6) / 10;

/** Checks the values against each other. Each value is already within its own range. */
export function fitOf(layout: PrintLayout): Fit {
  const paper = paperSizes[layout.page_size];
  const room = { width: paper.width - 2 * layout.margin, height: paper.height - 2 * layout.margin };
  const on = { paper: layout.page_size, margin: layout.margin };
  const problems: Record<string, Words> = {};
  const tooWide = (most: number, why: Words): Record<string, Words> => ({
    margin: say('wrong.margin', { ...on, most: tenths(most), why }),
  });

  if (layout.preset === 'cd' || layout.preset === 'round') {
    const { side, columns: most, usual } = ownSize[layout.preset];
    if (Math.min(room.width, room.height) < side) {
      const widest = (Math.min(paper.width, paper.height) - side) / 2;
      Object.assign(problems, tooWide(widest, say('wrong.piece', { preset: layout.preset, side })));
    }
    if (layout.columns > most)
      problems['columns'] = say('wrong.own_columns', { preset: layout.preset, most, value: layout.columns });
    return { columns: layout.columns || usual, tile: side, problems };
  }

  const { tiles, list } = measures;
  const isList = layout.preset === 'list';
  const usual = isList ? list.tile : tiles.tile;
  const tile = layout.tile_size || usual;
  const buttons = !isList && layout.show_tile_controls ? tiles.withControls : { narrowest: 0, higher: 0 };
  // In a list, the start field, as wide as the cover, and the text need room next to the cover. In a tile, a title, a
  // field and the buttons need room below the picture.
  const widest = isList ? (room.width - list.text - 8) / 2 : Math.min(room.width, room.height - 45 - buttons.higher);
  if (widest < smallestTile) {
    const lacking = (smallestTile - widest) * (isList ? 1 : 0.5);
    return {
      columns: 1,
      tile,
      problems: tooWide(layout.margin - lacking, say('wrong.no_room', { preset: layout.preset })),
    };
  }
  if (tile > widest + 1e-6)
    problems['tile_size'] =
      layout.tile_size === 0
        ? say('wrong.tile_usual', { ...on, most: tenths(widest), usual })
        : say('wrong.tile_size', { ...on, most: tenths(widest), tile });
  else if (tile < buttons.narrowest)
    problems['tile_size'] = say('wrong.tile_buttons', { least: buttons.narrowest, tile });
  const pictures = layout.show_track_pictures ? list.picture.side + list.picture.gap : 0;
  const [narrowest, between] = isList ? [list.narrowest + pictures, list.between] : [tile, tiles.between];
  const most = Math.max(1, fitting(room.width, narrowest, between));
  if (layout.columns > most) {
    const facts = { ...on, most, value: layout.columns, tile };
    problems['columns'] = say(isList ? 'wrong.columns' : 'wrong.tile_columns', facts);
  }
  const chosen = isList ? Math.max(1, fitting(room.width, list.usual, between)) : most;
  return { columns: layout.columns || chosen, tile, problems };
}
