/** Lays out the sheet of some albums, page by page, as data. Pure. */
import { badFields } from '../../base/errors.js';
import type { Language } from '../../base/language/languages.js';
import { cdSheet } from './cd-sheet.js';
import type { Design } from './design.js';
import { listSheet } from './list-sheet.js';
import { paperSizes } from './paper.js';
import { roundSheet } from './round-sheet.js';
import { fitOf, type PrintLayout } from './print-layout.js';
import { withNames, type SheetAlbum } from './sheet-album.js';
import { tilesSheet } from './tiles-sheet.js';
import type { Page, Typesetter } from '../types.js';

type Preset = (albums: readonly SheetAlbum[], design: Design) => Generator<Page, void, void>;

const presets: Record<PrintLayout['preset'], Preset> = {
  list: listSheet,
  tiles: tilesSheet,
  cd: cdSheet,
  round: roundSheet,
};

/**
 * @param language of the labels; titles stay as they are
 * @throws TonstiftError `bad_field` immediately if the layout does not fit on its paper
 */
export function sheetPages(
  albums: readonly SheetAlbum[],
  layout: PrintLayout,
  set: Typesetter,
  language: Language = 'en',
): Generator<Page, void, void> {
  const fit = fitOf(layout);
  if (Object.keys(fit.problems).length > 0) throw badFields(fit.problems);
  const dots = { dpi: layout.dpi, dotSize: layout.pixel_size };
  const named = albums.map((album) => withNames(album, language));
  return presets[layout.preset](named, { layout, paper: paperSizes[layout.page_size], fit, dots, set, language });
}
