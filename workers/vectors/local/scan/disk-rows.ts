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

export interface WantedRow {
  position: number;
  /** Of its floats. */
  checksum: number;
}

/** `Done` is a promise where nobody may wait for the disk. */
export interface DiskRows<Done extends Promise<void> | undefined> {
  /**
   * @param take gets the floats of the rows, by where they are in the list; afterwards they may be overwritten
   * @throws DamagedRow where there are no floats with this checksum
   */
  read(rows: readonly WantedRow[], take: (which: number, floats: Uint8Array) => void): Done;
  close(): Done;
}

/** So many are open at once: a process may have few (`ulimit -n`). */
const mostOpen = 8;

/** @param bytes of the floats of a row */
export function openDiskRows({ folder, files, file, offset }: Places, bytes: number): DiskRows<undefined> {
  const opened = new Map<number, number>();
  const floats = new Uint8Array(bytes);

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
    read(rows, take) {
      rows.forEach(({ position, checksum }, i) => {
        const which = file[position] as number;
        const isRead = fill(which, floats, offset[position] as number);
        if (!isRead || crc32(floats) !== checksum) throw new DamagedRow(files[which] as string);
        take(i, floats);
      });
      return undefined;
    },
    close() {
      for (const handle of opened.values()) closeSync(handle);
      opened.clear();
      return undefined;
    },
  };
}
