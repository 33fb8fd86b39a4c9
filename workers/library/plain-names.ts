/**
 * A library's file may come from elsewhere. What it names is read, moved and removed below the library's folder, so
 * each name must be plain: one step down, nowhere else. Pure.
 */
import { sep } from 'node:path';
import { isRecord } from '../base/input/record.js';

/** `..` and `.` lead elsewhere; a separator leads further. */
const isPlain = (name: unknown): boolean =>
  typeof name === 'string' && !['', '.', '..'].includes(name) && !/[/\0]/.test(name) && !name.includes(sep);

/** `albums/Album 920`: a folder of ours and a name in it. */
function isTrash(name: unknown): boolean {
  const parts = typeof name === 'string' ? name.split('/') : [];
  return parts.length === 2 && parts.every(isPlain);
}

const listed = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isRecord) : []);

/** Names of an album; what is null is not there. */
function namesOf(album: Record<string, unknown>): unknown[] {
  const { folder, cover, pending, tracks, files } = album;
  const staging = isRecord(pending) ? pending['staging'] : null;
  return [
    folder,
    ...[cover, staging].filter((name) => name !== null && name !== undefined),
    // Converted sound is kept under the hash of its track.
    ...listed(tracks).flatMap(({ filename, sha256 }) => [filename, sha256]),
    ...listed(files).map(({ filename }) => filename),
  ];
}

/**
 * @param data a library's file, of the shape that `data.ts` checks
 * @throws Error with a predicate, as of a file that is no library
 */
export function checkPlainNames({ albums, trash }: { albums: unknown; trash: unknown }): void {
  const entries: unknown[] = Array.isArray(trash) ? trash : [];
  const names = listed(albums).flatMap(namesOf);
  const wrong = [...names.filter((name) => !isPlain(name)), ...entries.filter((name) => !isTrash(name))];
  if (wrong.length > 0)
    throw new Error(`names what does not lie in its folder: ${String(JSON.stringify(wrong[0])).slice(0, 100)}`);
}
