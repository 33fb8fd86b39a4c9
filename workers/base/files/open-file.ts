/** Reads and writes open files. */
import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';

/**
 * Returns the facts of a file or folder that was just opened. Closes it if its facts cannot be read, for example
 * because a network disk has lost it (ESTALE). Node 25 and later end the process if they collect an open handle.
 */
export async function openedFacts(handle: FileHandle): Promise<Stats> {
  try {
    return await handle.stat();
  } catch (error) {
    await handle.close().catch(() => undefined);
    throw error;
  }
}

/**
 * Fills `into` from an offset of the file; the system may return fewer bytes at once than requested.
 * @returns the number of bytes read: fewer than requested at the end of the file
 */
export async function readFully(handle: FileHandle, into: Uint8Array, at: number): Promise<number> {
  let done = 0;
  for (let read = 1; read > 0 && done < into.length; done += read)
    read = (await handle.read(into, done, into.length - done, at + done)).bytesRead;
  return done;
}

/** Writes at an offset; the system may write fewer bytes at once than requested. */
export async function writeFully(handle: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
}

export interface EarlySync {
  wrote(bytes: number): void;
  /** Waits for the running sync. Throws the system's error of any sync so far. */
  settled(): Promise<void>;
}

/**
 * Syncs to the disk while more data is written, so that the last sync has little left to do.
 * @param every bytes between syncs; 0 never syncs early
 */
export function earlySync(file: FileHandle, every: number): EarlySync {
  let unsynced = 0;
  let running: Promise<undefined> | undefined;
  let failure: unknown;
  return {
    wrote(bytes) {
      unsynced += bytes;
      if (every === 0 || unsynced < every || running !== undefined) return;
      unsynced = 0;
      running = file
        .datasync()
        // The disk reports an error only once, to the sync that hits it: a later one may succeed.
        .catch((error: unknown) => (failure = error))
        .then(() => (running = undefined));
    },
    async settled() {
      await running;
      if (failure !== undefined) throw failure as Error;
    },
  };
}
