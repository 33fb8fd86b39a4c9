/** Script of the process that runs one untrusted statement on a file, read-only. */
import Database from 'libsql';
import { serveProcess } from '../async/serve-process.js';
import type { ServedCall } from '../async/serve-thread.js';

export interface Statement {
  path: string;
  statement: string;
  /** Values for each "?"; none if omitted. */
  parameters?: readonly (string | number | null)[];
  /** Megabytes of all rows, because the caller keeps them; no limit if omitted. */
  most?: number;
}
export type Rows = Record<string, unknown>[];

const rowsAtOnce = 500;
/** Bytes. */
const sentAtOnce = 8 * 1024 ** 2;

async function run(
  { path, statement, parameters = [], most = Infinity }: Statement,
  { report }: ServedCall<Rows>,
): Promise<void> {
  const database = new Database(path);
  database.pragma('busy_timeout = 10000');
  database.pragma('query_only = on');
  // Functions with effects do not run in the views and the computed columns of an untrusted file.
  database.pragma('trusted_schema = off');
  let rows: Record<string, unknown>[] = [];
  let left = most * 1024 ** 2;
  let unsent = 0;
  for (const row of database
    .prepare(statement)
    .safeIntegers()
    .iterate([...parameters])) {
    const size = sizeOf(row as object);
    left -= size;
    unsent += size;
    if (left < 0) throw new Error(`its values take more than ${most} MB of memory`);
    rows.push(plain(row));
    if (rows.length < rowsAtOnce && unsent < sentAtOnce) continue;
    await report(rows);
    [rows, unsent] = [[], 0];
  }
  await report(rows);
}

/** Returns about how many bytes of memory a row takes. */
function sizeOf(row: object): number {
  let size = 64;
  for (const value of Object.values(row) as unknown[])
    size += typeof value === 'string' ? 16 + value.length * 2 : value instanceof Uint8Array ? value.length : 16;
  return size;
}

/** Removes the hidden timings that libsql adds to a row. An integer that is too large for a number becomes text. */
function plain(row: unknown): Record<string, unknown> {
  const values = { ...(row as Record<string, unknown>) };
  for (const [name, value] of Object.entries(values)) if (typeof value === 'bigint') values[name] = numberOf(value);
  return values;
}

function numberOf(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

export type RunStatement = typeof run;

serveProcess({ run });
