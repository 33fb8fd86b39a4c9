/** The sheets of an album: when it was printed last, under each number that it had. Pure. */
import type { AlbumRecord, PrintedSheet, PrintedSheetView } from './types.js';

/** Numbers of one album; who gives it more has thrown the oldest sheets away. */
const mostSheets = 8;

/** With a sheet, in place of the former one under its number. */
export const withPrinted = (album: AlbumRecord, sheet: PrintedSheet): AlbumRecord => ({
  ...album,
  printed: [sheet, ...album.printed.filter(({ oid }) => oid !== sheet.oid)].slice(0, mostSheets),
});

export const printedViews = ({ printed }: Pick<AlbumRecord, 'printed'>): PrintedSheetView[] =>
  printed.map((sheet) => ({ ...sheet, at: new Date(sheet.at).toISOString() }));
