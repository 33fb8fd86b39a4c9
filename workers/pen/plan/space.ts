/** Checks whether a file fits on a pen. */
import { statfs } from 'node:fs/promises';
import { TonstiftError } from '../../base/errors.js';
import { limits } from '../../gme/codes.js';
import type { WantedFile } from '../types.js';
import type { VolumeRoot } from '../volume-root.js';
import { say } from '../../base/language/sentence.js';
import { fileSize } from '../../base/text/file-size.js';

export interface Space {
  /** Bytes that this user may still write. */
  free: number;
  /** Bytes of a cluster; a file uses whole clusters. */
  cluster: number;
}

/** Bytes to keep free for folder entries and for the pen's own files. */
export const reserve = 2 * 1024 * 1024;

export async function spaceOn(root: VolumeRoot): Promise<Space> {
  const { bavail, bsize } = await statfs(root.at(''));
  return { free: bavail * bsize, cluster: Math.max(bsize, 1) };
}

/** Returns the bytes that a file uses on the volume. */
export const bytesOnVolume = (size: number, cluster: number): number => Math.ceil(size / cluster) * cluster;

/**
 * Does not count the replaced file as free space, because it is removed only after the copy is complete.
 * @throws TonstiftError `no_space` with the needed and the free bytes, `too_large` for a file above the limit of FAT32
 */
export function checkSpace({ oid, title, size }: WantedFile, { free, cluster }: Space): void {
  if (size > limits.fileSize) {
    throw new TonstiftError(
      'too_large',
      say('error.pen_file_large', { title, oid, size: fileSize(size), most: fileSize(limits.fileSize) }),
    );
  }
  const needed = bytesOnVolume(size, cluster);
  if (needed + reserve > free) {
    const facts = { title, oid, needed: fileSize(needed), free: fileSize(free), kept: fileSize(reserve) };
    throw new TonstiftError('no_space', say('error.pen_full', facts));
  }
}
