import { afterAll, afterEach, describe } from '@jest/globals';
import Database from 'libsql';
import { join } from 'node:path';
import { Pool } from 'pg';
import { DatabaseManager } from '../../../workers/papers/database-manager.js';
import { temporaryFolders } from '../../support/folder.js';
import { leaveOut } from '../../support/leave-out.js';
import { startPostgres } from '../../support/postgres.js';

/** What a test gets of the database it runs on. */
export interface Ground {
  kind: 'sqlite' | 'postgres';
  /** A place for a new one: a path or a URL. */
  place(): Promise<string>;
  /** A new one, closed after the test. */
  database(place?: string): Promise<DatabaseManager>;
  /** Runs SQL statements, as another program does. */
  run(place: string, ...statements: string[]): Promise<void>;
}

/**
 * Runs the same tests on a file (in `npm test`) and on a real PostgreSQL (in `npm run test:all`), or on both where
 * tests were picked. Call it at the top of a file named `*.databases.test.ts`, with await.
 */
export async function onBothDatabases(tests: (ground: Ground) => void): Promise<void> {
  const run = process.env['TEST_RUN'];
  const postgres = run === 'quick' ? undefined : await startPostgres();
  const open: DatabaseManager[] = [];
  afterEach(async () => {
    for (const database of open.splice(0)) await database.close();
  });
  const folder = temporaryFolders();
  const ground = (kind: Ground['kind'], place: () => Promise<string>): Ground => ({
    kind,
    place,
    run: (where, ...statements) => runOn(kind, where, statements),
    async database(where) {
      const database = new DatabaseManager(where ?? (await place()));
      open.push(database);
      return database;
    },
  });
  if (run !== 'slow')
    describe('on SQLite', () => tests(ground('sqlite', async () => join(await folder(), 'papers.db'))));
  if (postgres === undefined) return;
  if (typeof postgres === 'string') {
    leaveOut('of papers on PostgreSQL', postgres);
    return;
  }
  afterAll(() => postgres.stop());
  describe('on PostgreSQL', () => tests(ground('postgres', () => postgres.database())));
}

async function runOn(kind: Ground['kind'], where: string, statements: readonly string[]): Promise<void> {
  if (kind === 'postgres') {
    const pool = new Pool({ connectionString: where });
    for (const statement of statements) await pool.query(statement);
    return pool.end();
  }
  const file = new Database(where);
  for (const statement of statements) file.exec(statement);
  file.close();
}

const dropLists = 'drop table saved_lists; alter table saved_papers drop column read_at;';

/** SQL that drops what migrations after 0012 have created. */
export const dropIdentifiers = (kind: Ground['kind']): string =>
  kind === 'postgres'
    ? `${dropLists} drop function tonstift_identifiers_gone cascade; drop table paper_identifiers;`
    : `${dropLists} drop trigger papers_gone_identifiers; drop table paper_identifiers;`;

/** SQL that drops what migrations after 0010 have created. */
export const dropRecords = (kind: Ground['kind']): string =>
  `${dropIdentifiers(kind)} drop table paper_imports; drop table paper_changes;`;

/** A record with all that is needed. */
export function record(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    title: 'A paper',
    abstract: 'About things.',
    authors: ['Ada One', 'Bo Two'],
    year: 2024,
    conference: 'CONF',
    session: 'Monday',
    poster_position: 'A1',
    ...changes,
  };
}
