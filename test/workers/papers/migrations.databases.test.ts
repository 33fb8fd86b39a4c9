/** A migration that ends in the middle leaves the database as it was. */
import { expect, it } from '@jest/globals';
import { onBothDatabases, record } from './databases.js';

await onBothDatabases((ground) => {
  it.each(['paper_settings', 'saved_papers'])('can be opened after one that failed at the table %s', async (table) => {
    const where = await ground.place();
    await ground.run(where, `create table ${table} (other text)`);
    await expect((await ground.database(where)).connect()).rejects.toThrow(/already exists/);
    await ground.run(where, `drop table ${table}`);
    const opened = await ground.database(where);
    await opened.addPapers([record({ uid: 'one', title: 'One paper' })]);
    expect((await opened.searchWords('one')).uids).toEqual(['one']);
    expect(await opened.savePaper('one')).toBe(true);
  });

  it('is refused if a newer version has written it, and stays as it is', async () => {
    const where = await ground.place();
    await using made = await ground.database(where);
    await made.addPapers([record({ uid: 'one', title: 'One paper' })]);
    await made.close();
    await ground.run(where, `insert into paper_migrations values ('0999-future', '2999-01-01T00:00:00.000Z')`);
    await expect((await ground.database(where)).connect()).rejects.toMatchObject({
      ...{ name: 'DatabaseError', isNewer: true },
      message: expect.stringMatching(/^The paper database was written by a newer Tonstift \(.+\)\. Update Tonstift\.$/),
    });
    await ground.run(where, `delete from paper_migrations where name = '0999-future'`);
    expect(await (await ground.database(where)).searchPapers()).toHaveLength(1);
  });
});
