/** Classifies the errors of a build, and decides whether the album caused them. */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCodeOf, TonstiftError } from '../../workers/base/errors.js';
import { unlessGone } from '../../workers/base/files/walk.js';
import type { Library } from '../../workers/library/library.js';
import type { AlbumRecord } from '../../workers/library/types.js';
import { isNotNow } from '../reconcile/outcome.js';
import { say } from '../../workers/base/language/sentence.js';

/** True if the system reports a missing file, anywhere in the chain of causes. */
export function isFileGone(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { syscall = '', cause } = error as { syscall?: string; cause?: unknown };
  // A missing program is not a missing file of the library.
  const isFile = ['ENOENT', 'ENOTDIR'].includes(systemCodeOf(error) ?? '') && !syscall.startsWith('spawn');
  return isFile || isFileGone(cause);
}

export async function hasTracks(library: Library, album: AlbumRecord): Promise<boolean> {
  for (const { filename } of album.tracks)
    if ((await lstat(join(library.folderOf(album), filename)).catch(unlessGone(null))) === null) return false;
  return true;
}

export const isAway = (error: unknown): boolean =>
  error instanceof TonstiftError && error.code === 'library_unavailable';

export const deleted = (): TonstiftError => new TonstiftError('album_not_found', say('error.album_deleted'));

export const stopped = (error: unknown): TonstiftError =>
  isNotNow(error) ? error : new TonstiftError('aborted', say('error.build_stopped'), {}, { cause: error });
