/** A large file that a command makes: it takes its name when it is whole, and takes it from no other file. */
import { createWriteStream } from 'node:fs';
import { link, lstat, open, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { systemCodeOf, TonstiftError } from '../../workers/base/errors.js';
import { syncFile, syncFolder } from '../../workers/base/files/durable.js';

/** Milliseconds after which nobody writes a file any more that has not grown since. */
const abandoned = 10 * 60_000;

/**
 * Writes beside it, as `NAME.part`, has that looked at, and renames. What a crash has left there is replaced, once
 * nothing has been written to it for ten minutes.
 * @param write gets a stream that it ends
 * @param check of the path of what was written; what it answers comes back
 * @throws TonstiftError `conflict` where a file has that name; what `write` and `check` throw
 */
export async function writeNew<Result>(
  target: string,
  write: (output: Writable) => Promise<void>,
  check: (part: string) => Promise<Result>,
): Promise<Result> {
  await refuseExisting(target);
  const part = `${target}.part`;
  const file = await openNew(part);
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
    throw error;
  }
}

async function refuseExisting(target: string): Promise<void> {
  const facts = await lstat(target).catch((error: unknown) => {
    if (systemCodeOf(error) !== 'ENOENT') throw error;
  });
  if (facts !== undefined) throw taken(target);
}

const taken = (target: string): TonstiftError =>
  new TonstiftError('conflict', `${target} is there already, and stays as it is. Name another file.`);

async function openNew(part: string): ReturnType<typeof open> {
  const age = await stat(part).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  );
  if (age > abandoned) await rm(part, { force: true });
  return open(part, 'wx', 0o600).catch((error: unknown) => {
    if (systemCodeOf(error) !== 'EEXIST') throw error;
    throw new TonstiftError(
      'conflict',
      `${part} is there: another backup is being written, or one was cut off. Remove it, or wait ten minutes.`,
    );
  });
}

/** Not all file systems know second names. */
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
