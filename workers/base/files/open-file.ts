/** Reading and writing a file that is open. */
import type { FileHandle } from 'node:fs/promises';

/**
 * Fills `into` with what is at an offset; the system may give fewer bytes at once than it is asked for.
 * @returns how many there were: fewer than asked for at the end of the file
 */
export async function readFully(handle: FileHandle, into: Uint8Array, at: number): Promise<number> {
  let done = 0;
  for (let read = 1; read > 0 && done < into.length; done += read)
    read = (await handle.read(into, done, into.length - done, at + done)).bytesRead;
  return done;
}

/** At an offset; the system may take fewer bytes at once than it was given. */
export async function writeFully(handle: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
}

export interface EarlySync {
  wrote(bytes: number): void;
  /** Waits for the sync that runs. Throws the system's error of any that ran. */
  settled(): Promise<void>;
}

/**
 * Asks the disk to write while more is on its way, so that the last sync has little left to do.
 * @param every bytes; 0 never syncs early
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
        // The disk tells an error once only, to the sync that met it: a later one may succeed.
        .catch((error: unknown) => (failure = error))
        .then(() => (running = undefined));
    },
    async settled() {
      await running;
      if (failure !== undefined) throw failure as Error;
    },
  };
}
