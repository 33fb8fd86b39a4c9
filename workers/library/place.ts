/**
 * The folder of a library, and the marker that identifies it, which the daemon knows too. A disk that is not mounted
 * leaves an empty folder, and another disk may be mounted there: a write to either would seem to succeed.
 */
import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, systemCodeOf, TonstiftError, unlessCode } from '../base/errors.js';
import { writeDurably } from '../base/files/durable.js';
import { holdFolder, type HeldFolder } from '../base/files/held-folder.js';
import { readText } from '../base/files/seen-file.js';
import { jsonIn } from '../base/input/json.js';
import { isRecord } from '../base/input/record.js';
import { say, type Sentence, type Words } from '../base/language/sentence.js';

export const libraryFileName = 'library.json';
export const markFileName = 'library.id';

/** A library, and the folder in which it was last. */
export interface Place {
  path: string;
  /** Id of its marker. */
  id: string;
}

/**
 * `marked`     a library with a marker
 * `unmarked`   a library of a version that made no marker
 * `empty`      the folder is empty or missing
 * `strange`    the folder has other entries
 */
export type Finding =
  | { kind: 'marked'; id: string }
  | { kind: 'unmarked' }
  | { kind: 'empty'; isThere: boolean }
  | { kind: 'strange'; name: string };

/** True if a path is a file, and no folder. False if it is missing or cannot be read. */
export function isPlainFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

const ownNames = new Set([
  'albums',
  'gme',
  'variants',
  'transcoded',
  'staging',
  'trash',
  'backups',
  'library.lock',
  'lost+found',
]);

/** Reads a folder. @throws the system's error if it cannot be read */
export async function findingIn(folder: string): Promise<Finding> {
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return { kind: 'empty', isThere: false };
    throw error;
  }
  const id = names.includes(markFileName) ? await markIn(folder) : undefined;
  if (id !== undefined) return { kind: 'marked', id };
  if (names.includes(libraryFileName) || names.includes(`${libraryFileName}.bak`)) return { kind: 'unmarked' };
  const stranger = names.find((name) => !name.startsWith('.') && !ownNames.has(name) && name !== markFileName);
  const album = names.includes('albums') ? (await readdir(join(folder, 'albums')))[0] : undefined;
  const name = stranger ?? album;
  return name === undefined ? { kind: 'empty', isThere: true } : { kind: 'strange', name };
}

/** Bytes; our marker is smaller. */
const largestMark = 4096;
/** These codes mean that there is no marker: no entry, not a file, or not ours. Any other error may hide a marker. */
const noMark = ['ENOENT', 'ENOTDIR', 'ELOOP', 'EMLINK', 'EINVAL', 'EFBIG'];

/**
 * Returns the id of the library in a folder; undefined if there is no marker.
 * @throws the system's error if a marker exists and cannot be read
 */
async function markIn(folder: string): Promise<string | undefined> {
  const text = await readText(join(folder, markFileName), largestMark).catch(unlessCode(noMark, ''));
  const mark = jsonIn(text);
  const id = isRecord(mark) ? mark['id'] : undefined;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

export const putMark = (folder: string, id: string): Promise<void> =>
  writeDurably(join(folder, markFileName), `${JSON.stringify({ id, what: 'tells this library from others' })}\n`);

/** Explains why a folder does not have the library that is known to be there. */
export function awaySentence(path: string, finding: Finding): Sentence {
  const { kind } = finding;
  const name = kind === 'strange' ? JSON.stringify(finding.name) : '';
  const why = kind === 'marked' ? 'other_library' : kind === 'empty' && !finding.isThere ? 'gone' : kind;
  return say('away.is', { path, why, name });
}

export const away = (sentence: Words): TonstiftError => new TonstiftError('library_unavailable', sentence);

/** Runs `work` while a folder is held. @throws the system's error if the folder cannot be opened */
export async function held<Result>(path: string, work: (folder: HeldFolder) => Promise<Result>): Promise<Result> {
  const folder = await holdFolder(path);
  return work(folder).finally(() => folder.close());
}

/**
 * Runs `work` in a library's folder while the folder is held and has the library's marker.
 * @throws TonstiftError `library_unavailable` if it has not; whatever `work` throws
 */
export async function inPlace<Result>(
  { path, id }: Place,
  work: (folder: HeldFolder) => Promise<Result>,
): Promise<Result> {
  let isOurs = false;
  try {
    return await held(path, async (folder) => {
      const at = folder.at('');
      isOurs = (await markIn(at)) === id;
      if (!isOurs) throw away(awaySentence(path, await findingIn(at)));
      return await work(folder);
    });
  } catch (error) {
    if (isOurs || error instanceof TonstiftError) throw error;
    const gone = systemCodeOf(error) === 'ENOENT';
    throw away(
      gone
        ? awaySentence(path, { kind: 'empty', isThere: false })
        : say('away.unusable', { path, why: messageOf(error) }),
    );
  }
}
