/** Floats of single rows out of the shards' files, where nobody may wait for the disk. */
import { close, open, read } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { DamagedRow, mostOpen, type DiskRows, type Places } from './disk-rows.js';

// Not `FileHandle`: rows are small, and each of its reads costs twice as much.
const opening = promisify(open);
const closing = promisify(close);

/** @param bytes of the floats of a row */
export function openAwaitedRows({ folder, files, file, offset }: Places, bytes: number): DiskRows<Promise<void>> {
  const opened = new Map<number, number>();

  async function handleOf(which: number): Promise<number> {
    const known = opened.get(which);
    if (known !== undefined) return known;
    if (opened.size >= mostOpen) {
      const [[oldest, handle]] = opened as unknown as [[number, number]];
      opened.delete(oldest);
      await closing(handle);
    }
    const handle = await opening(join(folder, files[which] as string), 'r');
    opened.set(which, handle);
    return handle;
  }

  return {
    async read(rows, take) {
      // One file after the other: a handle is given back when nobody reads by it.
      for (const [which, some] of Map.groupBy(rows.keys(), (i) => file[rows[i]?.position as number] as number)) {
        const handle = await handleOf(which).catch(() => undefined);
        const floats =
          handle === undefined
            ? []
            : await Promise.all(some.map((i) => readAt(handle, bytes, offset[rows[i]?.position as number] as number)));
        some.forEach((i, n) => {
          const own = floats[n];
          if (own === undefined || crc32(own) !== rows[i]?.checksum) throw new DamagedRow(files[which] as string);
          take(i, own);
        });
      }
    },
    async close() {
      await Promise.all([...opened.values()].map((handle) => closing(handle)));
      opened.clear();
    },
  };
}

/** Undefined where the file ends before, or the disk fails. */
const readAt = (handle: number, bytes: number, from: number): Promise<Uint8Array | undefined> =>
  new Promise((resolve) => {
    const floats = new Uint8Array(bytes);
    const more = (done: number): void =>
      read(handle, floats, done, bytes - done, from + done, (error, count) => {
        if (error || count === 0) resolve(undefined);
        else if (done + count < bytes) more(done + count);
        else resolve(floats);
      });
    more(0);
  });
