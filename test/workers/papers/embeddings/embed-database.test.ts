/** Embedding from the paper database, and the model it is of. */
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { existsSync, writeFileSync } from 'node:fs';
import Database from 'libsql';
import { join } from 'node:path';
import { EmbeddingsError } from '../../../../workers/papers/embedding-api/errors.js';
import { VectorStoreError } from '../../../../workers/papers/vectors/types.js';
import { benches, paper, papers } from './bench.js';

const bench = benches();
const ids = async () => [...(await (await bench.memory.collection('papers')).ids())].sort();
const texts = () => bench.server.embeddings().flatMap((request) => request.texts);

describe('embedFromDatabase', () => {
  beforeEach(async () => {
    await bench.database.addPapers(papers(5));
  });

  it('embeds what is missing or changed, and nothing twice', async () => {
    expect(await bench.manager.embedFromDatabase()).toBe(5);
    expect(await ids()).toEqual(['p0', 'p1', 'p2', 'p3', 'p4']);
    expect(await bench.manager.embedFromDatabase()).toBe(0);
    await bench.database.addPaper(paper('p2', { abstract: 'changed' }));
    await bench.database.addPaper(paper('p9', { abstract: '' }));
    expect(await bench.manager.embedFromDatabase()).toBe(2);
    expect(texts().slice(5)).toEqual(['Title of p2\n\nchanged', 'Title of p9']);
    expect(await bench.manager.searchSimilar('x', { ids: ['p2'] })).toMatchObject({
      documents: [['Title of p2\n\nchanged']],
    });
  });

  it('finds records that were imported under other ids than the uids', async () => {
    await bench.manager.embedFromDatabase();
    const data = await bench.manager.exportEmbeddings('ICML', 2024);
    const imported = { ...data, ids: data.ids.map((id) => `own ${id}`) };
    await bench.manager.clearCollection();
    await bench.manager.importEmbeddings(imported, 'ICML', 2024);
    expect(await bench.manager.embedFromDatabase()).toBe(0);
    await bench.database.addPaper(paper('p2', { abstract: 'changed' }));
    await bench.database.addPaper(paper('p3', { decision: 'Accept' }));
    await bench.database.addPaper(paper('p9'));
    expect(await bench.manager.embedFromDatabase()).toBe(2);
    expect(await ids()).toEqual([...imported.ids, 'p9']);
    const collection = await bench.memory.collection('papers');
    expect(await collection.get(['own p2', 'own p3'])).toMatchObject([
      { document: 'Title of p2\n\nchanged', metadata: { uid: 'p2' } },
      { metadata: { uid: 'p3', decision: 'Accept' } },
    ]);
    expect(await bench.manager.embedFromDatabase({ forceRecreate: true })).toBe(6);
    expect(await ids()).toEqual([...imported.ids, 'p9']);
  });

  it('does not look for such records in a first run', async () => {
    const look = jest.spyOn(await bench.memory.collection('papers'), 'ids');
    await bench.manager.embedFromDatabase();
    expect(look.mock.calls).toEqual([[]]);
  });

  it('needs few requests, and createEmbeddingsFromDb says how many texts go into one', async () => {
    await bench.database.addPapers(Array.from({ length: 245 }, (_, i) => paper(`q${i}`)));
    expect(await bench.manager.embedFromDatabase()).toBe(250);
    expect(bench.server.embeddings().map((request) => request.texts.length)).toEqual([100, 100, 50]);
    await bench.manager.clearCollection();
    expect(await bench.manager.createEmbeddingsFromDb({ batchSize: 200 })).toBe(250);
    await bench.manager.clearCollection();
    expect(await bench.manager.createEmbeddingsFromDb(150)).toBe(250);
    expect(
      bench.server
        .embeddings()
        .slice(3)
        .map((request) => request.texts.length),
    ).toEqual([200, 50, 150, 100]);
    await expect(bench.manager.createEmbeddingsFromDb(0)).rejects.toThrow(EmbeddingsError);
    await expect(bench.manager.createEmbeddingsFromDb({ batchSize: 1.5 })).rejects.toThrow(EmbeddingsError);
  });

  it('collects changed papers into full requests', async () => {
    await bench.database.addPapers(papers(400));
    await bench.manager.embedFromDatabase();
    await bench.database.addPapers(
      papers(400)
        .filter((_, i) => i % 4 === 0)
        .map(({ uid }) => paper(uid, { abstract: 'changed' })),
    );
    const before = bench.server.embeddings().length;
    expect(await bench.manager.embedFromDatabase()).toBe(100);
    expect(bench.server.embeddings().length - before).toBe(1);
  });

  it('writes metadata that changed together, whatever the size of a request', async () => {
    await bench.database.addPapers(papers(400));
    await bench.manager.embedFromDatabase();
    await bench.database.addPapers(papers(400).map((one) => ({ ...one, decision: 'Accept' })));
    const collection = await bench.memory.collection('papers');
    const update = jest.spyOn(collection, 'updateMetadata');
    expect(await bench.manager.createEmbeddingsFromDb(10)).toBe(0);
    expect(update).toHaveBeenCalledTimes(1);
    expect(await collection.count({ where: { decision: 'Accept' } })).toBe(400);
  });

  it('reports progress after every paper, skipped and failed ones included', async () => {
    await bench.manager.embedFromDatabase({ whereClause: "uid = 'p1'" });
    bench.server.settings.refuse = { text: /p3/ };
    const seen: [number, number][] = [];
    expect(
      await bench.manager.embedFromDatabase({ progressCallback: (current, total) => seen.push([current, total]) }),
    ).toBe(3);
    expect(seen).toEqual([
      [1, 5],
      [2, 5],
      [3, 5],
      [4, 5],
      [5, 5],
    ]);
    const none: unknown[] = [];
    await bench.manager.embedFromDatabase({ whereClause: '1 = 0', progressCallback: (...step) => none.push(step) });
    expect(none).toEqual([]);
  });

  it('ends with an EmbeddingsError where the callback throws, and keeps what is saved', async () => {
    await expect(
      bench.manager.embedFromDatabase({
        progressCallback: () => {
          throw new Error('Enough.');
        },
      }),
    ).rejects.toThrow(/Enough\./);
    expect(await ids()).toHaveLength(5);
  });

  it('ends with an EmbeddingsError, and not the process, where an asynchronous callback rejects', async () => {
    const progressCallback = async () => Promise.reject(new Error('Enough later.'));
    await expect(bench.manager.embedFromDatabase({ progressCallback })).rejects.toThrow(/Enough later\./);
    expect(await ids()).toHaveLength(5);
  });

  it('waits for an asynchronous callback', async () => {
    let told = 0;
    const progressCallback = () => new Promise((resolve) => setTimeout(() => resolve(told++), 20));
    await bench.manager.embedFromDatabase({ progressCallback });
    expect(told).toBe(5);
  });

  it('refuses what is no callback before anything is embedded, and takes null for none', async () => {
    await expect(
      bench.manager.embedFromDatabase({ progressCallback: 'print' as unknown as () => void }),
    ).rejects.toThrow(/progressCallback must be a function, not "print"/);
    expect(bench.server.requests).toEqual([]);
    expect(
      await bench.manager.embedFromDatabase({ progressCallback: null, forceRecreate: null, whereClause: null }),
    ).toBe(5);
  });

  it('takes one expression as where clause', async () => {
    await bench.database.addPaper(paper('x', { decision: 'Accept (oral)', year: 2020 }));
    expect(await bench.manager.embedFromDatabase({ whereClause: "decision LIKE '%oral%' OR year < 2000" })).toBe(1);
    expect(await ids()).toEqual(['x']);
  });

  const clauses = ['', '1 = 1); DELETE FROM papers; --', "uid = 'p1' UNION SELECT 1", 'no_such_column = 1'];
  it.each(clauses)('refuses the where clause %j, and changes nothing', async (whereClause) => {
    await expect(bench.manager.embedFromDatabase({ whereClause })).rejects.toThrow(EmbeddingsError);
    expect((await bench.database.searchPapers()).length).toBe(5);
    expect(bench.server.requests).toEqual([]);
    expect(await ids()).toEqual([]);
  });

  it('keeps the vectors of deleted papers if it refuses the where clause', async () => {
    await bench.manager.embedFromDatabase();
    await bench.database.deletePapers(['p1']);
    await expect(bench.manager.embedFromDatabase({ whereClause: 'no_such_column = 1' })).rejects.toThrow(
      EmbeddingsError,
    );
    expect(await ids()).toContain('p1');
    await bench.manager.embedFromDatabase({ whereClause: '1 = 0' });
    expect(await ids()).not.toContain('p1');
  });

  it('leaves one refused text for the next run, names it in the log, and goes on', async () => {
    bench.server.settings.refuse = { text: /Title of p3/ };
    expect(await bench.manager.embedFromDatabase()).toBe(4);
    expect(bench.log.join('\n')).toMatch(/Skipped the paper "p3": .*responded with 400/);
    bench.server.settings.refuse = undefined;
    expect(await bench.manager.embedFromDatabase()).toBe(1);
    expect(texts().at(-1)).toContain('p3');
  });

  it.each([
    ['away', { broken: 'at once' as const }],
    ['refuses the token', { status: 401 }],
  ])('raises an EmbeddingsError after saving where the API %s', async (_, misbehaviour) => {
    await bench.database.addPapers(papers(250));
    let requests = 0;
    bench.server.settings.misbehave = () => (++requests > 2 ? misbehaviour : undefined);
    await expect(bench.manager.embedFromDatabase()).rejects.toThrow(EmbeddingsError);
    expect(await ids()).toHaveLength(200);
    bench.server.settings.misbehave = undefined;
    expect(await bench.manager.embedFromDatabase()).toBe(50);
  });

  it('raises an EmbeddingsError where the database cannot be read, or the vectors not be written', async () => {
    const broken = join(bench.folder, 'broken.db');
    writeFileSync(broken, 'This is no database at all. '.repeat(100));
    await expect(bench.another({ paperDb: broken }).embedFromDatabase()).rejects.toThrow(EmbeddingsError);
    await expect(bench.another({ paperDb: broken }).checkModelCompatibility()).rejects.toThrow(EmbeddingsError);
    const collection = await bench.memory.collection('papers');
    collection.upsert = () => Promise.reject(new VectorStoreError('The disk is full.'));
    await expect(bench.manager.embedFromDatabase()).rejects.toThrow(
      /^Embedding from the paper database failed: The disk is full\.$/,
    );
  });

  it('with forceRecreate embeds everything again, and replaces records wholly', async () => {
    await bench.manager.embedFromDatabase();
    await bench.manager.updatePaperMetadata({ p1: { mine: 'goes' } });
    expect(await bench.manager.embedFromDatabase({ forceRecreate: true })).toBe(5);
    const [record] = await (await bench.memory.collection('papers')).get(['p1']);
    expect(record?.metadata['mine']).toBeUndefined();
    expect(await bench.manager.embedFromDatabase({ forceRecreate: true, whereClause: "uid = 'p1'" })).toBe(1);
  });
});

