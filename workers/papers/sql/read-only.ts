import { checkedQuery, checkedWhere } from './guard.js';
import { databaseError, type Connection } from './open.js';
import { readSqlite } from '../../base/sqlite/read-sqlite.js';

export interface ReadOptions {
  /** Default 30,000. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

/**
 * The uids of the papers that a where clause of others selects, in their order; without one, of all.
 * @throws DatabaseError where it is not one expression that reads, or takes too long
 */
export async function uidsWhere(
  connection: Connection,
  clause: string | undefined,
  options: ReadOptions = {},
): Promise<string[]> {
  const { db } = connection;
  if (clause === undefined)
    return (await db.selectFrom('papers').select('uid').orderBy('uid').execute()).map(({ uid }) => uid);
  // In parentheses, on lines of its own: what is no expression is then no statement either.
  const statement = `select uid from papers where (\n${checkedWhere(clause)}\n) order by uid`;
  return (await read('The where clause cannot be taken', connection, statement, options)).map(({ uid }) => String(uid));
}

/**
 * The rows that one reading statement of others answers.
 * @throws DatabaseError
 */
export async function queryReadOnly(
  connection: Connection,
  statement: string,
  options: ReadOptions = {},
): Promise<Record<string, unknown>[]> {
  return read('The query cannot be answered', connection, checkedQuery(statement), options);
}

async function read(
  what: string,
  { location }: Connection,
  statement: string,
  { timeoutMs = 30_000, signal }: ReadOptions,
): Promise<Record<string, unknown>[]> {
  try {
    if (location.kind === 'sqlite') return await readSqlite({ path: location.path, statement, timeoutMs }, signal);
    return await (await import('./postgres.js')).readPostgres(location.url, statement, { timeoutMs, signal });
  } catch (thrown) {
    signal?.throwIfAborted();
    throw databaseError(what, thrown, location);
  }
}
