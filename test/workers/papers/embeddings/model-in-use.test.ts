/** What stands before texts, and which vectors may be compared. */
import { describe, expect, it } from '@jest/globals';
import { modelInUse, type ModelSettings } from '../../../../workers/papers/embeddings/model-in-use.js';
import { benches, paper } from './bench.js';

const bench = benches();
const settings = (more: Partial<ModelSettings>): ModelSettings => ({
  ...{ modelName: 'nomic-embed-text', modelInput: 'automatic', dimensions: 0 },
  ...{ documentPrefix: '', queryPrefix: '', documentType: '', queryType: '' },
  ...more,
});
const nomic = 'nomic-embed-text + "search_document: "';
const both = (modelName: string): string[] => {
  const { documents, queries } = modelInUse(settings({ modelName }), null).input;
  return [documents, queries].map(({ prefix, fields }) => prefix + Object.values(fields).join());
};

it.each([
  ['nomic-embed-text', 'search_document: ', 'search_query: '],
  ['text-embedding-nomic-embed-text-v1.5', 'search_document: ', 'search_query: '],
  ['intfloat/multilingual-e5-large', 'passage: ', 'query: '],
  ['nvidia/nv-embedqa-e5-v5', 'passage', 'query'],
  ['voyage-3-large', 'document', 'query'],
  ['cohere/embed-multilingual-v3.0', 'search_document', 'search_query'],
  ['embed-v4.0', 'search_document', 'search_query'],
  ['jina-embeddings-v3', 'retrieval.passage', 'retrieval.query'],
  ['embeddinggemma:300m', 'title: none | text: ', 'task: search result | query: '],
  ['BAAI/bge-large-en-v1.5', '', 'Represent this sentence for searching relevant passages: '],
])('%s expects certain words', (model, documents, queries) => {
  expect(both(model)).toEqual([documents, queries]);
});

it.each([
  'text-embedding-qwen3-embedding-4b',
  'Qwen/Qwen3-Embedding-0.6B',
  'e5-mistral-7b-instruct',
  'multilingual-e5-large-instruct',
])('%s expects an instruction before queries only', (model) => {
  expect(both(model)[0]).toBe('');
  expect(both(model)[1]).toMatch(/^Instruct: Given a web search query.*\nQuery: ?$/);
  expect(modelInUse(settings({ modelName: model }), null).name).toBe(model);
});

it.each(['text-embedding-3-small', 'all-minilm', 'bge-m3', 'jina-embeddings-v2-base-en', 'test-model', 'my-embed-v3'])(
  '%s expects nothing',
  (model) => expect(both(model)).toEqual(['', '']),
);

describe('vectors that exist decide', () => {
  it.each<[string, Partial<ModelSettings>, string | null, string]>([
    ['none', {}, null, nomic],
    ['none, for a program that sets nothing', { modelInput: undefined }, null, 'nomic-embed-text'],
    ['of the plain text', {}, 'nomic-embed-text', 'nomic-embed-text'],
    ['of the plain text, with an alias', {}, 'alias-nomic-embed-text', 'nomic-embed-text'],
    ['as the model card says', {}, nomic, nomic],
    ['as the model card says, for a program that sets nothing', { modelInput: undefined }, nomic, nomic],
    ['as the model card says, but plain is wanted', { modelInput: 'plain' }, nomic, 'nomic-embed-text'],
    ['of another model', {}, 'other', nomic],
    ['of another dimension', { dimensions: 256 }, 'nomic-embed-text', `${nomic} + dimensions=256`],
    [
      'of the plain text and this dimension',
      { dimensions: 9 },
      'nomic-embed-text + dimensions=9',
      'nomic-embed-text + dimensions=9',
    ],
    [
      'of the plain text, but own words are wanted',
      { documentPrefix: 'a\\nb ' },
      'nomic-embed-text',
      'nomic-embed-text + "a\\nb "',
    ],
    ['of the plain text, and own words for queries', { queryPrefix: 'q: ' }, 'nomic-embed-text', 'nomic-embed-text'],
    ['of another type', { documentType: 'passage' }, null, 'nomic-embed-text + input_type=passage'],
  ])('%s', (_, more, noted, name) => {
    expect(modelInUse(settings(more), noted).name).toBe(name);
  });
});

