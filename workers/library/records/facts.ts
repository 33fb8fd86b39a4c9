/**
 * A second copy of an album's record in its folder (`albums/<folder>/album.json`): number, titles and order survive
 * the loss of the records. Data that can be made again is left out.
 */
import { isDeepStrictEqual } from 'node:util';
import { writeDurably } from '../../base/files/durable.js';
import type { HeldFolder } from '../../base/files/held-folder.js';
import { readText } from '../../base/files/seen-file.js';
import { isRecord } from '../../base/input/record.js';
import type { AlbumRecord } from '../types.js';
import { checkedText, readCheckedText } from './checked-text.js';
import { readAlbum } from './schema.js';

export const factsFileName = 'album.json';

export type AlbumFacts = Omit<AlbumRecord, 'files' | 'failures' | 'pending'>;

export interface FactsFile {
  /** Id of the library. */
  library: string;
  /** Revision of the records when this was written. */
  revision: number;
  /** The facts are newer than the records: only a rebuild uses or replaces them. */
  isHeld?: boolean;
  album: AlbumFacts;
}

export function factsOf({ files: _files, failures: _failures, pending: _pending, ...facts }: AlbumRecord): AlbumFacts {
  return facts;
}

export const recordOf = (facts: AlbumFacts): AlbumRecord => ({ ...facts, files: [], failures: [], pending: null });

/** True if facts are equal. They nearly always match exactly, which is the fast check. */
export const sameFacts = (a: AlbumFacts, b: AlbumFacts): boolean => isDeepStrictEqual(a, b) || textOf(a) === textOf(b);

/** Ignores the order of fields, and fields that are undefined. */
function textOf(facts: AlbumFacts): string {
  return JSON.stringify(facts, (_, value: unknown) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
}

/** Writes durably. @param home the album's folder @throws the system's error */
export function writeFacts(home: HeldFolder, { library, revision, isHeld, album }: FactsFile): Promise<void> {
  const what = 'the facts of this album, for when library.json is lost';
  const held = isHeld === true ? { held: true } : {};
  return writeDurably(home.at(factsFileName), checkedText({ what, library, revision, ...held, album }, 1));
}

/** Returns undefined if there is no fact file, or it cannot be trusted. @param home the album's folder */
export async function readFacts(home: HeldFolder): Promise<FactsFile | undefined> {
  try {
    return factsIn(await readText(home.at(factsFileName)));
  } catch {
    return undefined;
  }
}

/** Returns undefined for a text that cannot be trusted. */
export function factsIn(text: string): FactsFile | undefined {
  try {
    const { value, isChecked } = readCheckedText(text);
    if (!isChecked || !isRecord(value)) return undefined;
    const { library, revision, held, album } = value;
    const read = readAlbum(isRecord(album) ? { ...album, files: [], failures: [], pending: null } : album);
    if (typeof library !== 'string' || !Number.isInteger(revision) || read.problems.length > 0) return undefined;
    const isHeld = held === true ? { isHeld: true } : {};
    return read.album && { library, revision: Number(revision), ...isHeld, album: factsOf(read.album) };
  } catch {
    return undefined;
  }
}
