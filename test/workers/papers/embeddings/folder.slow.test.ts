/** On a real folder: what lasts, and what happens at once. */
import { describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddingsError } from '../../../../workers/papers/embedding-api/errors.js';
import { benches, paper, papers } from './bench.js';
import { useEveryOperation } from './every-operation.js';

const bench = benches({ inFolder: true });
/** Resolves with the next request. */
const nextRequest = (): Promise<void> =>
  new Promise((resolve) => {
    bench.server.settings.misbehave = () => (resolve(), undefined);
  });

describe('a manager on a folder', () => {
  it('does every operation, and keeps what was done', async () => {
    await useEveryOperation(bench, join(bench.folder, 'vectors'));
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
