/**
 * What the library knows of an album, once more beside its tracks (`albums/<folder>/album.json`): number, titles and
 * order outlive the loss of the records. What can be made again is not in it.
 */
import { isDeepStrictEqual } from 'node:util';
import { writeDurably } from '../../base/files/durable.js';
import type { HeldFolder } from '../../base/files/held-folder.js';
import { openItself } from '../../base/files/seen-file.js';
import { isRecord } from '../../base/input/record.js';
import type { AlbumRecord } from '../types.js';
import { checkedText, readCheckedText } from './checked-text.js';
import { readAlbum } from './schema.js';

export const factsFileName = 'album.json';

export type AlbumFacts = Omit<AlbumRecord, 'files' | 'failures' | 'pending'>;

export interface FactsFile {
  /** Id of the library. */
  library: string;
  /** Of the records when they were written. */
  revision: number;
  /** They were found to be newer than the records: only a rebuild takes them over, or replaces them. */
  isHeld?: boolean;
  album: AlbumFacts;
}

export function factsOf({ files: _files, failures: _failures, pending: _pending, ...facts }: AlbumRecord): AlbumFacts {
  return facts;
}

export const recordOf = (facts: AlbumFacts): AlbumRecord => ({ ...facts, files: [], failures: [], pending: null });

/** Whether facts say the same: nearly always they do to the last field, which is soon seen. */
export const sameFacts = (a: AlbumFacts, b: AlbumFacts): boolean => isDeepStrictEqual(a, b) || textOf(a) === textOf(b);

/** The order of fields is nobody's concern, nor one that says nothing. */
function textOf(facts: AlbumFacts): string {
  return JSON.stringify(facts, (_, value: unknown) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
}

/** Durable. @param home the album's folder @throws the system's error */
export function writeFacts(home: HeldFolder, { library, revision, isHeld, album }: FactsFile): Promise<void> {
  const what = 'the facts of this album, for when library.json is lost';
  const held = isHeld === true ? { held: true } : {};
  return writeDurably(home.at(factsFileName), checkedText({ what, library, revision, ...held, album }, 1));
}

/** Undefined where there are none, or none that can be trusted. @param home the album's folder */
export async function readFacts(home: HeldFolder): Promise<FactsFile | undefined> {
  try {
    const file = await openItself(home.at(factsFileName));
    return factsIn(await file.readFile('utf8').finally(() => file.close()));
  } catch {
    return undefined;
  }
}

/** Undefined for a text that can not be trusted. */
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
