/** Files that were sent, as a batch of the import. */
import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { UploadedFile } from '../../http/request/uploaded-file.js';
import { badFields, messageOf, TonstiftError } from '../../workers/base/errors.js';
import { isIgnored, pathParts } from '../../workers/base/files/names.js';
import { fileIdentity } from '../../workers/base/files/seen-file.js';
import type { FoundFile } from '../../workers/base/files/walk.js';
import type { Batch } from '../../workers/import/types.js';
import type { AlbumOrigin } from '../../workers/library/types.js';
import { say } from '../../workers/base/language/sentence.js';

export const fromUpload: Omit<Batch, 'files'> = {
  name: '',
  origin: { kind: 'upload', source: null, folder_identity: null },
  giveAway: false,
  refuseDuplicates: false,
};

/** Whether an album came of the upload that its client calls so. */
export const isUploadOf = ({ kind, source }: AlbumOrigin, key: string): boolean => kind === 'upload' && source === key;

/**
 * Of folders what is hidden, or strewn about by systems, is left out, as the inbox does.
 * @throws TonstiftError `bad_field` where nothing is left, `not_now` where one is gone
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
    const facts = await lstat(file.path);
    return {
      root: dirname(file.path),
      path: file.path,
      relativePath: pathParts(file.filename).join('/') || 'unnamed',
      size: facts.size,
      mtime_ms: facts.mtimeMs,
      special: !facts.isFile(),
      own: true,
      identity: fileIdentity(facts),
    };
  } catch (error) {
    throw new TonstiftError(
      'not_now',
      say('error.upload_gone', { name: file.filename, why: messageOf(error) }),
      {},
      { cause: error },
    );
  }
}
