/**
 * The paper database is away, broken, or was asked what it cannot answer.
 * A sentence for a person; `cause` is what the database answered.
 */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}
