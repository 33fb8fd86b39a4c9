/** Texts that are too long for the model: their beginning is embedded, and marked. */
import { expect, it } from '@jest/globals';
import { beginningOf, lengthsToTry } from '../../../../workers/papers/embeddings/embed/beginning.js';
import { benches, paper, papers } from './bench.js';

const bench = benches();

/** As servers of several kinds say it. */
const refusals = [
  { status: 400, body: { error: { message: 'x', type: 'invalid_request_error', code: 'context_length_exceeded' } } },
  {
    status: 400,
    body: { error: { message: "This model's maximum context length is 512 tokens, you requested 900.", code: null } },
  },
  { status: 400, body: { object: 'error', message: 'maximum context length is 512 tokens', error: 'BadRequestError' } },
  { status: 413, body: { error: 'Input validation error: `inputs` must have less than 512 tokens. Given: 900' } },
  { status: 500, body: { error: { code: 500, message: 'input is too large to process. increase the batch size' } } },
  { status: 200, body: { error: { message: 'the input length exceeds the context length' } } },
];

const long = (uid: string, words: number) => paper(uid, { abstract: 'words and more words '.repeat(words) });

it.each(refusals)('are known by %j', async (refusal) => {
  bench.server.settings.misbehave = ({ texts }) => (texts.some((text) => text.length > 1500) ? refusal : undefined);
  await bench.database.addPapers([...papers(6), long('a', 200), long('b', 150), ...papers(9).slice(6)]);
  expect(await bench.manager.embedFromDatabase()).toBe(11);
  const [a, b, other] = await (await bench.manager.collection).get(['a', 'b', 'p0']);
  for (const record of [a, b]) {
    const embedded = Number(record?.metadata['embedded_characters']);
    expect(embedded).toBeGreaterThan(700);
    expect(embedded).toBeLessThanOrEqual(1500);
    expect(record?.document.length).toBeGreaterThan(3000);
    const [distance] =
      (await bench.manager.searchSimilar(String(record?.document.slice(0, embedded)))).distances[0] ?? [];
    expect(distance).toBeCloseTo(0, 5);
  }
  expect(other?.metadata).not.toHaveProperty('embedded_characters');
  expect(bench.log.filter((line) => /accepts only the first \d+ of the \d+ characters/.test(line))).toHaveLength(2);
  // It is done: neither embedded again nor taken for changed.
  const asked = bench.server.requests.length;
  expect(await bench.manager.embedFromDatabase()).toBe(0);
  expect(await bench.manager.paperNeedsUpdate(long('a', 200))).toBe(false);
  expect(bench.server.requests).toHaveLength(asked);
});

it('are whole again with a model that takes them', async () => {
  bench.server.settings.misbehave = ({ texts }) => (texts.some((text) => text.length > 1500) ? refusals[0] : undefined);
  await bench.manager.addPaper(long('a', 200));
  delete bench.server.settings.misbehave;
  await bench.manager.addPaper(long('a', 200));
  const [a] = await (await bench.manager.collection).get(['a']);
  expect(a?.metadata).not.toHaveProperty('embedded_characters');
});

it('are left where the model takes not even their beginning', async () => {
  bench.server.settings.misbehave = ({ texts }) => (/words/.test(texts.join()) ? refusals[0] : undefined);
  await bench.database.addPapers([...papers(2), long('a', 200)]);
  expect(await bench.manager.embedFromDatabase()).toBe(2);
  expect(bench.log.join()).toMatch(/Skipped the paper "a": .*too long for the model/);
});

it('are cut at the end of a word, and begin with what was taken before', () => {
  expect(beginningOf('one two three', 9)).toBe('one two');
  expect(beginningOf('one two three', 7)).toBe('one two');
  expect(beginningOf('one two three', 99)).toBe('one two three');
  expect(beginningOf('無空白の長い文章です', 4)).toBe('無空白の');
  expect(beginningOf('ab😀', 3).isWellFormed()).toBe(true);
  expect(lengthsToTry(1000)).toEqual([750, 500, 330, 200, 100]);
  expect(lengthsToTry(1000, 600)).toEqual([600, 500, 330, 200, 100]);
  expect(lengthsToTry(90)).toEqual([]);
});
