/** Export, import and delete (rules 2 and 3). */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { EmbeddingsError, ValueError } from '../../../../workers/papers/embedding-api/errors.js';
import type { ImportedEmbeddings } from '../../../../workers/papers/embeddings/records/slices.js';
import type { ExportedEmbeddings } from '../../../../workers/papers/embeddings/records/slices.js';
import { VectorStoreError } from '../../../../workers/papers/vectors/types.js';
import { benches, paper } from './bench.js';

const bench = benches();
beforeEach(async () => {
  await bench.manager.addPapers([
    paper('a', { year: 2024, keywords: ['k, with comma', 'l'], original_id: 7 }),
    paper('b', { year: 2024 }),
    paper('c', { year: 2025 }),
    paper('d', { conference: 'icml', year: 2024 }),
  ]);
});
const ids = async () => (await bench.memory.collection('papers')).ids();
const all = async () => (await bench.memory.collection('papers')).get(await ids(), { embeddings: true });

describe('deleteEmbeddingsByFilter', () => {
  it('deletes what matches all criteria, the case included', async () => {
    expect(await bench.manager.deleteEmbeddingsByFilter({ conference: 'ICML', year: 2024 })).toBe(2);
    expect(await ids()).toEqual(['c', 'd']);
    expect(await bench.manager.deleteEmbeddingsByFilter({ conference: 'ICML' })).toBe(1);
    expect(await bench.manager.deleteEmbeddingsByFilter({ conference: 'IC' })).toBe(0);
    expect(await bench.manager.deleteEmbeddingsByFilter({ year: 2024 })).toBe(1);
    expect(await ids()).toEqual([]);
  });

  it.each([undefined, null, {}, { conference: undefined, year: null }])(
    'of everything (%j) is a ValueError, which is no EmbeddingsError',
    async (filter) => {
      const thrown: unknown = await bench.manager.deleteEmbeddingsByFilter(filter).catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(ValueError);
      expect(thrown).not.toBeInstanceOf(EmbeddingsError);
      expect(await ids()).toHaveLength(4);
    },
  );

  it.each([
    { year: NaN },
    { year: 2024.5 },
    { conference: 5 as unknown as string },
    { year: { $gt: 0 } as unknown as number },
  ])('refuses %j', async (filter) => {
    await expect(bench.manager.deleteEmbeddingsByFilter(filter)).rejects.toThrow(EmbeddingsError);
    expect(await ids()).toHaveLength(4);
  });
});

describe('the model of a slice', () => {
  it('goes with an export, and an import of another one is refused', async () => {
    const data = await bench.manager.exportEmbeddings('ICML', 2024);
    expect(data.model).toBe('test-model');
    const before = await all();
    await expect(bench.manager.importEmbeddings({ ...data, model: 'other' }, 'ICML', 2024)).rejects.toThrow(
      /The data to import holds vectors of the model "other"/,
    );
    expect(await all()).toEqual(before);
    expect(await bench.manager.importEmbeddings(data, 'ICML', 2024)).toBe(2);
  });

  it('is noted by an import into an empty collection, and unknown where the export names none', async () => {
    const { model, ...data } = await bench.manager.exportEmbeddings('ICML', 2024);
    const collection = await bench.memory.collection('papers');
    await collection.clear({ model: 'of which it holds nothing' });
    await bench.manager.importEmbeddings(data, 'ICML', 2024);
    expect(await collection.facts()).toMatchObject({ count: 2, model: null });
    await collection.clear();
    await bench.manager.importEmbeddings({ ...data, model }, 'ICML', 2024);
    expect(await collection.facts()).toMatchObject({ count: 2, model: 'test-model' });
  });
});

