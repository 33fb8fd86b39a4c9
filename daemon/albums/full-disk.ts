/** Albums whose files for the pen could not be made for want of room: which of them have it by now. */
import { statfs } from 'node:fs/promises';
import { say, type Sentence } from '../../workers/base/language/sentence.js';
import type { AlbumRecord, BuildFailure } from '../../workers/library/types.js';

/** The reason of such a failure, by which it is known. */
export const diskFull = (): Sentence => say('error.disk_full');

const key = diskFull().data().key;
export const isOfFullDisk = ({ words }: BuildFailure): boolean => words?.key === key;

/** Bytes beside the sounds, and that others may need meanwhile. */
const spare = 4 * 1024 * 1024;

/** Bytes that a file for the pen takes at most: of sounds that are converted, it has fewer than they. */
const needed = ({ tracks }: AlbumRecord): number => tracks.reduce((sum, { size }) => sum + size, spare);

export class FullDisk {
  /** Bytes that were free when it was tried last, by folder: the same room is not enough twice. */
  private readonly tried = new Map<string, number>();

  /** @param free bytes in a folder; throws the system's error */
  constructor(private readonly free = freeIn) {}

  /**
   * To be asked now and then; those that are answered are tried again.
   * @param folder in which the files are made
   * @throws the system's error
   */
  async withRoom(albums: readonly AlbumRecord[], folder: string): Promise<AlbumRecord[]> {
    const full = albums.filter(({ failures }) => failures.some(isOfFullDisk));
    for (const name of this.tried.keys()) if (!full.some((album) => album.folder === name)) this.tried.delete(name);
    if (full.length === 0) return [];
    let left = await this.free(folder);
    return full.filter((album) => {
      const before = this.tried.get(album.folder);
      const room = needed(album);
      if (left < room || (before !== undefined && left < before + room / 2)) return false;
      this.tried.set(album.folder, left);
      left -= room;
      return true;
    });
  }
}

async function freeIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
