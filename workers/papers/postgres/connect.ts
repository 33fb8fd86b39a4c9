/** Connections to PostgreSQL, for papers and for vectors. */
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

/** Connects at the first query only. */
export function openPool(url: string, settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...connectionSettings, ...settings, connectionString: url });
  // A broken idle connection would end the process; the next query reports the error.
  pool.on('error', () => undefined);
  return pool;
}
