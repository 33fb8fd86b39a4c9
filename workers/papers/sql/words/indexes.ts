import type { Kind } from '../tables.js';
import { postgresWords } from './postgres-words.js';
import { sqliteWords } from './sqlite-words.js';
import type { WordIndex } from './word-index.js';

/** The word index of each kind of database. */
export const wordIndexes: Readonly<Record<Kind, WordIndex>> = {
  sqlite: sqliteWords,
  postgres: postgresWords,
};
