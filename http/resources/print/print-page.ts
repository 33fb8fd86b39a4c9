/** What the print page is made of. */
import type { Words } from '../../../workers/base/language/sentence.js';
import type { AlbumView } from '../../../workers/library/types.js';
import type { Preview } from '../../../workers/print/print-protocol.js';
import type { LayoutField } from '../../../workers/print/sheet/print-layout.js';
import type { Fields } from '../../request/fields.js';

export interface PrintPage {
  albums: readonly AlbumView[];
  /** Values as they are shown; after a refusal those that were typed. */
  layout: Readonly<Record<LayoutField, unknown>>;
  oids: readonly number[];
  /** By field. */
  problems: Readonly<Record<string, Words>>;
  /** Null where there is nothing to show. */
  preview: Preview | null;
  given: Fields;
}
