import type { Readable } from 'node:stream';
import type { Language } from '../../../workers/base/language/languages.js';
import type { Preview } from '../../../workers/print/print-tasks.js';
import type { PatternLook } from '../../../workers/print/output/album-patterns.js';
import type { PrintLayout } from '../../../workers/print/sheet/print-layout.js';

export const sheetFormats = ['zip', 'pdf', 'png'] as const;
export type SheetFormat = (typeof sheetFormats)[number];

/** Which albums to print, in which order, and how. */
export interface PrintOrder {
  oids: readonly number[];
  layout: PrintLayout;
}

/** Options for making a document. */
export interface Making {
  /** The language of the texts; English by default. */
  language?: Language;
  /** Aborts the work, with its reason, before there is a stream. */
  signal?: AbortSignal;
}

/** Options for a preview. */
export interface Looking extends Making {
  /** Milliseconds for counting the further pages; 400 by default. With less, later albums may not even be read. */
  counting?: number;
}

export interface PrintService {
  /** The stored layout. */
  kept(): PrintLayout;
  /** The stored layout with the given values, as forms or JSON send them. Throws `bad_field` for each invalid field. */
  layout(given: ReadonlyMap<string, unknown>): PrintLayout;
  /** Saves it in the configuration. */
  keep(layout: PrintLayout): Promise<void>;
  /** @param page the first is 0 */
  preview(order: PrintOrder, page: number, looking?: Looking): Promise<Preview>;
  /**
   * The sheet of an album for the screen, as an `<svg>` whose fields are buttons of a form. Each sends its `code`.
   * Throws `album_not_found`.
   * @param form the id of the form
   */
  board(oid: number, form: string, language?: Language): Promise<string>;
  /** The PDF as a stream. The work is aborted if the stream is destroyed. */
  pdf(order: PrintOrder, making?: Making): Promise<Readable>;
  /** The last remembered order, also from before the last start; or null. */
  last(): PrintOrder | null;
  /** Takes effect immediately; resolves when it is on the disk. Never rejects. */
  remember(order: PrintOrder): Promise<void>;
  /**
   * The patterns of an album as a ZIP of images, drawn while it is read. Throws `album_not_found`, and `bad_field` for
   * an invalid look, before the stream begins.
   */
  patterns(oid: number, look: PatternLook, language?: Language): () => Readable;
  testSheet(format: SheetFormat, making?: Making): Promise<Readable>;
}
