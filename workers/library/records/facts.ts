/**
 * What the library knows of an album, once more beside its tracks (`albums/<folder>/album.json`): number, titles and
 * order outlive the loss of the records. What can be made again is not in it.
 */
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
  album: AlbumFacts;
}

export function factsOf({ files: _files, failures: _failures, pending: _pending, ...facts }: AlbumRecord): AlbumFacts {
  return facts;
}

export const recordOf = (facts: AlbumFacts): AlbumRecord => ({ ...facts, files: [], failures: [], pending: null });

/** Whether facts say the same. */
export const sameFacts = (a: AlbumFacts, b: AlbumFacts): boolean => textOf(a) === textOf(b);

/** The order of fields is nobody's concern. */
function textOf(facts: AlbumFacts): string {
  return JSON.stringify(facts, (_, value: unknown) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
}

/** Durable. @param home the album's folder @throws the system's error */
export const writeFacts = (home: HeldFolder, { library, revision, album }: FactsFile): Promise<void> =>
  writeDurably(
    home.at(factsFileName),
    `${checkedText({ what: 'the facts of this album, for when library.json is lost', library, revision, album }, 1)}`,
  );

/** Undefined where there are none, or none that can be trusted. @param home the album's folder */
export async function readFacts(home: HeldFolder): Promise<FactsFile | undefined> {
  try {
    const file = await openItself(home.at(factsFileName));
    const text = await file.readFile('utf8').finally(() => file.close());
    const { value, isChecked } = readCheckedText(text);
    if (!isChecked || !isRecord(value)) return undefined;
    const { library, revision, album } = value;
    const read = readAlbum(isRecord(album) ? { ...album, files: [], failures: [], pending: null } : album);
    if (typeof library !== 'string' || !Number.isInteger(revision) || read.problems.length > 0) return undefined;
    return read.album && { library, revision: Number(revision), album: factsOf(read.album) };
  } catch {
    return undefined;
  }
}
