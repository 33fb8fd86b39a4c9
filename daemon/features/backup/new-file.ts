/** Writes a large new file. The file gets its name once it is complete, and never replaces another file. */
import { createWriteStream } from 'node:fs';
import { link, lstat, open, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { systemCodeOf, TonstiftError, unlessCode } from '../../../workers/base/errors.js';
import { namingFile, syncFile, syncFolder } from '../../../workers/base/files/durable.js';

/** Milliseconds without growth after which a partial file counts as abandoned. */
export const abandoned = 10 * 60_000;

/**
 * Writes to `NAME.part`, checks that file, and renames it. Replaces a partial file of a crash once it is ten minutes
 * old.
 * @param write gets a stream and must end it
 * @param check gets the path of the written file; its result is returned
 * @throws TonstiftError `conflict` if the name is in use; what `write` and `check` throw
 */
export async function writeNew<Result>(
  target: string,
  write: (output: Writable) => Promise<void>,
  check: (part: string) => Promise<Result>,
): Promise<Result> {
  await refuseExisting(target);
  const part = `${target}.part`;
  const file = await openNew(part, target);
  try {
    await write(createWriteStream('', { fd: file, autoClose: true }));
    const result = await check(part);
    await syncFile(part);
    await takeName(part, target);
    await syncFolder(dirname(target));
    return result;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(part, { force: true });
    throw namingFile(error, target, part);
  }
}

async function refuseExisting(target: string): Promise<void> {
  const facts = await lstat(target).catch(unlessCode(['ENOENT'], undefined));
  if (facts !== undefined) throw taken(target);
}

const taken = (target: string): TonstiftError =>
  new TonstiftError('conflict', `${target} already exists and was not changed. Use another name.`);

async function openNew(part: string, target: string): ReturnType<typeof open> {
  const age = await stat(part).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  );
  if (age > abandoned) await rm(part, { force: true });
  return open(part, 'wx', 0o600).catch((error: unknown) => {
    if (systemCodeOf(error) === 'ENOENT')
      throw new TonstiftError(
        'not_found',
        `The folder ${dirname(target)} does not exist. Create it, or mount its disk.`,
      );
    if (systemCodeOf(error) !== 'EEXIST') throw namingFile(error, target, part);
    throw new TonstiftError(
      'conflict',
      `${part} exists: another backup is running, or one was interrupted. Delete it, or wait ten minutes.`,
    );
  });
}

/** Some file systems do not support hard links. */
async function takeName(part: string, target: string): Promise<void> {
  try {
    await link(part, target);
    await unlink(part);
  } catch (error) {
    if (systemCodeOf(error) === 'EEXIST') throw taken(target);
    await refuseExisting(target);
    await rename(part, target);
  }
}
