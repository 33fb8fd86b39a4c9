/** Connections to PostgreSQL, for papers and for vectors. */
import { Socket } from 'node:net';
import pg from 'pg';

const numbers: readonly number[] = [pg.types.builtins.INT8, pg.types.builtins.NUMERIC];

/** Parses counts and averages as numbers, as SQLite returns them; an integer too large for a number stays text. */
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

export const connectionSettings = { types, connectionTimeoutMillis: 10_000, application_name: 'tonstift' };

/**
 * Creates a socket that closes after this time without traffic. A query of pg that takes too long leaves its connection
 * in the pool, where it blocks the next ones.
 * @param silence milliseconds
 */
export const endingSocket = (silence: number) => (): Socket => {
  const socket = new Socket();
  return socket.setTimeout(silence, () =>
    socket.destroy(new Error(`the server did not answer within ${silence / 1000} s`)),
  );
};

/**
 * Connects at the first query only.
 * @param silence milliseconds without a byte, after which a connection ends and its query fails
 */
export function openPool(url: string, { silence, ...settings }: pg.PoolConfig & { silence: number }): pg.Pool {
  const stream = endingSocket(silence);
  const pool = new pg.Pool({ ...connectionSettings, stream, ...settings, connectionString: url });
  // Danger: without these, a connection that breaks while it has no query, idle or within a transaction, ends the
  // process. The next query reports the error.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
