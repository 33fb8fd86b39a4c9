/** Random access to a file through one cached block, so that many small reads cost few system calls. */
import { say } from '../../base/language/sentence.js';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { TonstiftError } from '../../base/errors.js';
import { readFully } from '../../base/files/open-file.js';

export interface FileBytes {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Up to `length` bytes from `position`; fewer only at the end of the file. The view is valid until the next read. */
  read(position: number, length: number): Promise<Uint8Array>;
}

// No such flag on Windows, where there are no FIFOs either.
const nonBlocking = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const blockBytes = 256 * 1024;

/**
 * Opens a regular file for the time of `use`.
 *
 * @throws TonstiftError `unreadable_audio` for a folder or a device, `aborted` when the signal fires between two
 * reads; the system's error where the file cannot be opened or read
 */
export async function withFileBytes<Result>(
  path: string,
  use: (bytes: FileBytes) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  // 'r' on a FIFO would wait for a writer forever; the flag makes the open return.
  const handle = await open(path, nonBlocking);
  try {
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
          // Fewer where the file is cut off meanwhile.
          block = wanted.subarray(0, await readFully(handle, wanted, position));
          blockStart = position;
        }
        return block.subarray(position - blockStart, end - blockStart);
      },
    });
  } finally {
    await handle.close();
  }
}

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Latin-1 text of some bytes: for magic words. */
export const asciiAt = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));
