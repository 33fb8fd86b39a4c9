/** Builds the condition that selects rows of a collection. */
import type { Restriction } from '../types.js';
import { readWhere } from '../where.js';
import type { Entry } from './catalogue.js';
import type { Query } from './database.js';
import { decode, encode } from './texts.js';
import { columnOf, listOrders, sqlOf } from './where.js';

/** @throws WhereError for an invalid filter, before any query */
export const checkWhere = ({ where = {} }: Restriction): void => void readWhere(where);

export interface Restricted {
  /** The expression after `where`. */
  sql: string;
  /** The values of `$1` and so on. */
  values: readonly unknown[];
}

export async function restrict(query: Query, { table }: Entry, { where = {}, ids }: Restriction): Promise<Restricted> {
  const values: unknown[] = [];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const condition = await listOrders(readWhere(where), async (key) => {
    const [short, long] = [columnOf(key, false), columnOf(key, true)];
    const rows = await query<{ value: string }>(
      `select distinct value from (select coalesce(${short}, ${long}) as value from ${table}) of_key
        where value is not null`,
    );
    return rows.map(({ value }) => decode(value));
  });
  const parts = [sqlOf(condition, parameter)];
  if (ids) parts.push(`id = any(${parameter(ids.map(encode))}::text[])`);
  return { sql: parts.join(' and '), values };
}
