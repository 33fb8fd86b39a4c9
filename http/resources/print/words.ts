/** The labels of the choices for a sheet. */
import { isSentenceKey, say, type Sentence, type Words } from '../../../workers/base/language/sentence.js';
import type { LayoutField } from '../../../workers/print/sheet/print-layout.js';

const asTheyAre = (...values: string[]): [string, string][] => values.map((value) => [value, value]);

export const choices: { readonly [Name in LayoutField]?: readonly (readonly [value: string, words: Words])[] } = {
  preset: [
    ['list', say('print.preset.list')],
    ['tiles', say('print.preset.tiles')],
    ['cd', say('print.preset.cd')],
    ['round', say('print.preset.round')],
  ],
  page_size: asTheyAre('A4', 'A5', 'Letter'),
  dpi: asTheyAre('300', '600', '1200', '2400'),
  pixel_size: asTheyAre('1', '2', '3', '4'),
};

/** Labels for fields whose setting name is unclear on the print page. */
const labels: Partial<Record<LayoutField, Sentence>> = {
  columns: say('print.columns'),
  tile_size: say('print.tile_size'),
};

/** The contents of a sheet. */
export const contents: readonly LayoutField[] = [
  'show_cover',
  'show_album_info',
  'show_controls',
  'show_tile_controls',
  'show_tracks',
  'show_track_pictures',
  'show_general_controls',
  'show_start_hint',
  'show_start_cover',
];

export const labelOf = (name: LayoutField): Sentence => labels[name] ?? say(`setting.print_${name}`);

/** The label of a field in an error. */
export function nameOf(field: string): Words {
  if (isSentenceKey(`setting.print_${field}`)) return labelOf(field as LayoutField);
  return field === 'oids' ? say('print.field.oids') : field;
}

/** A value as text for an input. */
export const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
