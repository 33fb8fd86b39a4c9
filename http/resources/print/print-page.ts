/** The data of the print page. */
import type { Words } from '../../../workers/base/language/sentence.js';
import type { AlbumView } from '../../../workers/library/types.js';
import type { Preview } from '../../../workers/print/print-tasks.js';
import type { LayoutField } from '../../../workers/print/sheet/print-layout.js';
import type { Part } from '../../response/html.js';
import type { Fields } from '../../request/fields.js';

export interface PrintPage {
  albums: readonly AlbumView[];
  /** The values in the form; after a rejection, those that were typed. */
  layout: Readonly<Record<LayoutField, unknown>>;
  oids: readonly number[];
  /** Problems by field. */
  problems: Readonly<Record<string, Words>>;
  /** Null if there is no preview. */
  preview: Preview | null;
  given: Fields;
  /** The parts of features below the sheet. */
  hints: readonly Part[];
}
