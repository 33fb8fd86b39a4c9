/** The sheet of some albums: pages as data, one after another. Pure. */
import { badFields } from '../../base/errors.js';
import { cdSheet } from './cd-sheet.js';
import { listSheet } from './list-sheet.js';
import { fitOf, type PrintLayout } from './print-layout.js';
import type { SheetAlbum } from './sheet-album.js';
import { tilesSheet } from './tiles-sheet.js';
import type { Page, Typesetter } from '../types.js';

const presets = { list: listSheet, tiles: tilesSheet, cd: cdSheet };

/**
 * @throws TonstiftError `bad_field` where the layout does not fit on its paper, at once
 */
export function sheetPages(
  albums: readonly SheetAlbum[],
  layout: PrintLayout,
  typesetter: Typesetter,
): Generator<Page, void, void> {
  const { problems } = fitOf(layout);
  if (Object.keys(problems).length > 0) throw badFields(problems);
  return presets[layout.preset](albums, layout, typesetter);
}
