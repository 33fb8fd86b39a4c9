import { expect, it } from '@jest/globals';
import { readSlice } from '../../../../workers/papers/embeddings/records/read-slice.js';
import { times } from '../../../support/times.js';
import { inPieces } from '../../../support/pieces.js';

const slice = { ids: ['a', 2], documents: ['ä', ''], metadatas: [{ year: 2020 }, {}], embeddings: [[1, 0.5], [3]] };

it('answers what the JSON says, vectors as floats of 32 bits', async () => {
  expect(await readSlice(inPieces(JSON.stringify(slice), 65_536))).toEqual({
    ...slice,
    ids: ['a', '2'],
    embeddings: [Float32Array.of(1, 0.5), Float32Array.of(3)],
  });
});

it('hands over more than it answers at once, in order', async () => {
  const n = 333;
  const list = <Item>(of: (at: number) => Item): Item[] => Array.from({ length: n }, (_, at) => of(at));
  const many = {
    ids: list(String),
    documents: list(String),
    metadatas: list(() => ({})),
    embeddings: list((at) => [at + 1]),
  };
  const read = await readSlice(inPieces(JSON.stringify(many), 65_536));
  expect([read.ids, read.documents, read.embeddings.map((vector) => vector[0])]).toEqual([
    many.ids,
    many.documents,
    list((at) => at + 1),
  ]);
});

it.each([
  ['{', 'SyntaxError', ''],
  [`{"ids":${'['.repeat(1000)}`, 'SyntaxError', 'deeper'],
  ['null', 'EmbeddingsError', 'must have a list'],
  [JSON.stringify({ ...slice, ids: ['a'] }), 'EmbeddingsError', 'equally long'],
  [JSON.stringify({ ...slice, embeddings: [[1, 'x'], [3]] }), 'EmbeddingsError', 'position 1'],
  [JSON.stringify({ ...slice, metadatas: ['x', {}] }), 'EmbeddingsError', 'must be an object'],
  [JSON.stringify({ ...slice, documents: ['x'.repeat(2e6), ''] }), 'EmbeddingsError', 'longer than'],
])('refuses %.40s', async (text, name, why) => {
  const thrown: unknown = await readSlice(inPieces(text, 65_536)).catch((error: unknown) => error);
  expect([(thrown as Error).name, (thrown as Error).message]).toEqual([name, expect.stringContaining(why)]);
});

it('leaves the event loop to others all the while', async () => {
  let turns = 0;
  let isRead = false;
  const turn = (): void => void (isRead || (turns++, setTimeout(turn, 5)));
  const text = `{"ids":[${'[],'.repeat(times(2e6, 8e6))}1]}`;
  turn();
  await readSlice(inPieces(text, 65_536)).catch(() => undefined);
  isRead = true;
  // Were it read in the event loop, one or two would come in all that time.
  expect(turns).toBeGreaterThan(10);
});
