/** A test of an embedding server finds its models, dimension and speed. */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createEmbeddingApi, type EmbeddingApi } from '../../../../workers/papers/embedding-api/client.js';
import { findServers, testServer } from '../../../../workers/papers/embedding-api/server-test.js';
import { startEmbeddingServer, type EmbeddingServer } from '../../../support/embedding-server.js';

let server: EmbeddingServer;
let api: EmbeddingApi;
beforeEach(async () => {
  server = await startEmbeddingServer({ dimension: 12 });
  api = createEmbeddingApi({ apiUrl: server.url, authToken: 'secret', modelName: 'fake', requestsPerMinute: 0 });
});
afterEach(async () => {
  await api.close();
  await server.close();
});
const { signal } = new AbortController();
const test = () => testServer(api, { as: { prefix: 'passage: ', fields: { dimensions: 12 } }, batch: 100, signal });

it('finds models, dimension, speed and the size of a batch with three requests', async () => {
  expect(await test()).toEqual({
    ...{ models: ['fake'], dimension: 12, milliseconds: expect.any(Number), accepts_batch: true, problem: null },
  });
  expect(server.requests.map(({ path, texts }) => [path, texts.length])).toEqual([
    ['/v1/models', 0],
    ['/v1/embeddings', 1],
    ['/v1/embeddings', 100],
  ]);
  expect(server.requests[1]?.body).toMatchObject({ input: expect.stringMatching(/^passage: /), dimensions: 12 });
});

it.each([{ status: 500 }, { status: 400, body: { error: 'at most 16' } }, { broken: 'at once' } as const])(
  'says that a full batch is answered with %j',
  async (odd) => {
    server.settings.misbehave = ({ texts }) => (texts.length > 16 ? odd : undefined);
    expect(await test()).toMatchObject({ dimension: 12, accepts_batch: false, problem: null });
    expect(server.requests).toHaveLength(3);
  },
);

it('says why there is no vector, and does not send a batch then', async () => {
  server.settings.misbehave = ({ texts }) =>
    texts.length > 0 ? { status: 404, body: { error: 'model "fake" not found, try pulling it first' } } : undefined;
  const found = await test();
  expect(found).toMatchObject({ models: ['fake'], dimension: null, accepts_batch: null });
  expect(String(found.problem)).toMatch(/the server does not have this model \(“model "fake" not found/);
  expect(server.requests).toHaveLength(2);
  await server.close();
  expect(String((await test()).problem)).toMatch(/cannot be reached/);
});

it('reads lists of models of other forms', async () => {
  for (const body of [{ models: [{ name: 'a\u0007b' }] }, [{ id: 'a b' }], { data: ['a b', 7, '', { id: 1 }] }]) {
    server.next({ body });
    expect(await api.models()).toEqual(['a b']);
  }
  server.next({ body: '<html>' });
  await expect(api.models()).rejects.toThrow(/not JSON/);
});

it('finds only servers that answer, and sends them no token', async () => {
  const away = await startEmbeddingServer();
  await away.close();
  const servers = [
    { name: 'Ollama', address: server.url },
    { name: 'LM Studio', address: away.url },
  ];
  expect(await findServers(signal, servers)).toEqual([{ name: 'Ollama', address: server.url, models: ['fake'] }]);
  expect(server.requests.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ['/v1/models', undefined],
  ]);
});
