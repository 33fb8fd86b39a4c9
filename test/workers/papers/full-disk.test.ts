import { expect, it } from '@jest/globals';
import { Kysely, sql } from 'kysely';
import { join } from 'node:path';
import { sqliteDialect } from '../../../workers/papers/sql/sqlite/sqlite.js';
import { temporaryFolders } from '../../support/folder.js';

const folder = temporaryFolders();

it('says that the disk is full, and not that there is nothing left to roll back', async () => {
  const db = new Kysely<{ notes: { text: string } }>({ dialect: sqliteDialect(join(await folder(), 'papers.db')) });
  try {
    await sql`create table notes (text text)`.execute(db);
    // A file that may not grow is what a full disk is to SQLite.
    await sql`pragma max_page_count = 20`.execute(db);
    const fill = db.transaction().execute(async (transaction) => {
      for (let i = 0; i < 100; i++)
        await transaction
          .insertInto('notes')
          .values({ text: 'x'.repeat(4000) })
          .execute();
    });
    await expect(fill).rejects.toThrow(/database or disk is full/);
    expect(await db.selectFrom('notes').selectAll().execute()).toEqual([]);
    await db
      .transaction()
      .execute((transaction) => transaction.insertInto('notes').values({ text: 'small' }).execute());
    expect(await db.selectFrom('notes').selectAll().execute()).toEqual([{ text: 'small' }]);
  } finally {
    await db.destroy();
  }
});
