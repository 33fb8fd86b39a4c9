/** Checks whether files fit on the disk of the library before they are copied, unpacked or cut. */
import { stat } from 'node:fs/promises';
import { TonstiftError } from '../base/errors.js';
import { freeBytes } from '../base/files/free-bytes.js';
import type { HeldFolder } from '../base/files/held-folder.js';
import type { FoundFile } from '../base/files/walk.js';
import { say, type Sentence } from '../base/language/sentence.js';
import type { Library } from '../library/library.js';
import type { Batch } from './types.js';

/** Bytes to keep free for other data. */
const reserve = 32 * 1024 ** 2;

/** @throws TonstiftError `no_space` if a folder's disk lacks space for this many more bytes */
export async function checkSpace(folder: HeldFolder, bytes: number): Promise<void> {
  const free = await freeBytes(folder.at(''));
  if (bytes === 0 || bytes + reserve <= free) return;
  const megabytes = (size: number): Sentence => say('size.MB', { size: size / 1e6 });
  const sizes = { free: megabytes(free), needed: megabytes(bytes + reserve) };
  throw new TonstiftError('no_space', say('error.no_room', sizes));
}

/**
 * Counts the files of which a hard link is not enough: those on other disks, and those that are not given away.
 * @throws as `checkSpace`
 */
export function checkSpaceForCopies(
  files: readonly Pick<FoundFile, 'size' | 'own' | 'identity'>[],
  { giveAway }: Pick<Batch, 'giveAway'>,
  library: Pick<Library, 'within'>,
): Promise<void> {
  return library.within('staging', async (staging) => {
    const { dev } = await stat(staging.at(''));
    const isLinked = ({ own, identity }: Pick<FoundFile, 'own' | 'identity'>): boolean =>
      own === true || (giveAway && identity?.startsWith(`${dev}:`) === true);
    await checkSpace(
      staging,
      files.reduce((sum, file) => sum + (isLinked(file) ? 0 : file.size), 0),
    );
  });
}
