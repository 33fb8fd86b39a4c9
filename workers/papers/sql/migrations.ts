import { Migrator, sql, type Kysely, type Migration } from 'kysely';
import { furtherTexts, paperColumns } from '../types.js';
import { type Kind, plainColumns, type Tables } from './tables.js';
import { noteWhatIsMissing, type Filled } from './fill.js';
import { identifierKeys } from './identity/fill-keys.js';
import { composedPapers } from './queries/composed-papers.js';
import { createPostgresTrigrams } from './filters/postgres-trigrams.js';
import { indexSessions, sqliteFilters } from './filters/sqlite-filters.js';
import { wordIndexes } from './words/indexes.js';
import { migrationTable, type migrationNames } from './version.js';
import { refoldedTexts } from './words/plain-texts.js';
import { holdMoreTrigrams } from './words/sqlite-words.js';

const required = new Set<string>(['title', 'abstract', 'authors', 'conference', 'session', 'poster_position']);

/** The abstract is last, so that a scan in SQLite need not read past it. */
const columns = [...paperColumns.filter((column) => column !== 'abstract' && column !== 'year'), 'abstract'] as const;

/** Collation "C" compares bytes like SQLite, so that both sort alike. */
const textOf = (kind: Kind) => (kind === 'postgres' ? sql`text collate "C"` : sql`text`);

const first = '0001-papers';
type Migrations = Record<(typeof migrationNames)[number], Migration>;

/** Sorted by name. A released migration never changes. */
function migrations(kind: Kind): Migrations {
  const text = textOf(kind);
  return {
    [first]: {
      async up(db: Kysely<Tables>) {
        let papers = db.schema
          .createTable('papers')
          .addColumn('uid', text, (column) => column.primaryKey().notNull())
          .addColumn('record_hash', text, (column) => column.notNull())
          .addColumn('year', 'integer', (column) => column.notNull());
        let folded = db.schema
          .createTable('papers_folded')
          .addColumn('uid', text, (column) => column.primaryKey().notNull())
          .addColumn('uid_folded', text, (column) => column.notNull())
          .addColumn('year', text, (column) => column.notNull());
        for (const name of columns) {
          papers = papers.addColumn(name, text, (column) => (required.has(name) ? column.notNull() : column));
          folded = folded.addColumn(name, text, (column) => column.notNull());
        }
        await papers.execute();
        await folded.execute();
        await db.schema.createIndex('papers_by_year').on('papers').columns(['year', 'conference', 'uid']).execute();
        // Contains every column that the claim of papers needs, so that it does not read the abstracts.
        await db.schema.createIndex('papers_by_record').on('papers').columns(['uid', 'record_hash']).execute();
        await db.schema
          .createTable('embedding_state')
          .addColumn('collection', text, (column) => column.notNull())
          .addColumn('uid', text, (column) => column.notNull())
          .addColumn('hash', text)
          .addColumn('claimed_by', text)
          .addColumn('claimed_until', 'bigint')
          .addColumn('failure', text)
          .addColumn('failed_hash', text)
          .addColumn('retry_at', 'bigint')
          .addPrimaryKeyConstraint('embedding_state_key', ['collection', 'uid'])
          .execute();
        await db.schema
          .createTable('paper_settings')
          .addColumn('name', text, (column) => column.primaryKey().notNull())
          .addColumn('value', text, (column) => column.notNull())
          .execute();
      },
    },
    ...additions(kind),
    '0011-imports': { up: (db: Kysely<Tables>) => createImports(db, kind) },
    // Fast for any number of papers: their identifiers are filled in afterwards, before the next import.
    '0013-identifiers': { up: (db: Kysely<Tables>) => createIdentifiers(db, kind) },
    '0014-lists': { up: (db: Kysely<Tables>) => createLists(db, kind) },
    // `CO₂` has become the word `co2`. Titles of one paper are compared by the same words.
    '0015-words-of-formulas': missing(refoldedTexts, identifierKeys),
    // "Martin King Jr" has become the same first author as "Martin King".
    '0016-suffixes-of-names': missing(identifierKeys),
  };
}

type Added = '0011-imports' | '0013-identifiers' | '0014-lists' | '0015-words-of-formulas' | '0016-suffixes-of-names';

