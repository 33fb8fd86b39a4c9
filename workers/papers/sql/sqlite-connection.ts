/** One connection to a file of SQLite, in a thread of its own or in place. */
import type { CompiledQuery, QueryResult } from 'kysely';
import type { FileAnswer } from './sqlite-file.js';

export interface SqliteConnection {
  /** Nothing is answered any more. */
  readonly isOver: boolean;
  /** @throws what keeps the file from being opened */
  opened(): Promise<void>;
  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>>;
  /** Takes nothing more from now on. May be called when it is over, and twice. */
  close(): Promise<void>;
}

/** What is asked of a database that was closed. */
export const closed = (): Error => new Error('the database is closed');

/** @throws what went wrong */
export function resultOf<Row>(answer: FileAnswer): QueryResult<Row> {
  if ('failed' in answer) throw Object.assign(new Error(answer.failed), { code: answer.code });
  return { rows: answer.rows as Row[], numAffectedRows: BigInt(answer.changes) };
}

/** libsql ends the whole process on a parameter that is neither text, number nor null. */
export function bindable(parameters: readonly unknown[]): unknown[] {
  for (const value of parameters) {
    if (value !== null && typeof value !== 'string' && !(typeof value === 'number' && Number.isFinite(value)))
      throw new TypeError(`a parameter of a query is ${typeof value}, expected text, a number or null`);
  }
  return [...parameters];
}