describe('exportEmbeddings', () => {
  it('gives one slice as plain lists', async () => {
    const data = await bench.manager.exportEmbeddings('ICML', 2024);
    expect(data.ids).toEqual(['a', 'b']);
    expect(data.documents[0]).toBe('Title of a\n\nWhat a is about.');
    expect(data.metadatas[0]).toMatchObject({ year: 2024, authors: ['Ada Lovelace', 'Kurt Gödel'], original_id: 7 });
    expect(Array.isArray(data.embeddings[0])).toBe(true);
    expect(data.embeddings[0]).toEqual([...bench.server.vectorOf('Title of a\n\nWhat a is about.')]);
    expect(JSON.parse(JSON.stringify(data))).toEqual(data);
    expect(await bench.manager.exportEmbeddings('nobody', 2024)).toEqual({
      ids: [],
      documents: [],
      metadatas: [],
      embeddings: [],
    });
  });

  it('updates all records of a uid, and counts them as one paper', async () => {
    const [, second] = await all();
    const collection = await bench.memory.collection('papers');
    await collection.upsert([{ ...second!, id: 'twin', metadata: { ...second!.metadata, uid: 'b' } }]);
    expect(await bench.manager.updatePaperMetadata({ b: { session: 'New' } })).toBe(1);
    expect((await collection.get(['b', 'twin'])).map(({ metadata }) => metadata['session'])).toEqual(['New', 'New']);
  });

  it('does not fail because of one odd record', async () => {
    await (
      await bench.memory.collection('papers')
    ).updateMetadata(new Map([['a', { authors: ';;', original_id: '' }]]));
    expect((await bench.manager.exportEmbeddings('ICML', 2024)).ids).toEqual(['a', 'b']);
  });

  it.each([
    [5 as unknown as string, 2024],
    ['ICML', 'soon' as unknown as number],
    ['ICML', undefined as unknown as number],
  ])('refuses %p, %p', async (conference, year) => {
    await expect(bench.manager.exportEmbeddings(conference, year)).rejects.toThrow(EmbeddingsError);
  });
});

