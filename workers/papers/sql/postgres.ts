import { PostgresDialect, type Dialect } from 'kysely';
import pg from 'pg';
import { connectionSettings, endingSocket, openPool } from '../postgres/connect.js';
import type { CheckedQuery } from './guard.js';

/** Milliseconds that one statement takes at most. An index of many papers takes minutes. */
export const patience = { query: 120_000, migration: 3_600_000 };

/** Returns a Kysely dialect with a connection pool. @param silence milliseconds that one statement takes at most */
export function postgresDialect(url: string, silence: number): Dialect {
  return new PostgresDialect({ pool: openPool(url, { max: 5, silence }) });
}

/**
 * Runs one untrusted statement in a read-only transaction, at most `timeoutMs` long. Uses a separate connection and
 * closes it afterwards, which releases all locks and settings. Uses the extended protocol, which accepts only one
 * statement.
 */
export async function readPostgres(
  url: string,
  { statement, parameters }: CheckedQuery,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal },
): Promise<Record<string, unknown>[]> {
  signal?.throwIfAborted();
  // The server ends the statement first, if it answers at all.
  const stream = endingSocket(timeoutMs + 5_000);
  const client = new pg.Client({ ...connectionSettings, connectionString: url, statement_timeout: timeoutMs, stream });
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
