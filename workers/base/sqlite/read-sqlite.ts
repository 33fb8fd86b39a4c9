import { runInProcess, SilenceError } from '../async/processes.js';
import { TaskError, ThreadError, threadScript } from '../async/threads.js';
import type { Rows, RunStatement, Statement } from './read-sqlite-process.js';

/** Megabytes. A statement of a few bytes can compute gigabytes. */
const limits = { heap: 512, memory: 1024 };

/**
 * Runs one untrusted statement in its own process, read-only, for at most `timeoutMs`. In this process an endless
 * query would block everything, and no signal would reach it.
 * @throws Error, with SQLite's code if the statement failed; the signal's reason
 */
export async function readSqlite(
  { timeoutMs, ...statement }: Statement & { timeoutMs: number },
  signal?: AbortSignal,
): Promise<Rows> {
  const all: Rows = [];
  const start = performance.now();
  const event = (rows: Rows): void => {
    for (const row of rows) all.push(row);
    if (performance.now() - start > timeoutMs) throw new SilenceError(timeoutMs / 1000);
  };
  const script = threadScript('workers/base/sqlite/read-sqlite-process');
  await runInProcess<RunStatement>(script, statement, { ...limits, silence: timeoutMs, signal, event }).catch(
    (thrown: unknown) => {
      signal?.throwIfAborted();
      if (thrown instanceof SilenceError) throw new Error(`it ran longer than ${thrown.seconds} seconds`);
      if (thrown instanceof ThreadError)
        throw new Error(`the process that read it ended; it may have needed more than ${limits.memory} MB of memory`);
      throw thrown instanceof TaskError ? Object.assign(new Error(thrown.message), { code: thrown.code }) : thrown;
    },
  );
  return all;
}
