/** On a real folder: what lasts, and what happens at once. */
import { describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddingsError } from '../../../../workers/papers/embedding-api/errors.js';
import { benches, paper, papers } from './bench.js';

const bench = benches({ inFolder: true });
/** Resolves with the next request. */
const nextRequest = (): Promise<void> =>
  new Promise((resolve) => {
    bench.server.settings.misbehave = () => (resolve(), undefined);
  });

describe('a manager on a folder', () => {
  it('finds everything again in a new life, bit by bit', async () => {
    await bench.manager.addPapers(papers(30));
    const data = await bench.manager.exportEmbeddings('ICML', 2024);
    const near = await bench.manager.searchSimilar('Title of p7\n\nWhat p7 is about.');
    await bench.manager.close();
    const again = bench.another();
    expect(await again.getCollectionStats()).toEqual({
      count: 30,
      name: 'papers',
      metadata: { model: 'test-model', dimension: 16 },
    });
    expect(await again.exportEmbeddings('ICML', 2024)).toEqual(data);
    expect(await again.searchSimilar('Title of p7\n\nWhat p7 is about.')).toEqual(near);
    expect(near.ids[0]?.[0]).toBe('p7');
  });

  it('gives exact neighbours: 0 for the same text, √2 and 2 for what is across and opposite', async () => {
    await bench.manager.importEmbeddings(
      {
        ids: ['e', 'n', 'w'],
        documents: ['', '', ''],
        metadatas: [{}, {}, {}],
        embeddings: [
          [1, 0],
          [0, 1],
          [-1, 0],
        ],
      },
      'C',
      2020,
    );
    await bench.database.addPapers([paper('e'), paper('n'), paper('w')]);
    const { papers: found } = await bench.manager.findPapersWithinDistance(bench.database, '', {
      queryEmbedding: [1, 0],
      distanceThreshold: 2,
    });
    expect(found.map(({ uid, distance }) => [uid, distance])).toEqual([
      ['e', 0],
      ['n', Math.SQRT2],
      ['w', 2],
    ]);
  });

  it('replaces, updates and deletes durably', async () => {
    await bench.manager.addPapers([...papers(5), paper('other', { conference: 'ACL' })]);
    await bench.manager.updatePaperMetadata({ p1: { decision: 'Accept' } });
    await bench.manager.addPaper(paper('p2', { abstract: 'New.' }));
    const data = await bench.manager.exportEmbeddings('ICML', 2024);
    const two = Object.fromEntries(
      Object.entries(data).map(([key, list]) => [key, Array.isArray(list) ? list.slice(0, 3) : list]),
    ) as unknown as typeof data;
    expect(await bench.manager.importEmbeddings(two, 'ICML', 2024)).toBe(3);
    expect(await bench.manager.deleteEmbeddingsByFilter({ conference: 'ACL' })).toBe(1);
    await bench.manager.close();
    const again = bench.another();
    expect((await again.exportEmbeddings('ICML', 2024)).metadatas).toMatchObject([
      { uid: 'p0' },
      { uid: 'p1', decision: 'Accept' },
      { uid: 'p2' },
    ]);
    expect((await again.getCollectionStats()).count).toBe(3);
    await again.connect();
    await again.createCollection({ reset: true });
    await again.close();
    expect((await bench.another().getCollectionStats()).count).toBe(0);
  });

  it('raises an EmbeddingsError where the folder cannot be one', async () => {
    await writeFile(join(bench.folder, 'file'), 'x');
    const manager = bench.another({ embeddingDb: join(bench.folder, 'file', 'below') });
    await expect(manager.connect()).rejects.toThrow(EmbeddingsError);
    await expect(manager.searchSimilar('x')).rejects.toThrow(EmbeddingsError);
    expect(bench.server.requests).toEqual([]);
  });
});

describe('at once', () => {
  it('two managers on one folder add, search and delete without losing anything', async () => {
    const other = bench.another();
    await Promise.all([
      ...Array.from({ length: 10 }, (_, i) => bench.manager.addPapers([paper(`a${i}`), paper('both')])),
      ...Array.from({ length: 10 }, (_, i) => other.addPapers([paper(`b${i}`), paper('both')])),
    ]);
    expect((await other.getCollectionStats()).count).toBe(21);
    const [found] = await Promise.all([
      other.searchSimilar('Title of a3', { nResults: 30 }),
      bench.manager.deleteEmbeddingsByFilter({ conference: 'nobody' }),
    ]);
    expect(found.ids[0]).toHaveLength(21);
    await bench.manager.close();
    expect((await other.getCollectionStats()).count).toBe(21);
  });

  it('two managers embed the same database, and every record is whole', async () => {
    await bench.database.addPapers(papers(150));
    const other = bench.another();
    await Promise.all([bench.manager.embedFromDatabase(), other.embedFromDatabase()]);
    expect((await other.getCollectionStats()).count).toBe(150);
    expect(await other.embedFromDatabase()).toBe(0);
  });

  it('searches while it embeds', async () => {
    await bench.manager.addPaper(paper('first'));
    await bench.database.addPapers(papers(400));
    const embedding = bench.manager.embedFromDatabase();
    const counts: number[] = [];
    for (let i = 0; i < 10; i++)
      counts.push((await bench.manager.searchSimilar('Title of p1', { nResults: 1000 })).ids[0]?.length ?? 0);
    expect(await embedding).toBe(400);
    expect(counts[0]).toBeGreaterThanOrEqual(1);
    expect([...counts].sort((a, b) => a - b)).toEqual(counts);
    // Papers are saved a batch at a time.
    expect(counts.every((count) => (count - 1) % 100 === 0)).toBe(true);
  });

  it('closing while it embeds ends that, keeps what is saved, and the rest follows later', async () => {
    await bench.database.addPapers(papers(300));
    let requests = 0;
    const second = new Promise<void>((resolve) => {
      bench.server.settings.misbehave = () => {
        requests += 1;
        if (requests < 2) return undefined;
        resolve();
        return { hang: true };
      };
    });
    const embedding = bench.manager.embedFromDatabase().catch((error: unknown) => error);
    await second;
    await bench.manager.close();
    const thrown = await embedding;
    expect(thrown).toBeInstanceOf(EmbeddingsError);
    expect((thrown as Error).message).toBe('The manager was closed meanwhile.');
    bench.server.settings.misbehave = undefined;
    const again = bench.another();
    expect((await again.getCollectionStats()).count).toBe(100);
    expect(await again.embedFromDatabase()).toBe(200);
  });

  it('closing while it searches, and while it connects, is safe', async () => {
    await bench.manager.addPaper(paper('a'));
    const asked = nextRequest();
    const searching = bench.manager.searchSimilar('x').catch((error: unknown) => error);
    await asked;
    await bench.manager.close();
    const found = await searching;
    expect(found instanceof EmbeddingsError || (found as { ids: string[][] }).ids[0]?.length === 1).toBe(true);
    const connecting = bench.manager.connect();
    await bench.manager.close();
    await connecting;
    expect(await bench.manager.paperExists('a')).toBe(true);
  });
});
