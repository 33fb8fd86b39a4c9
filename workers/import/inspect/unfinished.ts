/** Finds files that are not complete yet, by their names or their headers. */
import pLimit from 'p-limit';
import { isAudioName, isPartialAudioName } from '../../audio/album/names.js';
import { isCutOff } from '../../audio/cut-off.js';
import { systemCodeOf, TonstiftError } from '../../base/errors.js';
import { isPartial, isZipName } from '../../base/files/names.js';
import { withSeen } from '../../base/files/seen-file.js';
import type { FoundFile } from '../../base/files/walk.js';

const hasPartialName = (path: string): boolean => path.split('/').some(isPartial);

/** Reports whether a path has the name of an unfinished file. @param path `/` between the parts */
export const isUnfinishedName = (path: string): boolean =>
  hasPartialName(path) || isPartialAudioName(path.slice(path.lastIndexOf('/') + 1));

/**
 * Returns the files that are unfinished by name, and empty files beside one: a browser reserves the final name by an
 * empty file, `01.mp3` beside `01.k9Zt.mp3.part`. With an unknown ending, `01.mp3.vtt` beside `01.mp3` is a file about
 * it.
 */
export function unfinishedByName<File extends Pick<FoundFile, 'relativePath' | 'size'>>(
  files: readonly File[],
): Set<File> {
  const filled = new Set(files.filter(({ size }) => size > 0).map(({ relativePath }) => relativePath));
  const isAbout = (path: string): boolean => !hasPartialName(path) && filled.has(path.replace(ending, ''));
  const named = new Set(files.filter(({ relativePath: path }) => isUnfinishedName(path) && !isAbout(path)));
  const begun = new Set([...named].flatMap(({ relativePath }) => beginningsOf(relativePath)));
  const isReserved = ({ relativePath, size }: File): boolean =>
    size === 0 && begun.has(relativePath.replace(ending, ''));
  return new Set(files.filter((file) => named.has(file) || isReserved(file)));
}

/** The ending of a name. A dot in front of a name begins none. */
const ending = /(?<=[^/])\.[^./]*$/;

/** Returns a path up to each dot of its name: `CD/01`, `CD/01.k9Zt` and `CD/01.k9Zt.mp3`. */
const beginningsOf = (path: string): string[] => {
  const name = path.lastIndexOf('/') + 1;
  return [...path.slice(name).matchAll(/\./g)].map(({ index }) => path.slice(0, name + index));
};

/** Returns the name that a file will have when it is complete; its own name if that is unknown. */
export const finalName = (path: string): string => (isUnfinishedName(path) ? path.replace(/\.[^./]+$/, '') : path);

/** Maximum files that are read in parallel. */
const atOnce = pLimit(4);

/**
 * Returns the audio files and ZIPs that are shorter than their headers say.
 * @throws as `withSeen`; AbortError
 */
export async function cutOffAmong(files: readonly FoundFile[], signal?: AbortSignal): Promise<FoundFile[]> {
  const read = files.filter(
    ({ special, size, relativePath: path }) => !special && size > 0 && (isAudioName(path) || isZipName(path)),
  );
  const cut = await atOnce.map(read, (file) =>
    withSeen(file, (path) => isCutOff(path, { signal })).catch((error: unknown) => {
      signal?.throwIfAborted();
      if (error instanceof TonstiftError && error.code === 'not_now') throw error;
      // The import reports other errors.
      if (error instanceof TonstiftError || systemCodeOf(error) !== undefined) return false;
      throw error;
    }),
  );
  return read.filter((_, n) => cut[n]);
}
