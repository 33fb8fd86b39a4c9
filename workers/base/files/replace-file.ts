/** Large files are written in place of others: under a temporary name beside the target, synced, renamed. */
import { randomBytes } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf, systemCodeOf, TonstiftError } from '../errors.js';
import { syncFolder } from './durable.js';

/** Not made of the target's name, which may be as long as names can be. */
const temporaryName = (): string => `.tonstift-${randomBytes(6).toString('hex')}.tmp`;

/** A temporary file of ours; one that is found when nothing is being made was left by a crash. */
export const isTemporaryName = (name: string): boolean => /^\.tonstift-[0-9a-f]{12}\.tmp$/.test(name);

/**
 * Whatever happens, the target is the old file or the whole new one, and no temporary file stays.
 * @returns what `write` answers
 * @throws TonstiftError `no_space`, `build_failed`, or the one that `write` throws
 */
export async function replaceFile<T>(target: string, write: (file: FileHandle) => Promise<T>): Promise<T> {
  const folder = dirname(target);
  const temporary = join(folder, temporaryName());
  try {
    const file = await open(temporary, 'wx');
    try {
      const answer = await write(file);
      await file.sync();
      await file.close();
      await rename(temporary, target);
      await syncFolder(folder);
      return answer;
    } finally {
      await file.close();
    }
  } catch (thrown) {
    await rm(temporary, { force: true }).catch(() => undefined);
    if (thrown instanceof TonstiftError) throw thrown;
    const code = ['ENOSPC', 'EDQUOT'].includes(systemCodeOf(thrown) ?? '') ? 'no_space' : 'build_failed';
    throw new TonstiftError(code, `${target} cannot be written: ${messageOf(thrown)}`, {}, { cause: thrown });
  }
}
