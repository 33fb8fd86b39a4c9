/** Source of a backup: a library that this process has open, or one that it only reads. */
import { silentLog } from '../../base/ports.js';
import { Library } from '../../library/library.js';
import type { AlbumRecord } from '../../library/types.js';

export interface BackupSource {
  /**
   * Returns the library.
   * @param isAgain reads it again instead of using the cached one
   * @throws TonstiftError `library_unavailable` if it is missing
   */
  look: (isAgain?: boolean) => Promise<Library>;
  /** Runs while no other job of this process edits the album. */
  alone: <Result>(album: AlbumRecord, work: () => Promise<Result>) => Promise<Result>;
}

/** Reads a library that other processes may change; it takes no lock. */
export function peekedSource(path: string): BackupSource {
  let seen: Promise<Library> | undefined;
  return {
    look: (isAgain = false) => (seen = (isAgain ? undefined : seen) ?? Library.peek(path, silentLog)),
    alone: (_, work) => work(),
  };
}

/**
 * Uses a library that is open here.
 * @param alone see `ImportContext`
 */
export const openSource = (library: Library, alone: BackupSource['alone']): BackupSource => ({
  async look() {
    await library.verify();
    return library;
  },
  alone,
});
