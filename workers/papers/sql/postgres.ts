import { PostgresDialect, type Dialect } from 'kysely';
import pg from 'pg';
import type { CheckedQuery } from './guard.js';

const numbers: readonly number[] = [pg.types.builtins.INT8, pg.types.builtins.NUMERIC];

/** Counts and averages come as numbers, as they do from SQLite; a whole number too large for that stays text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) =>
    numbers.includes(id) && format !== 'binary'
      ? numberOf
      : (pg.types.getTypeParser(id, format) as (text: string) => unknown),
};

function numberOf(text: string): number | string {
  const value = Number(text);
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? text : value;
}

const settings = { types, connectionTimeoutMillis: 10_000, application_name: 'tonstift' };

/** Kysely on a pool of connections. */
export function postgresDialect(url: string): Dialect {
  const pool = new pg.Pool({ ...settings, connectionString: url, max: 5 });
  // An idle connection that breaks would end the process; the next query tells.
  pool.on('error', () => undefined);
  return new PostgresDialect({ pool });
}

/**
 * Runs one statement that others wrote, on a connection of its own that is given up afterwards with whatever it locked
 * or set: in a read-only transaction, at most `timeoutMs` long.
 * By the extended protocol, which takes one statement only.
 */
export async function readPostgres(
  url: string,
  { statement, parameters }: CheckedQuery,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal },
): Promise<Record<string, unknown>[]> {
  signal?.throwIfAborted();
  const client = new pg.Client({ ...settings, connectionString: url, statement_timeout: timeoutMs });
  client.on('error', () => undefined);
  const abort = (): void => void client.end().catch(() => undefined);
  await client.connect();
  signal?.addEventListener('abort', abort, { once: true });
  try {
    await client.query('set standard_conforming_strings = on; begin transaction read only');
    const { rows } = await client.query<Record<string, unknown>>({
      text: statement,
      values: parameters,
      queryMode: 'extended',
    } as pg.QueryConfig);
    return rows;
  } finally {
    signal?.removeEventListener('abort', abort);
    await client.end().catch(() => undefined);
  }
}
