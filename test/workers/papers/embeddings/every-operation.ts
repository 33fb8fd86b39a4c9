import { expect } from '@jest/globals';
import { paper, papers, type Bench } from './bench.js';

/** The operations of a manager on an empty store. @param url of it, or its folder */
export async function useEveryOperation(bench: Bench, url: string): Promise<void> {
  const manager = bench.another({ embeddingDb: url });
  await bench.database.addPapers([
    ...papers(120),
    paper('far', { conference: 'ACL', title: 'Suns', abstract: 'Far away suns.', authors: ['Emmy Noether'] }),
  ]);
  expect(await manager.embedFromDatabase()).toBe(121);
  expect(await manager.embedFromDatabase()).toBe(0);
  expect(await manager.getCollectionStats()).toEqual({
    count: 121,
    name: 'papers',
    metadata: { model: 'test-model', dimension: 16 },
  });

  const similar = await manager.searchSimilar('Suns\n\nFar away suns.', {
    nResults: 3,
    where: { year: { $gte: 2000 }, conference: { $in: ['ACL', 'ICML'] } },
  });
  expect(similar.ids[0]).toHaveLength(3);
  expect(similar.ids[0]?.[0]).toBe('far');
  expect(similar.distances[0]?.[0]).toBeCloseTo(0, 3);
  expect((await manager.searchPapersSemantic('noether', bench.database))[0]).toMatchObject({
    uid: 'far',
    title: 'Suns',
  });
  expect(
    (
      await manager.searchPapersSemantic('title:"title of p11" what is it about', bench.database, {
        distanceThreshold: 9,
        limit: 99,
      })
    )
      .map(({ uid }) => uid)
      .sort(),
  ).toEqual(['p11', 'p110', 'p111', 'p112', 'p113', 'p114', 'p115', 'p116', 'p117', 'p118', 'p119']);
  const near = await manager.findPapersWithinDistance(bench.database, 'x', { distanceThreshold: 9, years: [2024] });
  expect(near).toMatchObject({ count: 121, total_considered: 121 });

  const data = await manager.exportEmbeddings('ACL', 2024);
  expect(data.embeddings[0]).toEqual([...bench.server.vectorOf('Suns\n\nFar away suns.')]);
  expect(await manager.importEmbeddings(data, 'ACL', 2024)).toBe(1);
  expect(await manager.updatePaperMetadata({ far: { decision: 'Accept' }, nobody: {} })).toBe(1);
  expect((await manager.exportEmbeddings('ACL', 2024)).metadatas[0]).toMatchObject({
    decision: 'Accept',
    authors: ['Emmy Noether'],
  });
  expect(await manager.deleteEmbeddingsByFilter({ conference: 'ICML', year: 2024 })).toBe(120);
  await expect(bench.another({ embeddingDb: url, modelName: 'other' }).addPaper(paper('x'))).rejects.toThrow(
    /of the model "test-model"/,
  );
  await manager.close();

  const again = bench.another({ embeddingDb: url });
  expect(await again.paperExists('far')).toBe(true);
  await again.createCollection({ reset: true });
  expect((await again.getCollectionStats()).count).toBe(0);
}
