/** Finds albums whose build failed because the disk was full, and that have enough space now. */
import { freeBytes } from '../../workers/base/files/free-bytes.js';
import { say, type Sentence } from '../../workers/base/language/sentence.js';
import type { AlbumRecord, BuildFailure } from '../../workers/library/types.js';

/** The reason that identifies these failures. */
export const diskFull = (): Sentence => say('error.disk_full');

const key = diskFull().data().key;
export const isOfFullDisk = ({ words }: BuildFailure): boolean => words?.key === key;

/** Extra bytes for the rest of the file, and for other programs. */
const spare = 4 * 1024 * 1024;

/** Upper limit for the bytes of a GME: converted tracks are smaller than their sources. */
const needed = ({ tracks }: AlbumRecord): number => tracks.reduce((sum, { size }) => sum + size, spare);

export class FullDisk {
  /** Free bytes at the last attempt, by folder: the same space would not suffice a second time. */
  private readonly tried = new Map<string, number>();

  /** @param free returns the free bytes in a folder; throws the system's error */
  constructor(private readonly free = freeBytes) {}

  /**
   * Returns the albums whose build should be retried. Call it regularly.
   * @param folder the folder of the files
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
