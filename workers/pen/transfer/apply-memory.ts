/** What is ours on a pen while a plan is carried out: saved with each change, so that a crash forgets nothing. */
import { say } from '../../base/language/sentence.js';
import { messageOf, TonstiftError } from '../../base/errors.js';
import { sameFiles } from '../plan/own-files.js';
import type { RememberedFile } from '../types.js';

export interface LiveMemory {
  /** Beside what has that name: until a rename is done either may turn out to be there. */
  add: (file: RememberedFile) => Promise<void>;
  /** In place of what had that name. */
  put: (file: RememberedFile) => Promise<void>;
  forget: (file: RememberedFile) => Promise<void>;
}

/**
 * @param files what is ours now; saved at once if it differs from what is remembered
 * @throws TonstiftError `not_now` where it cannot be saved, as its functions do
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
