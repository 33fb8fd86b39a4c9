/** Random access to a file through one cached block, so that many small reads need few system calls. */
import { say } from '../../base/language/sentence.js';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { TonstiftError } from '../../base/errors.js';
import { readFully } from '../../base/files/open-file.js';

export interface FileBytes {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /**
   * Reads up to `length` bytes from `position`; fewer only at the end of the file. The view is valid until the next
   * read.
   */
  read(position: number, length: number): Promise<Uint8Array>;
}

// Windows lacks this flag, and FIFOs too.
const nonBlocking = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const blockBytes = 256 * 1024;

/**
 * Opens a regular file for the duration of `use`.
 *
 * @throws TonstiftError `unreadable_audio` for a folder or a device, `aborted` if the signal fires between two reads;
 *   the system's error if the file cannot be opened or read
 */
export async function withFileBytes<Result>(
  path: string,
  use: (bytes: FileBytes) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  // Opening a FIFO with 'r' would wait for a writer forever; the flag prevents that.
  await using handle = await open(path, nonBlocking);
  const stat = await handle.stat();
  if (!stat.isFile()) throw new TonstiftError('unreadable_audio', say('sound.no_file'));
  const size = stat.size;
  let block = new Uint8Array(0);
  let blockStart = 0;
  return await use({
    path,
    size,
    async read(position, length) {
      if (signal?.aborted === true) throw new TonstiftError('aborted', say('error.reading_stopped'));
      const end = Math.min(position + length, size);
      if (position >= end) return new Uint8Array(0);
      if (position < blockStart || end > blockStart + block.length) {
        const wanted = new Uint8Array(Math.min(Math.max(end - position, blockBytes), size - position));
        // Shorter if the file is truncated while it is read.
        block = wanted.subarray(0, await readFully(handle, wanted, position));
        blockStart = position;
      }
      return block.subarray(position - blockStart, end - blockStart);
    },
  });
}

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Decodes bytes as Latin-1, for magic numbers. */
export const asciiAt = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));
