/** Single records: text, metadata, adding, looking up, merging metadata (rules 1 and 4). */
import { describe, expect, it } from '@jest/globals';
import { EmbeddingApiError } from '../../../../workers/papers/embedding-api/errors.js';
import { EmbeddingsError } from '../../../../workers/papers/embedding-api/errors.js';
import { EmbeddingsManager } from '../../../../workers/papers/embeddings/manager.js';
import type { Paper, PaperLike } from '../../../../workers/papers/types.js';
import { benches, paper, papers } from './bench.js';

const bench = benches();
const stored = async (id: string) =>
  (await (await bench.memory.collection('papers')).get([id], { embeddings: true }))[0];

describe('the text to embed', () => {
  it.each([
    [{ title: 'T', abstract: 'A' }, 'T\n\nA'],
    [{ title: 'T' }, 'T'],
    [{ title: '  ', abstract: ' A \n' }, 'A'],
    [{ title: 'T', abstract: null }, 'T'],
    [{ title: 5, abstract: ' B ' }, '5\n\n B'],
    [{ title: 'T', abstract: NaN }, 'T'],
  ])('of %j is %j', (given, text) => expect(EmbeddingsManager.embeddingTextFromPaper(given)).toBe(text));

  it.each([
    [{ uid: 'u1', title: ' ' }, '"u1"'],
    [{ id: 7 }, '"7"'],
    [{}, '"without uid"'],
  ])('of %j is nothing, which is an error that names it', (given, name) => {
    expect(() => EmbeddingsManager.embeddingTextFromPaper(given)).toThrow(EmbeddingsError);
    expect(() => EmbeddingsManager.embeddingTextFromPaper(given)).toThrow(new RegExp(name));
  });

  it.each([null, 'text', [], 5])('of %j is an error', (given) =>
    expect(() => EmbeddingsManager.embeddingTextFromPaper(given as unknown as PaperLike)).toThrow(EmbeddingsError),
  );
});

describe('parseMetadata', () => {
  it('gives canonical types and keeps other keys', () => {
    const raw = {
      uid: 'u',
      id: '5',
      title: 'T',
      authors: 'A B; C D;',
      keywords: 'x, y',
      year: '2025',
      conference: 'C',
      session: '',
      abstract: '',
      poster_position: '',
      original_id: '17',
      award: '',
      mine: 'kept',
    };
    expect(EmbeddingsManager.parseMetadata(raw)).toEqual({
      uid: 'u',
      id: '5',
      title: 'T',
      authors: ['A B', 'C D'],
      keywords: ['x', 'y'],
      year: 2025,
      conference: 'C',
      session: '',
      abstract: '',
      poster_position: '',
      original_id: 17,
      mine: 'kept',
    });
  });

  it.each([{}, { title: 'T' }, null, 'x'])('refuses %j', (raw) =>
    expect(() => EmbeddingsManager.parseMetadata(raw as Record<string, unknown>)).toThrow(EmbeddingsError),
  );
});

