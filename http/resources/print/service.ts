/** What the pages need of printing. */
import type { Readable } from 'node:stream';
import type { Language } from '../../../workers/base/language/languages.js';
import type { Preview } from '../../../workers/print/print-protocol.js';
import type { PatternLook } from '../../../workers/print/output/album-patterns.js';
import type { PrintLayout } from '../../../workers/print/sheet/print-layout.js';

export const sheetFormats = ['zip', 'pdf', 'png'] as const;
export type SheetFormat = (typeof sheetFormats)[number];

/** Which albums are printed, in which order, and how. */
export interface PrintOrder {
  oids: readonly number[];
  layout: PrintLayout;
}

/** How something is made for a reader. */
export interface Making {
  /** Of the words on it; English. */
  language?: Language;
  /** Ends the work before there is a stream. */
  signal?: AbortSignal;
}

/** How a page of a sheet is looked at. */
export interface Looking {
  /** Of the words on it; English. */
  language?: Language;
  /** Milliseconds for counting the pages behind it; 400. With less, albums far behind it are not even looked at. */
  counting?: number;
  /** Ends the work, with its reason. */
  signal?: AbortSignal;
}

export interface PrintService {
  /** The kept layout. */
  kept(): PrintLayout;
  /**
   * The kept layout with what is given instead, as forms or JSON send it.
   * Throws `bad_field` for each field that cannot be.
   */
  layout(given: ReadonlyMap<string, unknown>): PrintLayout;
  /** Saves it in the configuration. */
  keep(layout: PrintLayout): Promise<void>;
  /** @param page counted from 0 */
  preview(order: PrintOrder, page: number, looking?: Looking): Promise<Preview>;
  /**
   * The sheet of an album for the screen, as an `<svg>` whose fields are buttons of a form: each sends its `code`.
   * Throws `album_not_found`.
   * @param form its id
   */
  board(oid: number, form: string, language?: Language): Promise<string>;
  /** The PDF, streamed; the work ends when the stream is destroyed. */
  pdf(order: PrintOrder, making?: Making): Promise<Readable>;
  /** What was remembered last, before the last start too; or null. */
  last(): PrintOrder | null;
  /** At once, and on the disk when the promise is kept; it is never rejected. */
  remember(order: PrintOrder): Promise<void>;
  /**
   * The patterns of an album as a ZIP of pictures, drawn while it is read.
   * Throws `album_not_found`, and `bad_field` for a look that cannot be, before there is anything to read.
   */
  patterns(oid: number, look: PatternLook, language?: Language): () => Readable;
  testSheet(format: SheetFormat, making?: Making): Promise<Readable>;
}
