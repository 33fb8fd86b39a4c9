/** The sheets and pens that are affected if an album loses or gets a number. */
import { listed } from '../../../workers/base/language/listed.js';
import { say, type Sentence } from '../../../workers/base/language/sentence.js';
import type { AlbumView, SheetView } from '../../../workers/library/types.js';
import type { Services } from '../../services.js';
import type { PenView } from '../pens/service.js';

export interface Concerns {
  /** The old and the new number. */
  oids: readonly number[];
  /** Sheets with these numbers that are known to be printed, newest first. */
  sheets: readonly SheetView[];
  /** Pens that have one of our files with such a number. */
  pens: Pick<PenView, 'id' | 'name' | 'plugged_in'>[];
  /** The same as a sentence, with what happens to the number. */
  message: Sentence;
}

/** The fate of the number. */
type Fate = 'rests' | 'moved' | 'taken' | 'split' | 'joined';

/** Must be called before the number changes, because files may be removed from the pens immediately. */
export function concernsOf(
  { albums, pens }: Pick<Services, 'albums' | 'pens'>,
  { album_title }: Pick<AlbumView, 'album_title'>,
  oids: readonly [number, ...number[]],
  become: Fate,
): Concerns {
  const facts = { sheets: albums.sheets(oids), pens: pensWith(oids, pens.list()) };
  const things = thingsOf(album_title, facts);
  const fate = say(`concerns.${become}`, { oid: oids[0], other: oids[1] ?? '' });
  const message =
    things === undefined ? fate : say('concerns.both', { concerns: say('concerns.this', { things }), fate });
  return { oids, ...facts, message };
}

/** The affected sheets and pens if many numbers become free. */
export function concernsOfMany(
  { albums, pens }: Pick<Services, 'albums' | 'pens'>,
  oids: readonly number[],
): Omit<Concerns, 'oids'> {
  const [sheets, there] = [albums.sheets(oids), pensWith(oids, pens.list())];
  const printed = new Set(sheets.map(({ oid }) => oid)).size;
  const items = [
    ...(printed > 0 ? [say('concerns.sheets', { count: printed })] : []),
    ...there.map(({ name, plugged_in }) => say('concerns.pen', { name, in: plugged_in ? 'yes' : 'no' })),
  ];
  const fate = say('concerns.rest', { count: oids.length });
  const message =
    items.length === 0
      ? fate
      : say('concerns.both', { concerns: say('concerns.this', { things: listed(items) }), fate });
  return { sheets, pens: there, message };
}

/** The same for the current number of an album, for its page; undefined if no sheet or pen is known. */
export function concernsBefore(
  album: AlbumView,
  pens: readonly PenView[],
  what: 'this' | 'other_oid',
): Sentence | undefined {
  const { oid, album_title, printed } = album;
  const sheets = printed.filter((sheet) => sheet.oid === oid).map((sheet) => ({ ...sheet, album_title }));
  const things = thingsOf(album_title, { sheets, pens: pensWith([oid], pens) });
  return things && say(`concerns.${what}`, { things });
}

function pensWith(oids: readonly number[], pens: readonly PenView[]): Concerns['pens'] {
  const meant = new Set(oids);
  return pens
    .filter(({ albums }) => albums.some((oid) => meant.has(oid)))
    .map(({ id, name, plugged_in }) => ({ id, name, plugged_in }));
}

const mostSheets = 3;

/** Undefined if no sheet or pen is known. Sheets may still exist, because older ones were not recorded. */
function thingsOf(title: string, { sheets, pens }: Pick<Concerns, 'sheets' | 'pens'>): Sentence | undefined {
  const more = sheets.length - mostSheets;
  const items = [
    ...sheets.slice(0, mostSheets).map(({ oid, at, album_title: other }) => {
      const facts = { at: new Date(at), oid };
      return other === title ? say('concerns.sheet', facts) : say('concerns.sheet_of', { ...facts, title: other });
    }),
    ...(more > 0 ? [say('concerns.more', { count: more })] : []),
    ...pens.map(({ name, plugged_in }) => say('concerns.pen', { name, in: plugged_in ? 'yes' : 'no' })),
  ];
  return items.length === 0 ? undefined : listed(items);
}