describe('addPaper', () => {
  it('stores text, metadata as text, and the vector of the text', async () => {
    await bench.manager.addPaper(paper('a', { award: null, keywords: ['k1', 'k2'], original_id: 12 }));
    const record = await stored('a');
    expect(record?.document).toBe('Title of a\n\nWhat a is about.');
    expect(record?.metadata).toMatchObject({
      uid: 'a',
      authors: 'Ada Lovelace; Kurt Gödel',
      keywords: 'k1, k2',
      year: '2024',
      award: '',
      original_id: '12',
    });
    expect([...(record!.embedding as Float32Array)]).toEqual([
      ...bench.server.vectorOf('Title of a\n\nWhat a is about.'),
    ]);
    expect(await bench.manager.getCollectionStats()).toEqual({
      count: 1,
      name: 'papers',
      metadata: { model: 'test-model', dimension: 16 },
    });
  });

  it('stores dates and lists of numbers as text that reads like them', async () => {
    await bench.manager.addPaper(
      paper('a', { when: new Date(0), keywords: [1, 'two', null], authors: ['A', undefined, 3] as string[] }),
    );
    expect((await stored('a'))?.metadata).toMatchObject({
      when: '1970-01-01T00:00:00.000Z',
      keywords: '1, two',
      authors: 'A; 3',
    });
  });

  it('keeps what has half of a character in it as a file would give it back, and does not embed it again', async () => {
    const odd = paper('a', { abstract: 'half \udc00 here', session: 'half \ud800' });
    await bench.manager.addPaper(odd);
    expect((await stored('a'))?.document).toContain('half \ufffd here');
    expect((await stored('a'))?.metadata['session']).toBe('half \ufffd');
    expect(await bench.manager.paperNeedsUpdate(odd)).toBe(false);
  });

  it("takes papers of a caller's own interface, and those of a paper database", async () => {
    interface OwnPaper {
      uid: string;
      title: string;
      year: number;
      conference: string;
    }
    const own: OwnPaper = { uid: 'own', title: 'T', year: 2020, conference: 'C' };
    await bench.manager.addPaper(own);
    expect(EmbeddingsManager.embeddingTextFromPaper(own)).toBe('T');
    await bench.database.addPaper(own);
    const [read] = await bench.database.searchPapers();
    expect(await bench.database.addPaper(read as Paper)).toBe('own');
    expect(await bench.manager.addPapers([read as Paper])).toBe(1);
    const updates: Record<string, Partial<OwnPaper>> = { own: { conference: 'D' } };
    expect(await bench.manager.updatePaperMetadata(updates)).toBe(1);
  });

  it('takes a number as an id in updates, too', async () => {
    await bench.manager.addPaper({ ...paper('a'), uid: 7 });
    const updates = new Map([[7, { mine: 'new' }]]) as unknown as ReadonlyMap<string, { mine: string }>;
    expect(await bench.manager.updatePaperMetadata(updates)).toBe(1);
    expect((await stored('7'))?.metadata['mine']).toBe('new');
  });

  it('replaces a record wholly', async () => {
    await bench.manager.addPaper(paper('a', { mine: 'gone' }));
    await bench.manager.addPaper(paper('a', { abstract: 'New.' }));
    expect((await stored('a'))?.metadata['mine']).toBeUndefined();
    expect((await stored('a'))?.document).toBe('Title of a\n\nNew.');
    expect((await bench.manager.getCollectionStats()).count).toBe(1);
  });

  it('takes ids as numbers or text, and names a paper without any', async () => {
    await bench.manager.addPaper({ id: 42, title: 'By number', conference: 'C', year: 2020 });
    expect(await bench.manager.paperExists(42)).toBe(true);
    expect(await bench.manager.paperExists('42')).toBe(true);
    await bench.manager.addPaper({ title: 'My Paper', original_id: 'abc123', conference: 'NeurIPS', year: 2025 });
    expect(await bench.manager.paperExists('6d95417edf1af03c')).toBe(true);
    await bench.manager.addPaper({ uid: 'u', id: 43, title: 'Both' });
    expect(await bench.manager.paperExists('u')).toBe(true);
    expect(await bench.manager.paperExists(43)).toBe(true);
    expect(await bench.manager.paperExists(4)).toBe(false);
  });

  it('embeds a record without abstract by its title, and one of 100,000 characters unchanged', async () => {
    await bench.manager.addPaper({ uid: 'a', title: 'Only a title' });
    const abstract = 'long words '.repeat(9_091);
    await bench.manager.addPaper(paper('b', { abstract }));
    expect(bench.server.embeddings().map(({ texts }) => texts[0])).toEqual([
      'Only a title',
      `Title of b\n\n${abstract}`.trim(),
    ]);
    expect((await stored('b'))?.metadata['abstract']).toBe(abstract);
  });

  it.each([
    [{ uid: 'x' }, /"x" has no title and no abstract/],
    [{ title: 'T' }, /needs a uid, an id/],
    [{ uid: {}, title: 'T' }, /id must be text or a whole number/],
    [{ id: 1.5, title: 'T' }, /id must be text or a whole number/],
    [null, /A paper must be an object/],
  ])('refuses %j before any request', async (given, message) => {
    await expect(bench.manager.addPaper(given as unknown as PaperLike)).rejects.toThrow(message);
    await expect(bench.manager.addPaper(given as unknown as PaperLike)).rejects.toThrow(EmbeddingsError);
    expect(bench.server.requests).toEqual([]);
  });

  it('is an EmbeddingsError where the API fails, and stores nothing', async () => {
    bench.server.next({ status: 401 });
    const thrown: unknown = await bench.manager.addPaper(paper('a')).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(EmbeddingsError);
    expect((thrown as Error).cause).toBeInstanceOf(EmbeddingApiError);
    expect(await bench.manager.paperExists('a')).toBe(false);
  });

  it('replaces the record that paperExists finds: by the uid or the id in its metadata', async () => {
    await bench.manager.addPaper({ uid: 'u1', id: 7, title: 't' });
    expect(await bench.manager.paperNeedsUpdate({ id: 7, title: 't' })).toBe(false);
    await bench.manager.addPaper({ id: 7, title: 'new' });
    await bench.manager.addPapers([{ id: '7', title: 'newer' }]);
    expect(await stored('u1')).toMatchObject({ document: 'newer', metadata: { uid: 'u1', id: '7' } });
    const [vector] = bench.server.embeddings().map(({ texts }) => [...bench.server.vectorOf(texts[0]!)]);
    await bench.manager.importEmbeddings(
      { ids: ['own'], documents: ['t'], metadatas: [{ uid: 'u2' }], embeddings: [vector!] },
      'C',
      2020,
    );
    expect(await bench.manager.paperNeedsUpdate({ uid: 'u2', title: 't' })).toBe(false);
    await bench.manager.addPaper({ uid: 'u2', title: 'new' });
    expect((await stored('own'))?.document).toBe('new');
    expect((await bench.manager.getCollectionStats()).count).toBe(2);
  });

  it('never replaces another paper whose id is the uid of the new one', async () => {
    await bench.manager.addPaper({ uid: '1', id: 2, title: 'one' });
    expect(await bench.manager.paperNeedsUpdate({ uid: '2', title: 'one' })).toBe(true);
    await bench.manager.addPaper({ uid: '2', id: 3, title: 'two' });
    expect((await stored('1'))?.document).toBe('one');
    expect((await stored('2'))?.document).toBe('two');
  });

  it('ends after two more tries if the API has too many requests', async () => {
    bench.server.settings.misbehave = () => ({ status: 429 });
    await expect(bench.manager.addPaper(paper('a'))).rejects.toThrow(/responded with 429/);
    expect(bench.server.embeddings()).toHaveLength(3);
  });

  it.each(['null', 'zero', 'NaN', 'empty'] as const)('refuses a vector that is %s', async (as) => {
    bench.server.settings.odd = { text: /bad/, as };
    await expect(bench.manager.addPaper(paper('bad'))).rejects.toThrow(EmbeddingsError);
    expect(await bench.manager.paperExists('bad')).toBe(false);
  });

  it('refuses a foreign dimension, and a foreign model, as they cannot be mixed', async () => {
    await bench.manager.addPaper(paper('a'));
    bench.server.settings.dimension = 8;
    await expect(bench.manager.addPaper(paper('b'))).rejects.toThrow(/vectors of 8 dimensions; the collection has 16/);
    bench.server.settings.dimension = 16;
    await expect(bench.another({ modelName: 'other' }).addPaper(paper('b'))).rejects.toThrow(
      /of the model "test-model", but the current model is "other"/,
    );
    await bench.another({ modelName: 'alias-test-model' }).addPaper(paper('b'));
  });

  it('sends the token, and shows it nowhere', async () => {
    bench.server.settings.token = 'sesame-open';
    await bench.another({ authToken: 'sesame-open' }).addPaper(paper('a'));
    const thrown: unknown = await bench
      .another({ authToken: 'wrong-word' })
      .addPaper(paper('b'))
      .catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(EmbeddingsError);
    expect(`${(thrown as Error).stack} ${String((thrown as Error).cause)} ${bench.log.join()}`).not.toContain(
      'wrong-word',
    );
  });
});

