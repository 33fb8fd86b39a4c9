/**
 * The list of our files on a pen while a plan is executed. It is saved with each change, so that a crash loses nothing.
 */
import { say } from '../../base/language/sentence.js';
import { messageOf, TonstiftError } from '../../base/errors.js';
import { sameFiles } from '../plan/own-files.js';
import type { RememberedFile } from '../types.js';

export interface LiveMemory {
  /** Adds an entry next to one of the same name: during a rename, either file may be on the pen. */
  add: (file: RememberedFile) => Promise<void>;
  /** Replaces the entry of that name. */
  put: (file: RememberedFile) => Promise<void>;
  forget: (file: RememberedFile) => Promise<void>;
}

/**
 * @param files our files now; saved immediately if they differ from the remembered ones
 * @throws TonstiftError `not_now` if it cannot be saved; so do its functions
 */
export async function keepMemory(
  files: readonly RememberedFile[],
  remembered: readonly RememberedFile[],
  save: (files: RememberedFile[]) => Promise<void>,
): Promise<LiveMemory> {
  let current: RememberedFile[] = [...remembered];
  const become = async (next: RememberedFile[]): Promise<void> => {
    try {
      await save([...next]);
      current = next;
    } catch (thrown) {
      if (thrown instanceof TonstiftError) throw thrown;
      throw new TonstiftError('not_now', say('error.pen_memory', { why: messageOf(thrown) }), {}, { cause: thrown });
    }
  };
  const without = ({ path }: RememberedFile): RememberedFile[] => current.filter((other) => other.path !== path);
  if (!sameFiles(files, remembered)) await become([...files]);
  return {
    add: (file) => become([...current, file]),
    put: (file) => become([...without(file), file]),
    forget: (file) => become(without(file)),
  };
}