describe('models', () => {
  beforeEach(async () => {
    await bench.database.addPapers(papers(3));
  });

  it('are noted in the paper database and beside the vectors with the first ones', async () => {
    expect(await bench.manager.checkModelCompatibility()).toEqual([true, null, 'test-model']);
    bench.server.next({ status: 401 });
    await expect(bench.manager.embedFromDatabase()).rejects.toThrow(EmbeddingsError);
    expect(await bench.manager.checkModelCompatibility()).toEqual([true, null, 'test-model']);
    await bench.manager.embedFromDatabase();
    expect(await bench.manager.checkModelCompatibility()).toEqual([true, 'test-model', 'test-model']);
    expect((await bench.manager.getCollectionStats()).metadata.model).toBe('test-model');
    expect(await bench.another({ modelName: 'alias-test-model' }).checkModelCompatibility()).toEqual([
      true,
      'test-model',
      'alias-test-model',
    ]);
    expect(await bench.another({ modelName: 'other' }).checkModelCompatibility()).toEqual([
      false,
      'test-model',
      'other',
    ]);
  });

  it('are not mixed: another one is refused before any request', async () => {
    await bench.manager.embedFromDatabase();
    const other = bench.another({ modelName: 'other' });
    const before = bench.server.requests.length;
    await expect(other.embedFromDatabase()).rejects.toThrow(/"test-model", but the current model is "other"/);
    await expect(other.embedFromDatabase({ forceRecreate: true, whereClause: '1 = 1' })).rejects.toThrow(
      EmbeddingsError,
    );
    expect(bench.server.requests).toHaveLength(before);
    expect(await bench.another({ modelName: 'alias-test-model' }).embedFromDatabase()).toBe(0);
  });

  it('are not mixed either where only the collection knows its model', async () => {
    await bench.manager.embedFromDatabase();
    const other = bench.another({ modelName: 'other', paperDb: join(bench.folder, 'second.db') });
    await expect(other.embedFromDatabase()).rejects.toThrow(
      /The collection "papers" holds vectors of the model "test-model"/,
    );
  });

  it('are only in the paper database after the collection was emptied, and the error says so', async () => {
    await bench.manager.embedFromDatabase();
    await bench.manager.clearCollection();
    await expect(bench.another({ modelName: 'other' }).embedFromDatabase()).rejects.toThrow(
      /"papers" is empty, but the paper database notes the model "test-model".*forceRecreate/,
    );
    expect(await bench.another({ modelName: 'other' }).embedFromDatabase({ forceRecreate: true })).toBe(3);
  });

  it('change over with forceRecreate for all, with another dimension too', async () => {
    await bench.manager.embedFromDatabase();
    await bench.manager.addPaper(paper('not-in-the-database'));
    const other = bench.another({ modelName: 'other' });
    bench.server.settings.dimension = 8;
    expect(await other.embedFromDatabase({ forceRecreate: true })).toBe(3);
    expect(await ids()).toEqual(['p0', 'p1', 'p2']);
    expect((await other.getCollectionStats()).metadata).toEqual({ model: 'other', dimension: 8 });
    expect(await other.checkModelCompatibility()).toEqual([true, 'other', 'other']);
  });

  it('are embedded again with forceRecreate for all if the server has exchanged the model under its name', async () => {
    await bench.manager.embedFromDatabase();
    bench.server.settings.dimension = 8;
    await expect(bench.manager.embedFromDatabase({ forceRecreate: true, whereClause: '1 = 1' })).rejects.toThrow(
      /vectors of 8 dimensions; the collection has 16/,
    );
    expect(await bench.manager.embedFromDatabase({ forceRecreate: true })).toBe(3);
    expect((await bench.manager.getCollectionStats()).metadata).toEqual({ model: 'test-model', dimension: 8 });
    expect(await bench.manager.embedFromDatabase()).toBe(0);
  });

  it('are kept where the change-over fails before its first vector', async () => {
    await bench.manager.embedFromDatabase();
    bench.server.settings.misbehave = () => ({ status: 401 });
    await expect(bench.another({ modelName: 'other' }).embedFromDatabase({ forceRecreate: true })).rejects.toThrow(
      EmbeddingsError,
    );
    expect(await ids()).toHaveLength(3);
    expect(await bench.manager.checkModelCompatibility()).toEqual([true, 'test-model', 'test-model']);
  });
});

