/** Reads a copy back, from the pen itself and not from the page cache if the system supports it. */
import { say } from '../../base/language/sentence.js';
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { constants, open } from 'node:fs/promises';
import { systemCodeOf, TonstiftError } from '../../base/errors.js';
import { sha256OfFile } from '../../base/files/hash.js';
import type { WantedFile } from '../types.js';
import { borrowPages, chunkBytes, giveBackPages } from './verify-buffers.js';
import { sourceChanged, throwIfStopped } from '../volume-errors.js';

/** `direct` bypasses the page cache (O_DIRECT, Linux); `cached` may read from it. */
export type ReadWay = 'direct' | 'cached';

export interface ReadBack {
  sha256: string;
  way: ReadWay;
}

export interface VerifyOptions {
  signal?: AbortSignal;
  /** Called after each read with its number of bytes. */
  read?: (bytes: number) => void;
}

/**
 * Returns the SHA-256 of a file's stored content.
 * @throws TonstiftError `aborted`; the system's error
 */
export async function readBack(path: string, { signal, read }: VerifyOptions = {}): Promise<ReadBack> {
  let counted = 0;
  const count = (total: number): void => {
    if (total <= counted) return;
    read?.(total - counted);
    counted = total;
  };
  if (constants.O_DIRECT !== undefined) {
    try {
      return { sha256: await digestOf(path, constants.O_RDONLY | constants.O_DIRECT, signal, count), way: 'direct' };
    } catch (thrown) {
      // Some file systems fail at opening, some at reading (older tmpfs, FUSE).
      if (!['EINVAL', 'ENOTSUP', 'EOPNOTSUPP'].includes(systemCodeOf(thrown) ?? '')) throw thrown;
    }
  }
  return { sha256: await digestOf(path, constants.O_RDONLY, signal, count), way: 'cached' };
}

/**
 * @param path of the copy
 * @throws TonstiftError `not_now` if the content differs from the wanted one, because of the pen or of the source;
 *   errors of `readBack`
 */
export async function verifyCopy(path: string, wanted: WantedFile, options?: VerifyOptions): Promise<ReadWay> {
  const back = await readBack(path, options);
  if (back.sha256 === wanted.sha256) return back.way;
  if ((await sha256OfFile(wanted.source, options?.signal)) !== wanted.sha256)
    throw sourceChanged(wanted, 'its content differs');
  throw new TonstiftError('not_now', say('error.other_content', { title: wanted.title, oid: wanted.oid }));
}

async function digestOf(
  path: string,
  flags: number,
  signal: AbortSignal | undefined,
  count: (total: number) => void,
): Promise<string> {
  await using file = await open(path, flags);
  const memory = borrowPages();
  try {
    return await hashInTurns(file, memory, signal, count);
  } finally {
    giveBackPages(memory);
  }
}

/** Hashes one buffer while the other is filled. */
async function hashInTurns(
  file: FileHandle,
  memory: ArrayBuffer,
  signal: AbortSignal | undefined,
  count: (total: number) => void,
): Promise<string> {
  const { size } = await file.stat();
  const hash = createHash('sha256');
  const read = async (at: number, turn: number): Promise<Uint8Array> => {
    const buffer = new Uint8Array(memory, (turn % 2) * chunkBytes, chunkBytes);
    return buffer.subarray(0, at < size ? (await file.read(buffer, 0, chunkBytes, at)).bytesRead : 0);
  };
  const start = (at: number, turn: number): Promise<Uint8Array> => {
    const reading = read(at, turn);
    // Awaited in any case, but possibly only after another failure.
    reading.catch(() => undefined);
    return reading;
  };
  let next = start(0, 0);
  try {
    for (let at = 0, turn = 0; at < size; turn++) {
      const bytes = await next;
      throwIfStopped(signal);
      if (bytes.length === 0) break;
      at += bytes.length;
      next = start(at, turn + 1);
      hash.update(bytes);
      count(at);
    }
  } finally {
    // The kernel must not write into a buffer that is reused elsewhere.
    await Promise.allSettled([next]);
  }
  return hash.digest('hex');
}
