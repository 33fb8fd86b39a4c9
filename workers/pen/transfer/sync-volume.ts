/** Flushes a whole file system to its medium. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { linkedSignal } from '../../base/async/linked-signal.js';
import { messageOf } from '../../base/errors.js';
import { silentLog, type Log } from '../../base/ports.js';

const run = promisify(execFile);
/** Milliseconds; an unplugged stick may respond much later, when the kernel has given up on it. */
const timeout = 60_000;

/**
 * Flushes data that syncing single files does not write. FAT stores the free space separately; a stick unplugged
 * without it fails every check. Node.js has no syncfs, but `sync` (GNU, BusyBox) does. Never throws, because the files
 * are already on the medium.
 */
export async function syncVolume(
  path: string,
  { signal, log = silentLog, program = 'sync' }: { signal?: AbortSignal; log?: Log; program?: string } = {},
): Promise<void> {
  // Other systems write it with the files: macOS with F_FULLFSYNC, Windows because it does not cache sticks.
  if (process.platform !== 'linux') return;
  // Not the option `timeout`: it waits for the process, which cannot be killed while its disk does not respond.
  using either = linkedSignal([signal, AbortSignal.timeout(timeout)]);
  const running = run(program, ['-f', forOthers(path)], { signal: either.signal });
  try {
    await running;
  } catch (error) {
    log.warn(`Some data may not be written to the pen yet: ${messageOf(error).trim()}`);
  } finally {
    running.child.unref();
  }
}

/** A path through our descriptor would lead another process to its own descriptor, or nowhere. */
const forOthers = (path: string): string => path.replace(/^\/proc\/self\//, `/proc/${process.pid}/`);
