/** Floats of single rows out of the shards' files, where nobody may wait for the disk. */
import { close, open, read } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { DamagedRow, type DiskRows, type Places, type WantedRow } from './disk-rows.js';

// Not `FileHandle`: rows are small, and each of its reads costs twice as much.
const opening = promisify(open);
const closing = promisify(close);

/** At most so many are open, or as many as one call reads of. */
const mostOpen = 32;

/** @param bytes of the floats of a row */
export function openAwaitedRows({ folder, files, file, offset }: Places, bytes: number): DiskRows<Promise<void>> {
  const opened = new Map<number, Promise<number>>();

  function handleOf(which: number): Promise<number> {
    const handle = opened.get(which) ?? opening(join(folder, files[which] as string), 'r');
    opened.set(which, handle);
    return handle;
  }

  async function giveBack(some: readonly number[]): Promise<void> {
    const handles = some.map((which) => opened.get(which));
    for (const which of some) opened.delete(which);
    // One that could not be opened was told of already.
    await Promise.allSettled(handles.map(async (handle) => closing((await handle) as number)));
  }

  /** Undefined where the file cannot be read so far. */
  async function floatsOf({ position }: WantedRow): Promise<Uint8Array | undefined> {
    try {
      return await readAt(await handleOf(file[position] as number), bytes, offset[position] as number);
    } catch {
      return undefined;
    }
  }

  return {
    async read(rows, take) {
      const wanted = new Set(rows.map(({ position }) => file[position] as number));
      const others = [...opened.keys()].filter((which) => !wanted.has(which));
      await giveBack(others.slice(0, Math.max(0, others.length + wanted.size - mostOpen)));
      const floats = await Promise.all(rows.map(floatsOf));
      rows.forEach(({ position, checksum }, i) => {
        const own = floats[i];
        if (own === undefined || crc32(own) !== checksum)
          throw new DamagedRow(files[file[position] as number] as string);
        take(i, own);
      });
    },
    close: () => giveBack([...opened.keys()]),
  };
}

/** Undefined where the file ends before. */
const readAt = (handle: number, bytes: number, from: number): Promise<Uint8Array | undefined> =>
  new Promise((resolve, reject) => {
    const floats = new Uint8Array(bytes);
    const more = (done: number): void =>
      read(handle, floats, done, bytes - done, from + done, (error, count) => {
        if (error) reject(error);
        else if (count === 0) resolve(undefined);
        else if (done + count < bytes) more(done + count);
        else resolve(floats);
      });
    more(0);
  });
