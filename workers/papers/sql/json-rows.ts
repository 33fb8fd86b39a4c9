import { sql, type RawBuilder } from 'kysely';
import type { Kind } from './tables.js';

/**
 * The rows of a JSON list, each a list of its columns. A statement selects them as `value ->> 0` and so on, as text in
 * PostgreSQL. So one parameter holds any number of rows.
 */
export const jsonRows = (kind: Kind, json: string): RawBuilder<unknown> =>
  kind === 'sqlite' ? sql`json_each(${json})` : sql`jsonb_array_elements(${json}::jsonb) as given (value)`;
