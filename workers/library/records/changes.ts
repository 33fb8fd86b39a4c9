/**
 * Changes of the records since their file was written whole: a line each, in a file beside it. One edit of a thousand
 * albums is a few thousand bytes, where all records are megabytes. Pure.
 *
 * A line says after which revision it comes, and bears a checksum: lines are taken over as long as each follows the
 * state before. What a crash has cut off is no line, and nobody was told that it is kept.
 */
import { isRecord } from '../../base/input/record.js';
import type { LibraryData } from '../data.js';
import type { AlbumRecord } from '../types.js';
import { checkedText, readCheckedText } from './checked-text.js';

/** What may be otherwise beside the albums: all but what a library is. */
const fields = ['next_track_id', 'trash', 'leftovers', 'resting_oids'] as const satisfies (keyof LibraryData)[];

interface Change {
  /** Revision of the state before. */
  after: number;
  revision: number;
  /** Those that are otherwise. */
  fields: Partial<Pick<LibraryData, (typeof fields)[number]>>;
  /** Albums in the place of those with the same folder, or behind all others. */
  albums: AlbumRecord[];
  /** Folders of albums that are gone. */
  removed: string[];
}

/**
 * The line that makes one state of another; undefined where none does, since albums stand in another order or it is
 * another library. Records that are the same object are the same.
 */
export function changeLine(before: LibraryData, after: LibraryData): string | undefined {
  if (before.id !== after.id || before.version !== after.version) return undefined;
  const known = new Map(before.albums.map((album) => [album.folder, album]));
  const albums = after.albums.filter((album) => known.get(album.folder) !== album);
  const now = new Set(after.albums.map(({ folder }) => folder));
  const removed = before.albums.flatMap(({ folder }) => (now.has(folder) ? [] : [folder]));
  const made = withChanged(before.albums, albums, removed);
  if (made.length !== after.albums.length || made.some((album, n) => album !== after.albums[n])) return undefined;
  const other = fields.filter(
    (name) => before[name] !== after[name] && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const change: Change = {
    after: before.revision,
    revision: after.revision,
    fields: Object.fromEntries(other.map((name) => [name, after[name]])),
    albums,
    removed,
  };
  return `${checkedText(change)}\n`;
}

/**
 * Takes lines over.
 * @param value the records as they were read from their file
 * @param text of the lines
 * @returns `value`: to be checked as records from a file; `missed`: lines that follow no state that is here
 */
export function applyChanges(
  value: Record<string, unknown>,
  text: string,
): { value: Record<string, unknown>; missed: number } {
  const changes = text.split('\n').slice(0, -1).map(readLine);
  let now = value;
  for (const [n, change] of changes.entries()) {
    const revision = Number(now['revision']);
    // Those before are in the file by now.
    if (change !== undefined && change.revision <= revision) continue;
    if (change?.after !== revision || !Array.isArray(now['albums'])) return { value: now, missed: changes.length - n };
    now = {
      ...now,
      ...change.fields,
      revision: change.revision,
      albums: withChanged(now['albums'] as AlbumRecord[], change.albums, change.removed),
    };
  }
  return { value: now, missed: 0 };
}

function readLine(line: string): Change | undefined {
  try {
    const { value, isChecked } = readCheckedText(line);
    if (!isChecked || !isRecord(value)) return undefined;
    const { after, revision, fields: other, albums, removed } = value;
    const fits = Number.isInteger(after) && Number.isInteger(revision) && isRecord(other);
    return fits && Array.isArray(albums) && Array.isArray(removed) ? (value as unknown as Change) : undefined;
  } catch {
    return undefined;
  }
}

/** A record that could not be read as one has no folder, and stays. */
function withChanged(
  before: readonly AlbumRecord[],
  changed: readonly AlbumRecord[],
  removed: readonly string[],
): AlbumRecord[] {
  const fresh = new Map(changed.map((album) => [album.folder, album]));
  const gone = new Set(removed);
  const kept = before.filter(({ folder }) => !gone.has(folder)).map((album) => fresh.get(album.folder) ?? album);
  const there = new Set(kept.map(({ folder }) => folder));
  return [...kept, ...changed.filter(({ folder }) => !there.has(folder))];
}
