/** Floats of single rows out of the shards' files, in a thread that may wait for the disk. */
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

/** Where the floats of rows lie, by their positions in the list of slots. */
export interface Places {
  folder: string;
  /** Names of shards. */
  files: readonly string[];
  /** In shared memory: which of the files, and where in it. */
  file: Uint32Array;
  offset: Uint32Array;
}

/** The file is away, or does not hold there what was copied of it. */
export class DamagedRow extends Error {
  override readonly name = 'DamagedRow';

  constructor(readonly file: string) {
    super(`${file} no longer holds the floats that were copied of it`);
  }
}

export interface DiskRows {
  /** @throws DamagedRow where these are not floats with this checksum */
  read(position: number, checksum: number, into: Uint8Array): void;
  close(): void;
}

/** So many are open at once: a process may have few (`ulimit -n`). */
const mostOpen = 8;

export function openDiskRows({ folder, files, file, offset }: Places): DiskRows {
  const opened = new Map<number, number>();

  function handleOf(which: number): number {
    const known = opened.get(which);
    if (known !== undefined) return known;
    if (opened.size >= mostOpen) {
      const [[oldest, handle]] = opened as unknown as [[number, number]];
      opened.delete(oldest);
      closeSync(handle);
    }
    const handle = openSync(join(folder, files[which] as string), 'r');
    opened.set(which, handle);
    return handle;
  }

  function fill(which: number, into: Uint8Array, from: number): boolean {
    try {
      let done = 0;
      for (let read = 1; read > 0 && done < into.length; done += read)
        read = readSync(handleOf(which), into, done, into.length - done, from + done);
      return done === into.length;
    } catch {
      return false;
    }
  }

  return {
    read(position, checksum, into) {
      const which = file[position] as number;
      const isRead = fill(which, into, offset[position] as number);
      if (!isRead || crc32(into) !== checksum) throw new DamagedRow(files[which] as string);
    },
    close() {
      for (const handle of opened.values()) closeSync(handle);
      opened.clear();
    },
  };
}
