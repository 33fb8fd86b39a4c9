/** Names of what can be chosen for a sheet. */
import type { LayoutField } from '../../../workers/print/sheet/print-layout.js';

export const choices: { readonly [Name in LayoutField]?: readonly (readonly [value: string, words: string])[] } = {
  preset: [
    ['list', 'List: buttons and all tracks'],
    ['tiles', 'Tiles: a card of each album'],
    ['cd', 'CD: a booklet for the case'],
    ['round', 'Round: a disc for a CD pouch'],
  ],
  page_size: [
    ['A4', 'A4'],
    ['A5', 'A5'],
    ['Letter', 'Letter'],
  ],
  dpi: [
    ['300', '300'],
    ['600', '600'],
    ['1200', '1200'],
    ['2400', '2400'],
  ],
  pixel_size: [
    ['1', '1'],
    ['2', '2'],
    ['3', '3'],
    ['4', '4'],
  ],
};

export const labels: Readonly<Record<LayoutField, string>> = {
  preset: 'Kind of sheet',
  page_size: 'Paper',
  margin: 'Margin in mm',
  columns: 'Columns, 0 for as many as fit',
  tile_size: 'Size of tile or cover in mm, 0 for usual',
  show_cover: 'Covers',
  show_album_info: 'Title and artist',
  show_controls: 'Back, play, stop, next',
  show_tile_controls: 'The same on each tile',
  show_tracks: 'All tracks',
  show_track_pictures: 'Pictures of tracks',
  show_general_controls: 'Buttons for every album',
  dpi: 'Resolution of the printer in dpi',
  pixel_size: 'Size of a dot in pixels',
};

/** What a sheet may show. */
export const contents: readonly LayoutField[] = [
  'show_cover',
  'show_album_info',
  'show_controls',
  'show_tile_controls',
  'show_tracks',
  'show_track_pictures',
  'show_general_controls',
];

export const labelOf = (name: string): string =>
  Object.hasOwn(labels, name) ? labels[name as LayoutField] : name === 'oids' ? 'Albums' : name;

/** A value as it stands in a field. */
export const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
