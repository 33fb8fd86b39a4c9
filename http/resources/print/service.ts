/** What the pages need of printing. */
import type { Readable } from 'node:stream';
import type { Preview } from '../../../workers/print/print-protocol.js';
import type { PrintLayout } from '../../../workers/print/sheet/print-layout.js';

export const sheetFormats = ['zip', 'pdf', 'png'] as const;
export type SheetFormat = (typeof sheetFormats)[number];

/** Which albums are printed, in which order, and how. */
export interface PrintOrder {
  oids: readonly number[];
  layout: PrintLayout;
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
  preview(order: PrintOrder, page: number): Promise<Preview>;
  /** The PDF, streamed; the work ends when the stream is destroyed, and before there is one by `signal`. */
  pdf(order: PrintOrder, signal?: AbortSignal): Promise<Readable>;
  /** What was printed last, or null. */
  last(): PrintOrder | null;
  remember(order: PrintOrder): void;
  testSheet(format: SheetFormat, signal?: AbortSignal): Promise<Readable>;
}