describe('addPapers', () => {
  it('embeds many with few requests', async () => {
    expect(await bench.manager.addPapers(papers(250))).toBe(250);
    expect(bench.server.embeddings().map(({ texts }) => texts.length)).toEqual([100, 100, 50]);
  });

  it('of two with one uid stores the later', async () => {
    expect(
      await bench.manager.addPapers([
        paper('a', { abstract: 'first' }),
        paper('b'),
        paper('a', { abstract: 'second' }),
      ]),
    ).toBe(2);
    expect((await stored('a'))?.document).toContain('second');
  });

  it('stores nothing where one has nothing to embed', async () => {
    await expect(bench.manager.addPapers([paper('a'), { uid: 'empty' }])).rejects.toThrow(/"empty"/);
    expect(bench.server.requests).toEqual([]);
    await expect(bench.manager.addPapers('x' as unknown as PaperLike[])).rejects.toThrow(EmbeddingsError);
    expect(await bench.manager.addPapers([])).toBe(0);
  });

  it('stores the others where the API refuses one, and names it', async () => {
    bench.server.settings.refuse = { text: /Title of p3/ };
    await expect(bench.manager.addPapers(papers(8))).rejects.toThrow(
      /^1 of 8 papers were not embedded; the others are stored. "p3": .*responded with 400/,
    );
    expect((await bench.manager.getCollectionStats()).count).toBe(7);
  });

  it('mentions no others if the API refuses all', async () => {
    bench.server.settings.refuse = { text: /Title of p[34]/ };
    const refused = /^None of the papers was embedded\. "p3": .*responded with 400/;
    await expect(bench.manager.addPaper(paper('p3'))).rejects.toThrow(refused);
    await expect(bench.manager.addPapers([paper('p3'), paper('p4')])).rejects.toThrow(refused);
  });
});

