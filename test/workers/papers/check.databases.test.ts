/** A check of the papers' indexes, on both databases. */
import { expect, it } from '@jest/globals';
import { record, onBothDatabases } from './databases.js';

await onBothDatabases((ground) => {
  const whole = { damages: [], isIndexed: true, papers: 3, saved: 1, unindexed: 0, leftInIndex: 0, unreadable: [] };

  it('finds a whole database whole, and counts', async () => {
    const papers = await ground.database();
    await papers.addPapers([1, 2, 3].map((n) => record({ title: `Paper ${n}` })));
    await papers.savePaper((await papers.uidsWhere())[0] as string);
    expect(await papers.check()).toEqual(whole);
    await papers.mendIndexes();
    expect(await papers.check()).toEqual(whole);
  });

  const itOnPostgres = ground.kind === 'postgres' ? it : it.skip;
  itOnPostgres('completes the indexes of PostgreSQL, and deletes what is left over (skipped on SQLite)', async () => {
    const place = await ground.place();
    const papers = await ground.database(place);
    await papers.addPapers([1, 2, 3].map((n) => record({ title: `Paper ${n}`, doi: `10.5555/${n}` })));
    await papers.savePaper((await papers.uidsWhere())[0] as string);
    const identifiers = 'select * from paper_identifiers order by identifier';
    const known = await papers.query(identifiers);
    await ground.run(
      place,
      // A trigger deletes its words too.
      "delete from papers_folded where title = 'paper 1'",
      "delete from paper_words where uid = (select uid from papers where title = 'Paper 2')",
      "insert into paper_words (uid, words) values ('none', '')",
      // As if a daemon of a former version had stored them.
      'delete from paper_identifiers',
    );
    expect(await papers.check()).toEqual({ ...whole, unindexed: 2, leftInIndex: 1 });
    await papers.mendIndexes();
    expect(await papers.check()).toEqual(whole);
    expect((await papers.searchWords('paper', { limit: 9 })).uids).toHaveLength(3);
    await papers.duplicates();
    expect(known.length).toBe(3);
    expect(await papers.query(identifiers)).toEqual(known);
  });

  it('counts lost vectors until the collection is complete', async () => {
    const papers = await ground.database();
    await papers.addPapers([1, 2, 3].map((n) => record({ title: `Paper ${n}` })));
    const uids = await papers.uidsWhere();
    const hashes = await papers.query('select uid, record_hash as hash from papers');
    const notes = { collection: 'c', owner: '', papers: hashes as { uid: string; hash: string }[] };
    await papers.embedded(notes);
    await papers.vectorsLost({ collection: 'c', uids: uids.slice(0, 1) });
    await papers.vectorsLost({ collection: 'c', uids: uids.slice(1, 2) });
    expect(await papers.embeddingBacklog('c')).toMatchObject({ embedded: 1, waiting: 2, lost: 2 });
    expect(await papers.embeddingBacklog('d')).toMatchObject({ embedded: 0, waiting: 3, lost: 0 });
    await papers.embedded(notes);
    expect(await papers.embeddingBacklog('c')).toMatchObject({ embedded: 3, waiting: 0, lost: 0 });
    await papers.forgetLost('c');
    await papers.addPaper(record({ title: 'Another' }));
    expect(await papers.embeddingBacklog('c')).toMatchObject({ waiting: 1, lost: 0 });
  });
});
