/** A library with one album of one track, and what a move of it needs. */
import { join } from 'node:path';
import { LibraryLock } from '../../daemon/library/library-lock.js';
import { silentLog } from '../../workers/base/ports.js';
import { putMp3, testLibrary } from './open-library.js';

export type MovableLibrary = Awaited<ReturnType<typeof testLibrary>> & {
  libraryLock: LibraryLock;
};

/** In `library` below a folder. @param end gets what is to be done in the end, last first */
export async function movableLibrary(home: string, end: (() => Promise<void>)[]): Promise<MovableLibrary> {
  await putMp3(join(home, '1.mp3'), { offset: 1, tags: { TALB: 'Sounds' } });
  const parts = await testLibrary(home, end);
  const libraryLock = new LibraryLock('a test', silentLog);
  await libraryLock.take(parts.library.path, async () => undefined);
  end.push(() => libraryLock.release());
  await parts.add('1.mp3');
  await parts.idle();
  return { ...parts, libraryLock };
}
