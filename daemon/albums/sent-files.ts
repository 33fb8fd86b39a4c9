/** Uploaded files as a batch for the import. */
import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { UploadedFile } from '../../http/request/uploaded-file.js';
import { badFields, messageOf, TonstiftError } from '../../workers/base/errors.js';
import { isIgnored, pathParts } from '../../workers/base/files/names.js';
import { foundAt, type FoundFile } from '../../workers/base/files/walk.js';
import type { Batch } from '../../workers/import/types.js';
import type { AlbumOrigin } from '../../workers/library/types.js';
import { say } from '../../workers/base/language/sentence.js';

export const fromUpload: Omit<Batch, 'files'> = {
  name: '',
  origin: { kind: 'upload', source: null, folder_identity: null },
  giveAway: false,
  refuseDuplicates: false,
};

/** True if an album came from the upload with this key. */
export const isUploadOf = ({ kind, source }: AlbumOrigin, key: string): boolean => kind === 'upload' && source === key;

/**
 * Drops hidden files and system junk in folders, as the inbox does.
 * @throws TonstiftError `bad_field` if no file remains, `not_now` if one was deleted
 */
export async function foundFiles(files: readonly UploadedFile[]): Promise<FoundFile[]> {
  const kept = files.filter(({ filename }) => {
    const parts = pathParts(filename);
    return parts.length < 2 || !parts.some(isIgnored);
  });
  if (kept.length === 0) throw badFields({ files: say('wrong.no_files') });
  return Promise.all(kept.map(foundFile));
}

export async function foundFile(file: UploadedFile): Promise<FoundFile> {
  try {
    const relativePath = pathParts(file.filename).join('/') || 'unnamed';
    const place = { root: dirname(file.path), path: file.path, relativePath };
    return { ...foundAt(place, await lstat(file.path)), own: true };
  } catch (error) {
    throw new TonstiftError(
      'not_now',
      say('error.upload_gone', { name: file.filename, why: messageOf(error) }),
      {},
      { cause: error },
    );
  }
}
