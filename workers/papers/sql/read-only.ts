import { sql } from 'kysely';
import { checkedQuery, checkedWhere, type CheckedQuery } from './guard.js';
import { manyUids } from './queries/many-uids.js';
import { databaseError, type Connection } from './open.js';
import { readSqlite } from '../../base/sqlite/read-sqlite.js';
import type { ReadOptions, QueryOptions } from './results.js';

/**
 * Returns the sorted uids of the papers that an untrusted where clause selects; without a clause, of all.
 * @throws DatabaseError if it is not one read-only expression, or takes too long
 */
export async function uidsWhere(
  connection: Connection,
  clause: string | undefined,
  options: ReadOptions = {},
): Promise<string[]> {
  const { db, location } = connection;
  if (clause === undefined) {
    const all = db.selectFrom('papers').select('uid').orderBy('uid');
    return location.kind === 'sqlite' ? manyUids(db, sql`${all}`) : (await all.execute()).map(({ uid }) => uid);
  }
  // In parentheses on separate lines, so that text other than an expression is an invalid statement too.
  const statement = `select uid from papers where (\n${checkedWhere(clause)}\n) order by uid`;
  const read = { statement, parameters: [] };
  return (await rowsOf('Invalid where clause', connection, read, options)).map(({ uid }) => String(uid));
}

/**
 * Returns the rows of one untrusted read-only statement.
 * @throws DatabaseError
 */
export async function queryReadOnly(
  connection: Connection,
  statement: string,
  { parameters = [], ...options }: QueryOptions = {},
): Promise<Record<string, unknown>[]> {
  const checked = checkedQuery(statement, parameters, connection.location.kind);
  return rowsOf('The query failed', connection, checked, options);
}

async function rowsOf(
  what: string,
  { location }: Connection,
  query: CheckedQuery,
  { timeoutMs = 30_000, signal }: ReadOptions,
): Promise<Record<string, unknown>[]> {
  try {
    if (location.kind === 'sqlite') return await readSqlite({ path: location.path, ...query, timeoutMs }, signal);
    return await (await import('./postgres.js')).readPostgres(location.url, query, { timeoutMs, signal });
  } catch (thrown) {
    signal?.throwIfAborted();
    throw databaseError(what, thrown, location);
  }
}
