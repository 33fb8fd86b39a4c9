import { sql } from 'kysely';
import { checkedQuery, checkedWhere, type CheckedQuery } from './guard.js';
import { manyUids } from './many-uids.js';
import { databaseError, type Connection } from './open.js';
import { readSqlite } from '../../base/sqlite/read-sqlite.js';
import type { ReadOptions, QueryOptions } from './results.js';

/**
 * The uids of the papers that a where clause of others selects, in their order; without one, of all.
 * @throws DatabaseError where it is not one expression that reads, or takes too long
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
  // In parentheses, on lines of its own: what is no expression is then no statement either.
  const statement = `select uid from papers where (\n${checkedWhere(clause)}\n) order by uid`;
  const read = { statement, parameters: [] };
  return (await rowsOf('The where clause cannot be taken', connection, read, options)).map(({ uid }) => String(uid));
}

/**
 * The rows that one reading statement of others answers.
 * @throws DatabaseError
 */
export async function queryReadOnly(
  connection: Connection,
  statement: string,
  { parameters = [], ...options }: QueryOptions = {},
): Promise<Record<string, unknown>[]> {
  const checked = checkedQuery(statement, parameters, connection.location.kind);
  return rowsOf('The query cannot be answered', connection, checked, options);
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