describe('papers that are gone', () => {
  it('lose their vectors with the next run, what came otherwise keeps its own', async () => {
    await bench.database.addPapers(papers(5));
    await bench.manager.addPaper(paper('own'));
    expect(await bench.manager.embedFromDatabase()).toBe(5);
    expect(await bench.database.deletePapers(['p1', 'nobody'])).toBe(1);
    await bench.database.close();
    const file = new Database(join(bench.folder, 'papers.db'));
    file.exec("delete from papers where uid = 'p3'");
    file.close();
    expect(await bench.database.searchPapers({ fieldFilters: [{ field: 'title', value: 'Title' }] })).toHaveLength(3);
    expect(await bench.manager.embedFromDatabase({ whereClause: "uid = 'p0'" })).toBe(0);
    expect(await ids()).toEqual(['own', 'p0', 'p2', 'p4']);
    await bench.database.addPaper(paper('p1'));
    expect(await bench.manager.embedFromDatabase()).toBe(1);
  });

  it('are an error where there is no such database at all', async () => {
    const mistyped = bench.another({ paperDb: join(bench.folder, 'paper.db') });
    await expect(mistyped.createEmbeddingsFromDb()).rejects.toThrow(/There is no paper database at .*paper\.db/);
    expect(await mistyped.checkModelCompatibility()).toEqual([true, null, 'test-model']);
    expect(existsSync(join(bench.folder, 'paper.db'))).toBe(false);
  });
});