function additions(kind: Kind): Omit<Migrations, typeof first | Added> {
  const text = textOf(kind);
  return {
    '0002-further-texts': {
      async up(db: Kysely<Tables>) {
        for (const name of furtherTexts) {
          await db.schema.alterTable('papers').addColumn(name, text).execute();
          await db.schema
            .alterTable('papers_folded')
            .addColumn(name, text, (column) => column.notNull().defaultTo(''))
            .execute();
        }
      },
    },
    // It created a word index whose folding lost most scripts. 0009 creates its replacement.
    '0003-words': { up: async () => undefined },
    '0004-filters': {
      async up(db: Kysely<Tables>) {
        if (kind === 'postgres') return;
        await sqliteFilters.create(db);
        await noteWhatIsMissing(db, sqliteFilters);
      },
    },
    '0005-gone': {
      async up(db: Kysely<Tables>) {
        for (const statement of whatGoesWithAPaper[kind]) await statement.execute(db);
      },
    },
    '0006-trigrams': {
      async up(db: Kysely<Tables>) {
        if (kind === 'postgres') await createPostgresTrigrams(db);
      },
    },
    '0007-saved': {
      async up(db: Kysely<Tables>) {
        await db.schema
          .createTable('saved_papers')
          .addColumn('uid', text, (column) => column.primaryKey().notNull())
          .addColumn('saved_at', 'bigint', (column) => column.notNull())
          .addColumn('removed_at', 'bigint')
          .addColumn('note', text, (column) => column.notNull())
          .addColumn('record', text, (column) => column.notNull())
          .execute();
        await db.schema.createIndex('saved_papers_by_time').on('saved_papers').columns(['saved_at', 'uid']).execute();
      },
    },
    '0008-many-papers': {
      async up(db: Kysely<Tables>) {
        if (kind === 'postgres') return;
        await holdMoreTrigrams(db);
        await indexSessions(db);
      },
    },
    // Fast for any number of papers: they are indexed afterwards, while the database is in use.
    '0009-words-of-every-script': {
      up: (db: Kysely<Tables>) => indexWordsOfEveryScript(db, kind),
    },
    '0010-composed-letters': missing(composedPapers[kind]),
    '0012-words-with-signs': missing(refoldedTexts),
  };
}

async function createImports(db: Kysely<Tables>, kind: Kind): Promise<void> {
  const text = textOf(kind);
  const counts = ['added', 'updated', 'unchanged', 'deleted', 'rejected'] as const;
  let imports = db.schema
    .createTable('paper_imports')
    .addColumn('id', kind === 'postgres' ? 'serial' : 'integer', (column) =>
      (kind === 'postgres' ? column : column.autoIncrement()).primaryKey().notNull(),
    )
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('undone_at', 'bigint');
  for (const name of counts) imports = imports.addColumn(name, 'integer', (column) => column.notNull().defaultTo(0));
  await imports.execute();
  await db.schema
    .createTable('paper_changes')
    .addColumn('import_id', 'integer', (column) => column.notNull())
    .addColumn('uid', text, (column) => column.notNull())
    .addColumn('former', text)
    .addColumn('after_hash', text)
    .addPrimaryKeyConstraint('paper_changes_key', ['import_id', 'uid'])
    .execute();
}

const missing = (...indexes: Filled[]): Migration => ({
  async up(db: Kysely<Tables>) {
    for (const index of indexes) await noteWhatIsMissing(db, index);
  },
});

async function createIdentifiers(db: Kysely<Tables>, kind: Kind): Promise<void> {
  const text = textOf(kind);
  await db.schema
    .createTable('paper_identifiers')
    .addColumn('identifier', text, (column) => column.notNull())
    .addColumn('uid', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('paper_identifiers_key', ['identifier', 'uid'])
    .$call((table) => (kind === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table))
    .execute();
  await db.schema.createIndex('paper_identifiers_by_uid').on('paper_identifiers').column('uid').execute();
  for (const statement of identifiersGo[kind]) await statement.execute(db);
  await noteWhatIsMissing(db, identifierKeys);
}

async function createLists(db: Kysely<Tables>, kind: Kind): Promise<void> {
  const text = textOf(kind);
  await db.schema.alterTable('saved_papers').addColumn('read_at', 'bigint').execute();
  await db.schema
    .createTable('saved_lists')
    .addColumn('list', text, (column) => column.notNull())
    .addColumn('uid', text, (column) => column.notNull())
    .addColumn('decision', text)
    .addColumn('decided_at', 'bigint')
    .addPrimaryKeyConstraint('saved_lists_key', ['list', 'uid'])
    .execute();
  await db.schema.createIndex('saved_lists_by_uid').on('saved_lists').column('uid').execute();
}

const identifiersGo = {
  sqlite: [
    sql`create trigger papers_gone_identifiers after delete on papers begin
      delete from paper_identifiers where uid = old.uid;
    end`,
  ],
  postgres: [
    sql`create function tonstift_identifiers_gone() returns trigger language plpgsql as 'begin
      delete from paper_identifiers where uid = old.uid;
      return null;
    end'`,
    sql`create trigger papers_gone_identifiers after delete on papers
      for each row execute function tonstift_identifiers_gone()`,
  ],
};

async function indexWordsOfEveryScript(db: Kysely<Tables>, kind: Kind): Promise<void> {
  for (const column of plainColumns)
    await db.schema.alterTable('papers_folded').addColumn(column, textOf(kind)).execute();
  await wordIndexes[kind].create(db);
  await noteWhatIsMissing(db, wordIndexes[kind]);
}

/** Triggers also cover papers that another program deletes. */
const whatGoesWithAPaper = {
  sqlite: [
    sql`create trigger papers_gone after delete on papers begin
      delete from papers_folded where uid = old.uid;
    end`,
  ],
  postgres: [
    sql`create function tonstift_papers_gone() returns trigger language plpgsql as 'begin
      delete from papers_folded where uid = old.uid;
      return null;
    end'`,
    sql`create trigger papers_gone after delete on papers
      for each row execute function tonstift_papers_gone()`,
  ],
};

/** Migrates the tables to this version in one transaction. Does nothing if they are current. */
export async function migrate(db: Kysely<Tables>, kind: Kind): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations(kind) },
    migrationTableName: migrationTable,
    migrationLockTableName: 'paper_migrations_lock',
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error as Error;
}
