/** The operations of a manager on a real Chroma server, by URL. */
import { afterAll, expect, it } from '@jest/globals';
import { EmbeddingsError } from '../../../../workers/papers/embedding-api/errors.js';
import { withChroma } from '../../../support/chroma.js';
import { benches, paper } from './bench.js';
import { useEveryOperation } from './every-operation.js';

await withChroma('a manager on Chroma', (chroma) => {
  const bench = benches({ inFolder: true });
  afterAll(() => chroma.stop());

  it('does all that it does on a folder', async () => {
    await useEveryOperation(bench, chroma.url);
  });

  it('raises an EmbeddingsError where the server is away, and goes on when it is back', async () => {
    const manager = bench.another({ embeddingDb: chroma.url });
    await manager.addPaper(paper('a'));
    await chroma.kill();
    await expect(manager.paperExists('a')).rejects.toThrow(EmbeddingsError);
    await expect(bench.another({ embeddingDb: chroma.url }).connect()).rejects.toThrow(EmbeddingsError);
    await chroma.start();
    expect(await manager.paperExists('a')).toBe(true);
  });
});