const sent = () => bench.server.embeddings().map(({ body }) => body as Record<string, unknown>);

it('papers and queries get what the model card says, and the vectors are noted so', async () => {
  const modelName = 'nomic-embed-text';
  const manager = bench.another({ modelName, modelInput: 'automatic', dimensions: 16 });
  await bench.database.addPapers([paper('a')]);
  expect(await manager.embedFromDatabase()).toBe(1);
  await manager.searchSimilar('birds');
  expect(sent().map(({ input, dimensions }) => [input, dimensions])).toEqual([
    ['search_document: Title of a\n\nWhat a is about.', 16],
    ['search_query: birds', 16],
  ]);
  const name = `${nomic} + dimensions=16`;
  expect((await manager.getCollectionStats()).metadata.model).toBe(name);
  expect(await bench.database.getEmbeddingModel()).toBe(name);
  expect((await (await manager.collection).get(['a']))[0]?.document).toBe('Title of a\n\nWhat a is about.');
  expect(await manager.embedFromDatabase()).toBe(0);
  // A program that sets nothing asks as the vectors were made; another dimension is another model.
  await bench.another({ modelName, dimensions: 16 }).searchSimilar('birds');
  expect(sent().at(-1)).toMatchObject({ input: 'search_query: birds' });
  for (const more of [{ dimensions: 8 }, { dimensions: 16, modelInput: 'plain' } as const, { documentPrefix: 'x' }])
    await expect(bench.another({ modelName, ...more }).searchSimilar('birds')).rejects.toThrow(/cannot be mixed/);
});

it('vectors of the plain text stay until all papers are embedded again', async () => {
  const modelName = 'nomic-embed-text';
  await bench.database.addPapers([paper('a')]);
  await bench.another({ modelName }).embedFromDatabase();
  const manager = bench.another({ modelName, modelInput: 'automatic' });
  expect(await manager.checkModelCompatibility()).toEqual([true, modelName, modelName]);
  await bench.database.addPapers([paper('b')]);
  expect(await manager.embedFromDatabase()).toBe(1);
  await manager.searchSimilar('birds');
  expect(sent().map(({ input }) => input)).toEqual([
    'Title of a\n\nWhat a is about.',
    'Title of b\n\nWhat b is about.',
    'birds',
  ]);
  expect(await manager.embedFromDatabase({ forceRecreate: true })).toBe(2);
  await manager.searchSimilar('birds');
  expect(sent().at(-1)).toMatchObject({ input: 'search_query: birds' });
  expect(await manager.checkModelCompatibility()).toEqual([true, nomic, nomic]);
});

it('an instruction before queries does not change vectors of papers', async () => {
  const manager = bench.another({ modelName: 'qwen3-embedding:4b', modelInput: 'automatic' });
  await manager.addPaper(paper('a'));
  await manager.searchSimilar('birds');
  expect(sent().map(({ input }) => input)).toEqual([
    'Title of a\n\nWhat a is about.',
    'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:birds',
  ]);
  await bench.another({ modelName: 'qwen3-embedding:4b' }).searchSimilar('birds');
  expect(sent().at(-1)).toMatchObject({ input: 'birds' });
});

it('own words and types are sent', async () => {
  const manager = bench.another({
    ...{ documentPrefix: 'd: ', queryPrefix: 'q:\\n' },
    ...{ documentType: 'passage', queryType: 'query' },
  });
  await manager.addPaper(paper('a'));
  await manager.searchSimilar('birds');
  expect(sent()).toMatchObject([
    { input: 'd: Title of a\n\nWhat a is about.', input_type: 'passage' },
    { input: 'q:\nbirds', input_type: 'query' },
  ]);
});
