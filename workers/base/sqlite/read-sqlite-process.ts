/** Script of the process that runs one untrusted statement on a file, read-only. */
import Database from 'libsql';
import { serveProcess } from '../async/serve-process.js';
import type { ServedCall } from '../async/serve-thread.js';

export interface Statement {
  path: string;
  statement: string;
  /** Values for each "?"; none if omitted. */
  parameters?: readonly (string | number | null)[];
}
export type Rows = Record<string, unknown>[];

const rowsAtOnce = 500;

async function run({ path, statement, parameters = [] }: Statement, { report }: ServedCall<Rows>): Promise<void> {
  const database = new Database(path);
  database.pragma('busy_timeout = 10000');
  database.pragma('query_only = on');
  let rows: Record<string, unknown>[] = [];
  for (const row of database.prepare(statement).iterate([...parameters])) {
    rows.push(plain(row));
    if (rows.length < rowsAtOnce) continue;
    await report(rows);
    rows = [];
  }
  await report(rows);
}

/** Removes the hidden timings that libsql adds to a row. */
function plain(row: unknown): Record<string, unknown> {
  return { ...(row as Record<string, unknown>) };
}

export type RunStatement = typeof run;

serveProcess({ run });
