/** The sheets of an album: when it was printed last, under each number that it had. Pure. */
import type { AlbumRecord, PrintedSheet, PrintedSheetView, SheetView } from './types.js';

/** Numbers of one album; who gives it more has thrown the oldest sheets away. */
const mostSheets = 8;

/** With a sheet, in place of the former one under its number. */
export const withPrinted = (album: AlbumRecord, sheet: PrintedSheet): AlbumRecord => ({
  ...album,
  printed: [sheet, ...album.printed.filter(({ oid }) => oid !== sheet.oid)].slice(0, mostSheets),
});

/** The sheets of two albums that have become one; newest first. */
export const printedOfBoth = (album: AlbumRecord, other: AlbumRecord): readonly PrintedSheet[] =>
  [...album.printed, ...other.printed].sort((a, b) => b.at - a.at).slice(0, mostSheets);

type Printed = Pick<AlbumRecord, 'album_title' | 'printed'>;

/** All sheets with one of these numbers, whosever it is now; newest first. */
export function sheetsWith(oids: readonly number[], albums: readonly Printed[]): SheetView[] {
  const asked = new Set(oids);
  const sheets = albums.flatMap((album) => printedViews(album).map(withTitle(album)));
  return sheets.filter(({ oid }) => asked.has(oid)).sort((a, b) => (a.at < b.at ? 1 : -1));
}

const withTitle =
  ({ album_title }: Printed) =>
  (sheet: PrintedSheetView): SheetView => ({ ...sheet, album_title });

export const printedViews = ({ printed }: Pick<AlbumRecord, 'printed'>): PrintedSheetView[] =>
  printed.map((sheet) => ({ ...sheet, at: new Date(sheet.at).toISOString() }));