describe('importEmbeddings', () => {
  it('changes nothing if the paper database cannot be opened', async () => {
    const data = await bench.manager.exportEmbeddings('ICML', 2024);
    const { ids, documents, metadatas, embeddings } = data;
    const one = { ids: ids.slice(1), documents: documents.slice(1), metadatas: metadatas.slice(1) };
    const importing = bench
      .another({ paperDb: bench.folder })
      .importEmbeddings({ ...one, embeddings: embeddings.slice(1) }, 'ICML', 2024);
    await expect(importing).rejects.toThrow(EmbeddingsError);
    expect((await bench.manager.exportEmbeddings('ICML', 2024)).ids).toEqual(ids);
  });

  it('brings an export back bit by bit, through JSON, into another collection', async () => {
    const before = await all();
    const data = JSON.parse(JSON.stringify(await bench.manager.exportEmbeddings('ICML', 2024))) as ExportedEmbeddings;
    const other = bench.another({ collectionName: 'copy' });
    expect(await other.importEmbeddings(data, 'ICML', 2024, { batchSize: 1 })).toBe(2);
    const copied = await (await bench.memory.collection('copy')).get(['a', 'b'], { embeddings: true });
    expect(copied.map(({ embedding }) => embedding)).toEqual(before.slice(0, 2).map(({ embedding }) => embedding));
    expect(copied[0]?.metadata).toMatchObject({ authors: 'Ada Lovelace; Kurt Gödel', year: '2024', original_id: '7' });
    expect(await other.exportEmbeddings('ICML', 2024)).toEqual(data);
  });

  const one = (id: string | number, more: Partial<ImportedEmbeddings> = {}): ImportedEmbeddings => ({
    ids: [id],
    documents: ['doc'],
    metadatas: [{ title: 'T' }],
    embeddings: [Array.from({ length: 16 }, (_, i) => i)],
    ...more,
  });

  it('replaces the slice and leaves the others', async () => {
    expect(await bench.manager.importEmbeddings(one('new'), 'ICML', 2024)).toBe(1);
    expect((await ids()).sort()).toEqual(['c', 'd', 'new']);
    expect((await bench.manager.exportEmbeddings('ICML', 2024)).metadatas).toEqual([
      { title: 'T', conference: 'ICML', year: 2024, uid: 'new' },
    ]);
    expect(
      await bench.manager.importEmbeddings({ ids: [], documents: [], metadatas: [], embeddings: [] }, 'ICML', 2024),
    ).toBe(0);
    expect((await ids()).sort()).toEqual(['c', 'd']);
  });

  it('takes numbers as ids, and records of the slice itself', async () => {
    await bench.manager.importEmbeddings(one(17), 'ICML', 2024);
    await bench.manager.importEmbeddings(
      one('17', { metadatas: [{ conference: 'ICML', year: '2024' }] }),
      'ICML',
      2024,
    );
    expect((await ids()).sort()).toEqual(['17', 'c', 'd']);
  });

  const wrong: [string, Partial<ImportedEmbeddings>, RegExp][] = [
    ['lists of unequal length', { documents: [] }, /equally long: ids 1, documents 0/],
    ['a missing list', { embeddings: undefined }, /must have a list "embeddings"/],
    [
      'the same id twice',
      {
        ids: ['x', 'x'],
        documents: ['', ''],
        metadatas: [{}, {}],
        embeddings: [[1], [1]].map(() => Array<number>(16).fill(1)),
      },
      /"x" occurs twice/,
    ],
    ['a foreign dimension', { embeddings: [[1, 2, 3]] }, /has 3 dimensions; the collection has 16/],
    ['a zero vector', { embeddings: [Array<number>(16).fill(0)] }, /all zero/],
    ['a vector that is zero in 32 bits', { embeddings: [Array<number>(16).fill(1e-60)] }, /all zero/],
    ['NaN', { embeddings: [Array<number>(16).fill(NaN)] }, /NaN at position 0|null at position 0/],
    [
      'infinity in 32 bits',
      { embeddings: [Array<number>(16).fill(1e39)] },
      /at position 0; every number must be finite/,
    ],
    ['null for a number', { embeddings: [Array<number>(16).fill(null as unknown as number)] }, /null at position 0/],
    ['text for a vector', { embeddings: ['x' as unknown as number[]] }, /must be a list of numbers/],
    ['metadata that are none', { metadatas: [null as never] }, /metadata of "x" must be an object/],
    ['a document that is none', { documents: [null as never] }, /document of "x" must be text/],
    [
      'another conference',
      { metadatas: [{ conference: 'icml' }] },
      /"x" is of conference "icml", but the import replaces "ICML"/,
    ],
    ['another year', { metadatas: [{ year: 2025 }] }, /"x" is of year "2025", but the import replaces "2024"/],
    ['an id of another slice', { ids: ['c'] }, /The id "c" is taken by a record of year "2025"/],
    ['an empty id', { ids: [''] }, /id must be text or a whole number/],
  ];
  it.each(wrong)('refuses %s, and changes nothing', async (_, more, message) => {
    const before = await all();
    const importing = bench.manager.importEmbeddings(one('x', more), 'ICML', 2024);
    await expect(importing).rejects.toThrow(EmbeddingsError);
    await expect(importing).rejects.toThrow(message);
    expect(await all()).toEqual(before);
  });

  it.each([0, -1, 1.5, NaN, '5' as unknown as number])('refuses batches of %p', async (batchSize) => {
    await expect(bench.manager.importEmbeddings(one('x'), 'ICML', 2024, { batchSize })).rejects.toThrow(
      EmbeddingsError,
    );
    expect(await ids()).toEqual(['a', 'b', 'c', 'd']);
  });

  it.each([null, undefined, 'x', []])('refuses %j', async (data) => {
    await expect(bench.manager.importEmbeddings(data as never, 'ICML', 2024)).rejects.toThrow(EmbeddingsError);
  });

  it('keeps the old slice where the new one cannot be written', async () => {
    const collection = await bench.memory.collection('papers');
    collection.replace = () => Promise.reject(new VectorStoreError('The disk is full.'));
    await expect(bench.manager.importEmbeddings(one('x'), 'ICML', 2024)).rejects.toThrow(
      'The import failed: The disk is full.',
    );
    expect(await ids()).toEqual(['a', 'b', 'c', 'd']);
  });
});
