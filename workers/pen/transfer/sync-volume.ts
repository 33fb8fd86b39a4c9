/** All of a file system onto its medium. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { linkedSignal } from '../../base/async/linked-signal.js';
import { messageOf } from '../../base/errors.js';
import { silentLog, type Log } from '../../base/ports.js';

const run = promisify(execFile);
/** Milliseconds; a stick that is pulled out meanwhile may answer much later, when the kernel has given it up. */
const timeout = 60_000;

/**
 * What no file's own sync writes: FAT keeps beside its files how much is free, and a stick that is unplugged without it
 * is found wrong by every checker. Node.js has no syncfs; `sync` (GNU, BusyBox) has. Never throws: the files are on the
 * medium before.
 */
export async function syncVolume(
  path: string,
  { signal, log = silentLog, program = 'sync' }: { signal?: AbortSignal; log?: Log; program?: string } = {},
): Promise<void> {
  // The others write it with the files: macOS with F_FULLFSYNC, Windows because sticks are not cached there.
  if (process.platform !== 'linux') return;
  // Not its `timeout`: that waits for a process that cannot be ended as long as its disk does not answer.
  const either = linkedSignal([signal, AbortSignal.timeout(timeout)]);
  const running = run(program, ['-f', forOthers(path)], { signal: either.signal });
  try {
    await running;
  } catch (error) {
    log.warn(`Not all of the pen may be written: ${messageOf(error).trim()}`);
  } finally {
    either.unlink();
    running.child.unref();
  }
}

/** A path through a descriptor of ours leads another process to one of its own, or nowhere. */
const forOthers = (path: string): string => path.replace(/^\/proc\/self\//, `/proc/${process.pid}/`);
