/**
 * Reads the changes that a former version wrote next to the file of records, one per line. Today every change writes
 * the file. The lines are still read, so that a library of that version loses no edit. Pure.
 *
 * A line has a checksum and names the revision that it follows. Lines are applied as long as each follows the state
 * before it. An incomplete last line was never confirmed.
 */
import { isRecord } from '../../base/input/record.js';
import type { LibraryData } from '../data.js';
import type { AlbumRecord } from '../types.js';
import { readCheckedText } from './checked-text.js';

interface Change {
  /** Revision of the state before. */
  after: number;
  revision: number;
  /** Changed fields of the library other than its albums. */
  fields: Partial<LibraryData>;
  /** Albums that replace those with the same folder, or are appended. */
  albums: AlbumRecord[];
  /** Folders of removed albums. */
  removed: string[];
}

/**
 * Applies lines of changes.
 * @param value the records as they were read from their file
 * @param text the lines
 * @returns `value`: check it as records from a file; `missed`: the number of lines that follow no known state
 */
export function applyChanges(
  value: Record<string, unknown>,
  text: string,
): { value: Record<string, unknown>; missed: number } {
  const changes = text.split('\n').slice(0, -1).map(readLine);
  let now = value;
  for (const [n, change] of changes.entries()) {
    const revision = Number(now['revision']);
    // The file already contains earlier changes.
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

/** A record that could not be read has no folder, and is kept. */
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
