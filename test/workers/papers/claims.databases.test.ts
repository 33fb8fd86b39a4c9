import { expect, it } from '@jest/globals';
import { onBothDatabases, record } from './databases.js';
import type { DatabaseManager } from '../../../workers/papers/database-manager.js';
import { recordHash } from '../../../workers/papers/document.js';
import type { Paper } from '../../../workers/papers/types.js';

const collection = 'papers';
const hashed = (papers: readonly Paper[]): { uid: string; hash: string }[] =>
  papers.map((paper) => ({ uid: paper.uid, hash: recordHash(paper) }));
const uids = (papers: readonly Paper[]): string[] => papers.map(({ uid }) => uid);

await onBothDatabases((ground) => {
  const many = (count: number): unknown[] =>
    Array.from({ length: count }, (_, at) => record({ uid: `p${String(at).padStart(4, '0')}`, title: `Paper ${at}` }));
  const filled = async (count: number, place?: string): Promise<DatabaseManager> => {
    const database = await ground.database(place);
    await database.addPapers(many(count));
    return database;
  };
  const claim = (
    database: DatabaseManager,
    owner: string,
    changes: { limit?: number; now?: number; collection?: string } = {},
  ): Promise<Paper[]> =>
    database.claimForEmbedding({ collection, owner, limit: 100, leaseMs: 1000, now: 0, ...changes });

  it('gives each paper to one owner, whole, until it is embedded', async () => {
    const database = await filled(5);
    const one = await claim(database, 'one', { limit: 3 });
    expect(uids(one)).toEqual(['p0000', 'p0001', 'p0002']);
    expect(one[0]).toMatchObject({ title: 'Paper 0', authors: ['Ada One', 'Bo Two'] });
    const two = await claim(database, 'two');
    expect(uids(two)).toEqual(['p0003', 'p0004']);
    await database.embedded({ collection, owner: 'one', papers: hashed(one) });
    await database.embedded({ collection, owner: 'two', papers: hashed(two) });
    expect(await claim(database, 'one', { now: 5000 })).toEqual([]);
    expect(await database.embeddingBacklog(collection)).toEqual({
      ...{ total: 5, embedded: 5, waiting: 0, failed: 0, elsewhere: 0, lost: 0 },
    });
    expect(uids(await claim(database, 'one', { collection: 'others' }))).toHaveLength(5);
  });

  it('counts the papers that only another store of the same name holds', async () => {
    const database = await filled(5);
    const other = `${collection}@0123456789abcdef`;
    const elsewhere = async (notes: string): Promise<number> => (await database.embeddingBacklog(notes)).elsewhere;
    const papers = hashed(await database.getPapersByUids(['p0000', 'p0001', 'p0002', 'p0003']));
    await database.embedded({ collection, owner: 'one', papers: papers.slice(0, 3) });
    // Another collection is no other store of this one.
    await database.embedded({ collection: `${collection}s`, owner: 'one', papers });
    expect([await elsewhere(collection), await elsewhere(other)]).toEqual([0, 3]);
    await database.embedded({ collection: other, owner: 'two', papers: papers.slice(2) });
    expect([await elsewhere(collection), await elsewhere(other)]).toEqual([1, 2]);
    await database.addPapers([record({ uid: 'p0000', title: 'Changed' })]);
    expect([await elsewhere(collection), await elsewhere(other)]).toEqual([1, 1]);
    await database.embedded({ collection: other, owner: 'two', papers });
    expect(await elsewhere(other)).toBe(0);
  });

  it('gives a claim that ran out to another, one that was held longer not, one given up at once', async () => {
    const database = await filled(3);
    await claim(database, 'one');
    await database.extendClaims({ collection, owner: 'one', uids: ['p0001', 'p0002'], leaseMs: 1000, now: 900 });
    expect(uids(await claim(database, 'two', { now: 1500 }))).toEqual(['p0000']);
    await database.release({ collection, owner: 'one', uids: ['p0000', 'p0001'] });
    expect(uids(await claim(database, 'three', { now: 1500 }))).toEqual(['p0001']);
    await database.release({ collection, owner: 'one' });
    expect(uids(await claim(database, 'three', { now: 1500 }))).toContain('p0002');
    expect(await claim(database, 'four', { now: 1500 })).toEqual([]);
  });

  it('gives what a clock that was a year ahead has claimed or put off', async () => {
    const [day, year] = [86_400_000, 365 * 86_400_000];
    const database = await filled(2);
    const [ahead] = hashed(await claim(database, 'ahead', { limit: 1, now: year }));
    const failure = { collection, owner: 'ahead', uid: 'p0000', hash: ahead?.hash ?? '', reason: 'too long' };
    await database.embeddingFailed({ ...failure, retryAt: year + day });
    await claim(database, 'ahead', { now: year });
    expect(await database.embeddingBacklog(collection, 0)).toMatchObject({ waiting: 2, failed: 0 });
    const long = { collection, owner: 'two', limit: 100, leaseMs: year, now: 0 };
    expect(uids(await database.claimForEmbedding(long))).toEqual(['p0000', 'p0001']);
    expect(await claim(database, 'three', { now: 2000 })).toEqual([]);
  });

  it('gives a paper again when anything that is kept of it changes, and only then', async () => {
    const database = await filled(2);
    await database.embedded({ collection, owner: 'one', papers: hashed(await claim(database, 'one')) });
    await database.addPapers([
      record({ uid: 'p0000', title: 'Paper 0', unknown_key: 'x' }),
      record({ uid: 'p0001', title: 'Paper 1', award: 'Best' }),
    ]);
    const again = await claim(database, 'one');
    expect(uids(again)).toEqual(['p0001']);
    // While it was at the API the paper changed once more.
    await database.addPaper(record({ uid: 'p0001', title: 'Another title' }));
    await database.embedded({ collection, owner: 'one', papers: hashed(again) });
    expect((await claim(database, 'two')).map(({ title }) => title)).toEqual(['Another title']);
  });

  it('leaves a paper to who has it by now, where another one fails late', async () => {
    const database = await filled(1);
    const [late] = hashed(await claim(database, 'one'));
    const now = Date.now() + 10 * 60_000;
    expect(uids(await claim(database, 'two', { now }))).toEqual(['p0000']);
    const failure = { uid: 'p0000', hash: late?.hash ?? '', reason: 'too long', retryAt: 0 };
    await database.embeddingFailed({ collection, owner: 'one', ...failure });
    expect(await claim(database, 'three', { now })).toEqual([]);
    await database.embeddingFailed({ collection, owner: 'two', ...failure });
    expect(uids(await claim(database, 'three', { now }))).toEqual(['p0000']);
  });

  it('lets a failed one wait, unless its text changes', async () => {
    const database = await filled(2);
    const [first, second] = hashed(await claim(database, 'one'));
    for (const paper of [first, second])
      await database.embeddingFailed({
        collection,
        owner: 'one',
        uid: paper?.uid ?? '',
        hash: paper?.hash ?? '',
        reason: 'too long',
        retryAt: 9000,
      });
    const backlog = { total: 2, embedded: 0, elsewhere: 0, lost: 0 };
    expect(await database.embeddingBacklog(collection, 8999)).toEqual({ ...backlog, waiting: 0, failed: 2 });
    expect(await database.embeddingBacklog(collection, 9000)).toEqual({ ...backlog, waiting: 2, failed: 0 });
    expect(await database.embeddingFailures(collection)).toEqual([
      { uid: 'p0000', title: 'Paper 0', reason: 'too long', retry_at: 9000 },
      { uid: 'p0001', title: 'Paper 1', reason: 'too long', retry_at: 9000 },
    ]);
    expect(await claim(database, 'one', { now: 8999 })).toEqual([]);
    await database.addPaper(record({ uid: 'p0001', title: 'Shorter' }));
    expect(uids(await claim(database, 'one', { now: 8999 }))).toEqual(['p0001']);
    const retried = await claim(database, 'one', { now: 9000 });
    expect(uids(retried)).toContain('p0000');
    await database.embedded({ collection, owner: 'one', papers: hashed(retried) });
    expect(await database.embeddingFailures(collection)).toEqual([]);
  });

  it('forgets what was embedded, of some or of all', async () => {
    const database = await filled(3);
    await database.embedded({ collection, owner: 'one', papers: hashed(await claim(database, 'one')) });
    const held = async (): Promise<string[]> => {
      const all = [];
      for await (const uid of database.embeddedUids(collection)) all.push(uid);
      return all;
    };
    expect(await held()).toEqual(['p0000', 'p0001', 'p0002']);
    await database.forgetEmbedded({ collection, uids: ['p0001', 'unknown'] });
    expect(await held()).toEqual(['p0000', 'p0002']);
    expect(uids(await claim(database, 'two'))).toEqual(['p0001']);
    await database.forgetEmbedded({ collection });
    expect(await held()).toEqual([]);
  });

  it('fails with a sentence while it lists what is embedded', async () => {
    const place = await ground.place();
    const database = await filled(1, place);
    await ground.run(place, 'drop table embedding_state');
    await expect(database.embeddedUids(collection).next()).rejects.toMatchObject({
      ...{ name: 'DatabaseError', message: expect.stringMatching(/^Cannot read which papers are embedded \(.+\): /) },
    });
  });

  it('shares the work among many who claim at once: nothing twice, nothing left', async () => {
    const place = await ground.place();
    await filled(300, place);
    // Of PostgreSQL each has connections of its own, as on machines of their own.
    const owners = await Promise.all(
      ['a', 'b', 'c', 'd'].map((owner) =>
        ground.database(ground.kind === 'postgres' ? `${place}?application_name=${owner}` : place),
      ),
    );
    const done: string[] = [];
    await Promise.all(
      owners.map(async (database, at) => {
        for (;;) {
          const papers = await database.claimForEmbedding({
            collection,
            owner: `owner ${at}`,
            limit: 7,
            leaseMs: 60_000,
            now: 0,
          });
          if (papers.length === 0) return;
          done.push(...uids(papers));
          await database.embedded({ collection, owner: `owner ${at}`, papers: hashed(papers) });
        }
      }),
    );
    expect(done).toHaveLength(300);
    expect(new Set(done).size).toBe(300);
    expect((await owners[0]?.embeddingBacklog(collection))?.embedded).toBe(300);
  });
});
