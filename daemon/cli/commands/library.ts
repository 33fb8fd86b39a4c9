/** `tonstift library …`: what a person says about the library; without a daemon. */
import { join } from 'node:path';
import { acquireLock } from '../../../workers/base/files/lock.js';
import { openKnownLibraries } from '../../../workers/library/known-libraries.js';
import { Library } from '../../../workers/library/library.js';
import { oneLine } from '../../log/log-text.js';
import { exitCodes } from '../exit-codes.js';
import type { Command } from '../invocation.js';
import { loadSettings } from '../load-settings.js';
import { withLog } from '../working-log.js';

/** What is in the library's folder is the library from now on: another one, or a new one where it is empty. */
export const acceptLibrary: Command = async (invocation) => {
  const settings = await loadSettings(invocation);
  const { data } = settings.places;
  const path = settings.current.library_path;
  await withLog(settings, async (log) => {
    const lock = await acquireLock(join(data, 'daemon.lock'), { purpose: 'tonstift library' });
    try {
      const known = await openKnownLibraries(join(data, 'libraries.json'));
      await known.forget(path);
      const library = await Library.open(path, log.area('library'), known);
      await library.close();
      invocation.print(oneLine(`${path} is the library now (${library.albums.length} albums).`));
    } finally {
      await lock.release();
    }
  });
  return exitCodes.done;
};
