/** A migration that ends in the middle leaves the database as it was. */
import { expect, it } from '@jest/globals';
import Database from 'libsql';
import { Pool } from 'pg';
import { onBothDatabases, record } from './databases.js';

await onBothDatabases((ground) => {
  const { kind } = ground;
  async function run(where: string, ...statements: string[]): Promise<void> {
    if (kind === 'postgres') {
      const pool = new Pool({ connectionString: where });
      for (const statement of statements) await pool.query(statement);
      return pool.end();
    }
    const file = new Database(where);
    for (const statement of statements) file.exec(statement);
    file.close();
  }

  it.each(['paper_settings', 'saved_papers'])('can be opened after one that failed at the table %s', async (table) => {
    const where = await ground.place();
    await run(where, `create table ${table} (other text)`);
    await expect((await ground.database(where)).connect()).rejects.toThrow(/already exists/);
    await run(where, `drop table ${table}`);
    const opened = await ground.database(where);
    await opened.addPapers([record({ uid: 'one', title: 'One paper' })]);
    expect((await opened.searchWords('one')).uids).toEqual(['one']);
    expect(await opened.savePaper('one')).toBe(true);
  });
});
