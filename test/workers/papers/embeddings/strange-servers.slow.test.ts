/** Servers as they are: batches that come back, texts that spoil their batch, servers that are away. */
import { expect, it } from '@jest/globals';
import { createEmbeddingApi, type EmbeddingApi } from '../../../../workers/papers/embedding-api/client.js';
import { embedPapers, type EmbedPapersOptions } from '../../../../workers/papers/embeddings/embed/embed-papers.js';
import { EmbeddingsError } from '../../../../workers/papers/embedding-api/errors.js';
import { silentLog, type Log } from '../../../../workers/base/ports.js';
import type { EmbeddingServerSettings } from '../../../support/embedding-server.js';
import { hastyClock } from '../../../support/hasty-clock.js';
import { patience } from '../../../support/patience.js';
import { benches, paper, papers } from './bench.js';

const bench = benches();
const clock = hastyClock();
const requests = (): number => bench.server.embeddings().length;
/** A server that hangs is given up after half a second; later on a busy machine, where all responses take longer. */
const timeout = Math.round(patience() / 120);
const apiOf = (): EmbeddingApi =>
  createEmbeddingApi({ apiUrl: bench.server.url, modelName: 'test-model', requestsPerMinute: 0, clock, timeout });

async function embed(count: number, more: Partial<EmbedPapersOptions> = {}) {
  const failed: string[] = [];
  const log: Log = { ...silentLog, warn: (line) => bench.log.push(line), info: (line) => bench.log.push(line) };
  const collection = await bench.memory.collection('papers');
  const report = await embedPapers(papers(count), {
    ...{ api: apiOf(), collection, modelName: 'test-model', clock, log },
    onPaper: (uid, { kind }) => void (kind === 'failed' && failed.push(uid)),
    ...more,
  });
  return { ...report, uids: failed };
}

type Odd = ReturnType<NonNullable<EmbeddingServerSettings['misbehave']>>;
const failures: [string, Odd][] = [
  ['500, out of memory', { status: 500, body: { error: { message: 'CUDA out of memory. Tried to allocate' } } }],
  [
    '500, NaN',
    { status: 500, body: { error: { message: 'failed to encode response: json: unsupported value: NaN' } } },
  ],
  ['502', { status: 502, body: '<html>Bad Gateway</html>' }],
  ['503', { status: 503 }],
  ['424', { status: 424, body: { error: 'Inference error', error_type: 'backend' } }],
  ['403', { status: 403, body: 'Blocked by the firewall' }],
  ['a closed connection', { broken: 'at once' }],
  ['half a response', { broken: 'half way' }],
  ['no response', { hang: true }],
];

it.each(failures)('more than 16 texts end in %s: all are embedded', async (_, odd) => {
  bench.server.settings.misbehave = ({ texts }) => (texts.length > 16 ? odd : undefined);
  expect(await embed(100)).toMatchObject({ embedded: 100, failed: 0 });
  expect(requests()).toBeLessThan(26);
  expect(bench.log.join('\n')).toMatch(/Sending 13 texts per request/);
});

it.each(failures)('one text ends in %s: all others are embedded', async (_, odd) => {
  for (const bad of ['p0', 'p37', 'p99']) {
    const before = requests();
    bench.log.length = 0;
    bench.server.settings.misbehave = ({ texts }) =>
      texts.some((text) => text.startsWith(`Title of ${bad}\n`)) ? odd : undefined;
    const report = await embed(100, { force: true });
    expect(report).toMatchObject({ embedded: 99, failed: 1, uids: [bad] });
    // One request, a harmless text, two for each halving, and a harmless text again.
    expect(requests() - before).toBeLessThan(18);
    expect(bench.log.join('\n')).toContain(`Skipped the paper "${bad}": "Title of ${bad}". `);
  }
});

it.each(failures)('a server that is away with %s is waited for, and no paper is blamed', async (_, odd) => {
  bench.server.settings.misbehave = () => odd;
  await expect(embed(100)).rejects.toThrow(EmbeddingsError);
  expect(requests()).toBeLessThan(7);
  expect(bench.log).toEqual([]);
  bench.server.settings.misbehave = undefined;
  expect(await embed(100)).toMatchObject({ embedded: 100 });
});

it('a server that goes away while a text is looked for blames no other paper', async () => {
  for (const last of [1, 2, 3, 4, 5, 6, 8, 10]) {
    const before = requests();
    bench.log.length = 0;
    bench.server.settings.misbehave = ({ texts }) =>
      requests() - before > last || texts.some((text) => text.startsWith('Title of p60\n'))
        ? { status: 500 }
        : undefined;
    await expect(embed(100, { force: true })).rejects.toThrow(EmbeddingsError);
    expect(bench.log.filter((line) => line.includes('Skipped') && !line.includes('p60'))).toEqual([]);
  }
});

it('a single failure does not blame a single paper', async () => {
  bench.server.next({ status: 500 });
  expect(await embed(1)).toMatchObject({ embedded: 1 });
  bench.server.next({ status: 500 }, {}, { status: 500 });
  expect(await embed(2, { force: true })).toMatchObject({ embedded: 2 });
});

it('the size that works is kept for the server', async () => {
  bench.server.settings.misbehave = ({ texts }) => (texts.length > 16 ? { status: 500 } : undefined);
  const api = apiOf();
  await embed(100, { api });
  const before = bench.server.embeddings().length;
  await embed(100, { api, force: true });
  const sizes = bench.server
    .embeddings()
    .slice(before)
    .map(({ texts }) => texts.length);
  expect(Math.max(...sizes)).toBeLessThan(20);
  expect(sizes.length).toBeLessThan(14);
});

it('a probe is one of the limited requests', async () => {
  bench.server.settings.misbehave = ({ texts }) => (texts.length > 3 ? { status: 500 } : undefined);
  const ending = AbortSignal.timeout(1500);
  const api = createEmbeddingApi({ apiUrl: bench.server.url, modelName: 'm', requestsPerMinute: 2, clock });
  await expect(embed(20, { api, signal: ending, modelName: 'm' })).rejects.toThrow();
  await api.close();
  expect(requests()).toBeLessThan(4);
});

it('the manager does the same', async () => {
  bench.server.settings.misbehave = ({ texts }) =>
    texts.length > 16 || texts.join().includes('Poison') ? { status: 500, body: 'unsupported value: NaN' } : undefined;
  await bench.database.addPapers([...papers(60), paper('bad', { abstract: 'Poison.' })]);
  expect(await bench.manager.embedFromDatabase()).toBe(60);
  expect(bench.log.join('\n')).toContain('Skipped the paper "bad": "Title of bad". ');
  expect(await bench.manager.embedFromDatabase()).toBe(0);
});
