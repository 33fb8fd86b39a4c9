/** Where a backup is made of: a library that this process has open, or one that it only looks into. */
import { silentLog } from '../base/ports.js';
import { Library } from '../library/library.js';
import type { AlbumRecord } from '../library/types.js';

export interface BackupSource {
  /**
   * The library.
   * @param isAgain what was seen before will not do
   * @throws TonstiftError `library_unavailable` where it is away
   */
  look: (isAgain?: boolean) => Promise<Library>;
  /** Runs while nobody in this process edits the album. */
  alone: <Result>(album: AlbumRecord, work: () => Promise<Result>) => Promise<Result>;
}

/** Of a library in which others may write: nothing is locked. */
export function peekedSource(path: string): BackupSource {
  let seen: Promise<Library> | undefined;
  return {
    look: (isAgain = false) => (seen = (isAgain ? undefined : seen) ?? Library.peek(path, silentLog)),
    alone: (_, work) => work(),
  };
}

/** Of one that is open here. @param alone as in `ImportContext` */
export const openSource = (library: Library, alone: BackupSource['alone']): BackupSource => ({
  async look() {
    await library.verify();
    return library;
  },
  alone,
});
