/** pgvector's approximate index: https://github.com/pgvector/pgvector#hnsw */
import { messageOf } from '../../../base/errors.js';
import type { Log } from '../../../base/ports.js';
import { find, type Entry } from './catalogue.js';
import type { PostgresDatabase, Query } from './database.js';

/** The most dimensions that the index supports, for 32-bit and for 16-bit numbers. */
const most = { vector: 2_000, halfvec: 4_000 };

interface Index {
  /** The same expression in the index and in a query; otherwise PostgreSQL does not use the index. */
  column: string;
  type: string;
  operators: string;
}

/** Returns undefined if there are too many dimensions for an index. */
export function indexFor(dimension: number): Index | undefined {
  if (dimension <= most.vector) return { column: 'embedding', type: 'vector', operators: 'vector_l2_ops' };
  if (dimension > most.halfvec) return undefined;
  const type = `halfvec(${dimension})`;
  return { column: `(embedding::${type})`, type, operators: 'halfvec_l2_ops' };
}

/**
 * Begins a transaction for one search. A filter discards candidates, so the index must continue until enough match. The
 * daemon measures the candidates again, so their order is free. The planner ignores the cost of vectors stored in TOAST
 * and would prefer a scan of the whole table.
 */
export async function setSearch(query: Query, dimension: number, count: number): Promise<void> {
  const settings = {
    'hnsw.iterative_scan': 'relaxed_order',
    'hnsw.ef_search': Math.min(1_000, Math.max(200, count)),
    ...(dimension > most.vector && { enable_seqscan: 'off' }),
  };
  await query(['begin', ...Object.entries(settings).map(([name, value]) => `set local ${name} = ${value}`)].join('; '));
}

/**
 * Creates the index if it is missing. If that fails, logs a warning, and searches continue without the index.
 * @param from the least number of rows that get an index
 * @param signal cancels the statement on the server
 */
export async function makeIndex(
  database: PostgresDatabase,
  name: string,
  { from, log, signal }: { from: number; log: Log; signal: AbortSignal },
): Promise<void> {
  let cancel = (): void => undefined;
  try {
    const made = await database.write(async (query) => {
      const entry = await find(query, name);
      if (!entry || entry.indexed || entry.dimension === null) return false;
      const index = indexFor(entry.dimension);
      if (index === undefined) return false;
      if (!(await has(query, entry, from)) || !(await isFree(query, entry))) return false;
      const [{ pid } = {}] = await query<{ pid: number }>('select pg_backend_pid() as pid');
      cancel = () => void database.read((other) => other('select pg_cancel_backend($1)', [pid])).catch(() => undefined);
      signal.throwIfAborted();
      signal.addEventListener('abort', cancel);
      log.info(`The HNSW index of the collection "${name}" is being built.`);
      await query(`create index on ${entry.table} using hnsw (${index.column} ${index.operators})`);
      return true;
    });
    if (made) log.info(`The HNSW index of the collection "${name}" is ready.`);
  } catch (thrown) {
    if (!signal.aborted)
      log.warn(`The collection "${name}" has no HNSW index, so its searches are exact: ${messageOf(thrown)}`);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

async function has(query: Query, { table }: Entry, rows: number): Promise<boolean> {
  return (await query(`select 1 from ${table} offset ${rows - 1} limit 1`)).length > 0;
}

/** Returns true if no other session is creating the index. */
async function isFree(query: Query, { table }: Entry): Promise<boolean> {
  const [row] = await query<{ mine: boolean }>('select pg_try_advisory_xact_lock(736510743, hashtext($1)) as mine', [
    table,
  ]);
  return row?.mine === true;
}
