/** Printed sheets of an album: the time of its last print, for each number that it had. Pure. */
import type { AlbumRecord, PrintedSheet, PrintedSheetView, SheetView } from './types.js';

/** Maximum of numbers kept for one album; the oldest sheets are dropped. */
const mostSheets = 8;

/** Adds a sheet, which replaces the former one with the same number. */
export const withPrinted = (album: AlbumRecord, sheet: PrintedSheet): AlbumRecord => ({
  ...album,
  printed: [sheet, ...album.printed.filter(({ oid }) => oid !== sheet.oid)].slice(0, mostSheets),
});

/** Removes the sheet with the album's current number. */
export const withoutPrinted = (album: AlbumRecord): AlbumRecord => ({
  ...album,
  printed: album.printed.filter(({ oid }) => oid !== album.oid),
});

/** Returns the sheets of two joined albums, newest first. */
export const printedOfBoth = (album: AlbumRecord, other: AlbumRecord): readonly PrintedSheet[] =>
  [...album.printed, ...other.printed].sort((a, b) => b.at - a.at).slice(0, mostSheets);

type Printed = Pick<AlbumRecord, 'album_title' | 'printed'>;

/** Returns all sheets with one of these numbers, of any album, newest first. */
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
