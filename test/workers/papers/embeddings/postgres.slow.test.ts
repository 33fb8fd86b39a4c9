/** The operations of a manager on PostgreSQL with pgvector, by URL. */
import { expect, it } from '@jest/globals';
import { inspect } from 'node:util';
import { EmbeddingsError } from '../../../../workers/papers/embedding-api/errors.js';
import { DatabaseManager } from '../../../../workers/papers/database-manager.js';
import { startPgvector } from '../../../support/pgvector.js';
import { benches, paper } from './bench.js';
import { useEveryOperation } from './every-operation.js';
import { forAllTests } from '../../../support/opened.js';

const bench = benches({ inFolder: true });
const server = forAllTests(startPgvector, (one) => one.stop());

it('does all that it does on a folder', async () => {
  await useEveryOperation(bench, await server.database());
});

it('keeps vectors and papers in one database', async () => {
  const url = await server.database();
  const manager = bench.another({ embeddingDb: url, paperDb: url });
  const database = new DatabaseManager(url);
  await database.addPapers([paper('a'), paper('b', { title: 'Suns', abstract: 'Far away suns.' })]);
  expect(await manager.embedFromDatabase()).toBe(2);
  expect((await manager.searchPapersSemantic('Far away suns.', database))[0]).toMatchObject({ uid: 'b' });
  await manager.close();
  await database.close();
});

it('moves vectors to a folder and back', async () => {
  const [there, here] = [bench.another({ embeddingDb: await server.database() }), bench.another()];
  await there.addPapers([paper('a'), paper('b', { decision: '\0 odd' })]);
  const data = await there.exportEmbeddings('ICML', 2024);
  expect(await here.importEmbeddings(data, 'ICML', 2024)).toBe(2);
  const back = await here.exportEmbeddings('ICML', 2024);
  expect(back).toEqual(data);
  expect(await there.importEmbeddings(JSON.parse(JSON.stringify(back)) as typeof back, 'ICML', 2024)).toBe(2);
  expect(await there.exportEmbeddings('ICML', 2024)).toEqual(data);
});

it('raises an EmbeddingsError without the password where it cannot connect', async () => {
  const url = 'postgresql://me:sesame-word@127.0.0.1:1/papers';
  const thrown: unknown = await bench
    .another({ embeddingDb: url })
    .connect()
    .catch((reason: unknown) => reason);
  expect(thrown).toBeInstanceOf(EmbeddingsError);
  expect(inspect(thrown)).toMatch(/postgresql:\/\/127\.0\.0\.1:1\/papers cannot be reached/);
  expect(inspect(thrown)).not.toMatch(/sesame/);
  expect(bench.log.join()).not.toMatch(/sesame/);
});