describe('paperNeedsUpdate', () => {
  it('compares the text', async () => {
    expect(await bench.manager.paperNeedsUpdate(paper('a'))).toBe(true);
    await bench.manager.addPaper(paper('a'));
    expect(await bench.manager.paperNeedsUpdate(paper('a'))).toBe(false);
    expect(await bench.manager.paperNeedsUpdate(paper('a', { session: 'Evening' }))).toBe(false);
    expect(await bench.manager.paperNeedsUpdate(paper('a', { abstract: 'changed' }))).toBe(true);
    await expect(bench.manager.paperNeedsUpdate({ uid: 'a' })).rejects.toThrow(EmbeddingsError);
  });
});

describe('paperExists', () => {
  it.each(['', 1.5, NaN, null, {}])('refuses the id %p', async (id) => {
    await expect(bench.manager.paperExists(id as string)).rejects.toThrow(EmbeddingsError);
  });
});

describe('updatePaperMetadata', () => {
  it('merges the given keys, and leaves the rest and the vector', async () => {
    await bench.manager.addPapers(papers(3));
    const before = await stored('p1');
    expect(
      await bench.manager.updatePaperMetadata({
        p1: { decision: 'Accept', authors: ['X', 'Y'], year: 2026, award: null },
        p2: { decision: 'Reject' },
        nobody: { decision: 'x' },
      }),
    ).toBe(2);
    const after = await stored('p1');
    expect(after?.metadata).toEqual({
      ...before?.metadata,
      decision: 'Accept',
      authors: 'X; Y',
      year: '2026',
      award: '',
    });
    expect(after?.embedding).toEqual(before?.embedding);
    expect(after?.document).toBe(before?.document);
    expect((await stored('p0'))?.metadata['decision']).toBeUndefined();
    expect(bench.server.embeddings()).toHaveLength(1);
  });

  it('finds imported records by their uid too, takes a Map, and does nothing for nothing', async () => {
    await bench.manager.importEmbeddings(
      { ids: [1], documents: ['d'], metadatas: [{ uid: 'abc' }], embeddings: [[1, 0]] },
      'C',
      2020,
    );
    expect(await bench.manager.updatePaperMetadata(new Map([['abc', { award: 'Best' }]]))).toBe(1);
    expect((await stored('1'))?.metadata['award']).toBe('Best');
    expect(await bench.manager.updatePaperMetadata({})).toBe(0);
  });

  it.each([null, [], 'x', { p1: 'Accept' }, { p1: null }])('refuses %j', async (updates) => {
    await expect(bench.manager.updatePaperMetadata(updates as never)).rejects.toThrow(EmbeddingsError);
  });
});

describe('clearCollection', () => {
  it('empties it', async () => {
    await bench.manager.addPapers(papers(3));
    await bench.manager.clearCollection();
    expect(await bench.manager.getCollectionStats()).toEqual({
      count: 0,
      name: 'papers',
      metadata: { model: null, dimension: null },
    });
    await bench.another({ modelName: 'other' }).addPaper(paper('a'));
  });
});

describe('generateEmbedding and testApiConnection', () => {
  it('answer a plain list of numbers, and whether the API is there', async () => {
    const vector = await bench.manager.generateEmbedding('some words');
    expect(vector).toEqual([...bench.server.vectorOf('some words')]);
    expect(await bench.manager.testApiConnection()).toBe(true);
    bench.server.settings.models = false;
    expect(await bench.manager.testApiConnection()).toBe(true);
    bench.server.next({ status: 500 });
    expect(await bench.manager.testApiConnection()).toBe(false);
  });

  it('never throw for an API that is no URL, or raise an EmbeddingsError', async () => {
    const manager = bench.another({ apiUrl: 'not a url' });
    expect(await manager.testApiConnection()).toBe(false);
    await expect(manager.generateEmbedding('x')).rejects.toThrow(EmbeddingsError);
  });

  it.each(['', '  \n', null, 5])('refuse the text %p before any request', async (text) => {
    await expect(bench.manager.generateEmbedding(text as string)).rejects.toThrow(EmbeddingsError);
    expect(bench.server.requests).toEqual([]);
  });
});
