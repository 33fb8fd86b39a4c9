/**
 * Script of a process that runs one untrusted statement on a file, read-only. SQLite cannot be interrupted from
 * within: the parent kills the process at the timeout. Receives `{path, statement, timeoutMs}`, sends lists of rows,
 * then `{done}` or `{failed}`.
 */
import { Worker } from 'node:worker_threads';
import Database from 'libsql';
import type { Answer, Question } from './read-sqlite.js';

const rowsAtOnce = 500;

/** Kills this process from a second thread, in case its parent was killed. */
function watch(timeoutMs: number): void {
  const script = `setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${timeoutMs + 2_000})`;
  new Worker(script, { eval: true }).unref();
}

async function answer({ path, statement, parameters = [], timeoutMs }: Question): Promise<void> {
  watch(timeoutMs);
  const database = new Database(path);
  database.pragma('busy_timeout = 10000');
  database.pragma('query_only = on');
  let rows: unknown[] = [];
  for (const row of database.prepare(statement).iterate([...parameters])) {
    rows.push(plain(row));
    if (rows.length < rowsAtOnce) continue;
    await send({ rows });
    rows = [];
  }
  await send({ rows });
  await send({ done: true });
}

/** Removes the hidden timings that libsql adds to a row. */
function plain(row: unknown): Record<string, unknown> {
  return { ...(row as Record<string, unknown>) };
}

function send(message: Answer): Promise<void> {
  return new Promise((resolve, reject) =>
    process.send?.(message, undefined, undefined, (error) => (error === null ? resolve() : reject(error))),
  );
}

process.once('disconnect', () => process.exit());
process.once('message', (question: Question) => {
  answer(question)
    .catch((thrown: unknown) => send({ failed: thrown instanceof Error ? thrown.message : String(thrown) }))
    .finally(() => process.disconnect());
});
