/** How this program connects to PostgreSQL, for papers and for vectors. */
import pg from 'pg';

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

export const connectionSettings = { types, connectionTimeoutMillis: 10_000, application_name: 'tonstift' };

/** Nothing is connected before the first query. */
export function openPool(url: string, settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...connectionSettings, ...settings, connectionString: url });
  // An idle connection that breaks would end the process; the next query tells.
  pool.on('error', () => undefined);
  return pool;
}
