/**
 * Writes the bytes of a file to a pen, under a name that the pen does not open. It does not use `replaceFile`: the
 * bytes are read back before the rename, every path goes through the volume's root, and the folder may disappear at any
 * moment.
 */
import type { FileHandle } from 'node:fs/promises';
import { open, rm } from 'node:fs/promises';
import { messageOf, systemCodeOf } from '../../base/errors.js';
import { earlySync, readFully, writeFully } from '../../base/files/open-file.js';
import { temporaryNameOf } from '../plan/names.js';
import type { WantedFile } from '../types.js';
import { sourceChanged, throwIfStopped } from '../volume-errors.js';
import type { VolumeRoot } from '../volume-root.js';

export interface WriteOptions {
  signal?: AbortSignal;
  /** Called after each write with its number of bytes. */
  wrote?: (bytes: number) => void;
}

/** A file on the pen with a temporary name. */
export interface TemporaryFile {
  name: string;
  size: number;
  /** As the pen reports it; a rename keeps it. */
  mtimeMs: number;
}

const mebi = 1024 * 1024;
const chunkBytes = mebi;
/** The data is synced each time this many bytes were written. */
const syncBytes = 4 * mebi;
/**
 * Maximum bytes ahead of the disk. A pen is slow and memory is fast: without a limit, the progress would show the end
 * long before the data is written, and the copy could not be stopped.
 */
const mostAhead = 16 * mebi;

/**
 * On return, the wanted number of bytes is on the pen. Their content is verified by reading back, which hashes anyway;
 * hashing here too would slow down a fast disk. On failure the file is removed.
 * @throws TonstiftError `not_now` if the source cannot be read or has another size, `no_pen`, `aborted`; the system's
 *   error if the pen cannot be written
 */
export async function writeTemporary(
  root: VolumeRoot,
  wanted: WantedFile,
  { signal, wrote }: WriteOptions = {},
): Promise<TemporaryFile> {
  const name = temporaryNameOf(wanted.oid);
  throwIfStopped(signal);
  await root.check();
  await using source = await openSource(wanted);
  await rm(root.at(name), { force: true });
  // 'wx' does not follow a link of this name.
  const target = await open(root.at(name), 'wx');
  try {
    await pump(source, target, wanted, { signal, wrote, root });
    await target.sync();
    const { size, mtimeMs } = await target.stat();
    return { name, size, mtimeMs: Math.round(mtimeMs) };
  } catch (thrown) {
    await target.close().catch(() => undefined);
    await dropTemporary(root, name);
    throw thrown;
  } finally {
    await target.close();
  }
}

/** Never throws: a file that cannot be removed is cleaned up next time. */
export async function dropTemporary(root: VolumeRoot, name: string): Promise<void> {
  await rm(root.at(name), { force: true }).catch(() => undefined);
}

async function openSource(wanted: WantedFile): Promise<FileHandle> {
  try {
    return await open(wanted.source, 'r');
  } catch (thrown) {
    if (systemCodeOf(thrown) === 'ENOENT') throw sourceChanged(wanted, 'it is gone');
    throw sourceChanged(wanted, messageOf(thrown), thrown);
  }
}

/** Reads and writes in parallel with two buffers. */
async function pump(
  source: FileHandle,
  target: FileHandle,
  wanted: WantedFile,
  { signal, wrote, root }: WriteOptions & { root: VolumeRoot },
): Promise<void> {
  const disk = earlySync(target, syncBytes);
  const buffers = [Buffer.allocUnsafeSlow(chunkBytes), Buffer.allocUnsafeSlow(chunkBytes)] as const;
  const read = (turn: number, at: number): Promise<Buffer> => {
    const reading = readChunk(source, buffers[turn % 2 === 0 ? 0 : 1], at, wanted);
    // Awaited in any case, but possibly only after another failure.
    reading.catch(() => undefined);
    return reading;
  };
  let ahead = 0;
  let next = read(0, 0);
  try {
    for (let turn = 0, at = 0; at < wanted.size; turn++) {
      const bytes = await next;
      throwIfStopped(signal);
      const writing = writeFully(target, bytes, at);
      at += bytes.length;
      next = read(turn + 1, at);
      await writing;
      disk.wrote(bytes.length);
      ahead += bytes.length;
      if (ahead >= mostAhead) {
        await disk.settled();
        await root.check();
        ahead = 0;
      }
      wrote?.(bytes.length);
    }
    if ((await next).length > 0) throw sourceChanged(wanted, `it has more than ${wanted.size} bytes`);
  } finally {
    // Pending reads and writes must end before the files are closed.
    await Promise.allSettled([next, disk.settled()]);
  }
  await disk.settled();
}

/** Returns an empty buffer at the expected end; another byte means that the source is too long. */
async function readChunk(source: FileHandle, buffer: Buffer, at: number, wanted: WantedFile): Promise<Buffer> {
  const length = Math.min(buffer.length, Math.max(wanted.size - at, 1));
  let done = 0;
  try {
    done = await readFully(source, buffer.subarray(0, length), at);
  } catch (thrown) {
    throw sourceChanged(wanted, messageOf(thrown), thrown);
  }
  if (at < wanted.size && done < length)
    throw sourceChanged(wanted, `it ends after ${at + done} of ${wanted.size} bytes`);
  return buffer.subarray(0, done);
}
