/** The test sheet as one ZIP. */
import type { Readable } from 'node:stream';
import { zipOf, type ZippedContent } from '../output/zip.js';

/** Entries of the ZIP, in order. */
export const sheetFileNames = ['test-sheet.pdf', 'test-sheet.png', 'test-sheet.gme'] as const;

export type SheetFileName = (typeof sheetFileNames)[number];

/** See `zipOf`. */
export const sheetZip = (files: Readonly<Record<SheetFileName, ZippedContent>>, modified: Date): Readable =>
  zipOf(
    sheetFileNames.map((name) => ({ name, content: files[name] })),
    modified,
  );
