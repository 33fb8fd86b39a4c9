/** The engine: batches, refused texts, APIs in trouble. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createEmbeddingApi } from '../../../../workers/papers/embedding-api/client.js';
import { EmbeddingApiError } from '../../../../workers/papers/embedding-api/errors.js';
import type { Embeds } from '../../../../workers/papers/embeddings/embed/ask.js';
import {
  createPaperEmbedder,
  embedPapers,
  type EmbedPapersOptions,
  type PaperOutcome,
} from '../../../../workers/papers/embeddings/embed/embed-papers.js';
import { EmbeddingsError } from '../../../../workers/papers/embedding-api/errors.js';
import { silentLog, type Clock } from '../../../../workers/base/ports.js';
import type { VectorCollection } from '../../../../workers/papers/vectors/types.js';
import { VectorStoreError } from '../../../../workers/papers/vectors/types.js';
import { hastyClock } from '../../../support/hasty-clock.js';
import { benches, paper, papers } from './bench.js';

const bench = benches();
let collection: VectorCollection;
let outcomes: Map<string, PaperOutcome['kind']>;
const clock = hastyClock();
let api: Embeds;
beforeEach(async () => {
  collection = await bench.memory.collection('papers');
  outcomes = new Map();
  clock.pauses.length = 0;
  api = createEmbeddingApi({ apiUrl: bench.server.url, modelName: 'test-model', requestsPerMinute: 0, clock });
});
const options = (more: Partial<EmbedPapersOptions> = {}): EmbedPapersOptions => ({
  api,
  collection,
  modelName: 'test-model',
  clock,
  onPaper: (uid, outcome) => outcomes.set(uid, outcome.kind),
  log: { ...silentLog, warn: (line) => bench.log.push(line) },
  ...more,
});
const failed = () => [...outcomes].filter(([, kind]) => kind === 'failed').map(([uid]) => uid);
const requests = () => bench.server.embeddings().length;

describe('embedPapers', () => {
  it('says of each paper what became of it', async () => {
    await embedPapers([paper('a')], options());
    outcomes.clear();
    expect(await embedPapers([paper('a'), paper('b'), { uid: 'empty' }], options())).toEqual({
      embedded: 1,
      unchanged: 1,
      failed: 1,
    });
    expect([...outcomes]).toEqual([
      ['a', 'unchanged'],
      ['empty', 'failed'],
      ['b', 'embedded'],
    ]);
    expect(bench.log.join()).toMatch(/Skipped the paper "empty": .*no title and no abstract/);
    await embedPapers([paper('a')], options({ force: true }));
    expect(outcomes.get('a')).toBe('embedded');
  });

  it.each([[[37]], [[0, 99]], [[10, 11, 12, 13]], [[5, 50, 60, 61, 99]]])(
    'leaves exactly the refused papers %j out of a batch',
    async (bad) => {
      bench.server.settings.refuse = { text: new RegExp(`Title of (${bad.map((n) => `p${n}`).join('|')})\\n`) };
      const report = await embedPapers(papers(100), options());
      expect(report).toEqual({ embedded: 100 - bad.length, unchanged: 0, failed: bad.length });
      expect(failed()).toEqual(bad.map((n) => `p${n}`));
      expect(requests()).toBeLessThan(2 + bad.length * 15);
    },
  );

  it.each([
    ['null', 4],
    ['short', Infinity],
    ['missing', Infinity],
  ] as const)('leaves out a paper whose vector is %s', async (as, most) => {
    bench.server.settings.odd = { text: /Title of p7\n/, as };
    await embedPapers(papers(20), options());
    expect(failed()).toEqual(['p7']);
    expect(await collection.count()).toBe(19);
    expect(requests()).toBeLessThan(most);
  });

  it('goes by what most vectors of a first answer have', async () => {
    bench.server.settings.odd = { text: /Title of p0\n/, as: 'short' };
    await embedPapers(papers(5), options());
    expect(failed()).toEqual(['p0']);
    expect((await collection.facts()).dimension).toBe(16);
  });

  it('learns how many texts the API takes, without a storm of requests', async () => {
    bench.server.settings.maxBatch = 10;
    expect((await embedPapers(papers(1000), options())).embedded).toBe(1000);
    expect(requests()).toBeLessThan(150);
    expect(Math.max(...bench.server.asked().values())).toBeLessThan(8);
  });

  it('remembers that between pieces', async () => {
    bench.server.settings.maxBatch = 10;
    const embedder = createPaperEmbedder(options());
    await embedder.add(papers(200));
    const learnt = requests();
    await embedder.add(papers(300).slice(200));
    expect(await embedder.finish()).toEqual({ embedded: 300, unchanged: 0, failed: 0 });
    expect(requests() - learnt).toBeLessThan(16);
  });

  it.each([
    [{ status: 400 }],
    [{ status: 422 }],
    [{ body: '<html>Hello</html>' }],
    [{ body: { data: [] } }],
    [{ status: 200, body: { error: { message: 'model not found', code: 400 } } }],
  ])('gives up an API that answers everything with %j', async (answer) => {
    bench.server.settings.misbehave = () => answer;
    await expect(embedPapers(papers(300), options())).rejects.toThrow(/The embedding API rejects every text/);
    expect(requests()).toBeLessThan(25);
    expect(await collection.count()).toBe(0);
  });

  it('goes on where it dislikes many texts, but not a harmless one', async () => {
    bench.server.settings.refuse = { text: /Title of p/ };
    expect(await embedPapers(papers(40), options())).toEqual({ embedded: 0, unchanged: 0, failed: 40 });
    expect(requests()).toBeLessThan(100);
  });

  it('gives up where every vector has another dimension than the collection', async () => {
    await embedPapers([paper('a')], options());
    bench.server.settings.dimension = 8;
    await expect(embedPapers(papers(100), options())).rejects.toThrow(/vectors of 8 dimensions; the collection has 16/);
    expect(requests()).toBe(3);
  });

  it('refuses a collection of another model before any request', async () => {
    await embedPapers([paper('a')], options());
    await expect(embedPapers([paper('b')], options({ modelName: 'other' }))).rejects.toThrow(EmbeddingsError);
    expect(requests()).toBe(1);
  });

  it('tells of a store that fails as it is', async () => {
    collection.upsert = () => Promise.reject(new VectorStoreError('full'));
    await expect(embedPapers(papers(3), options())).rejects.toThrow(VectorStoreError);
  });

  it('waits as long as the API asks for, and gives up when that is too long', async () => {
    let asked = 0;
    const busy = (retryAfterMs: number | undefined, times: number): Embeds => ({
      embed: async (texts, more) => {
        if (asked++ < times) throw new EmbeddingApiError('rate', 'Too many requests.', { retryAfterMs });
        return api.embed(texts, more);
      },
    });
    expect(await embedPapers(papers(3), options({ api: busy(90_000, 2) }))).toMatchObject({ embedded: 3 });
    expect(clock.pauses).toEqual([90_000, 90_000]);
    asked = 0;
    clock.pauses.length = 0;
    await embedPapers(papers(6), options({ api: busy(undefined, 3) }));
    expect(clock.pauses).toEqual([5_000, 10_000, 20_000]);
    asked = 0;
    clock.pauses.length = 0;
    // "Retry-After: 0", or a date that is over: it is asked ever more seldom all the same.
    await embedPapers(papers(7), options({ api: busy(0, 3) }));
    expect(clock.pauses).toEqual([5_000, 10_000, 20_000]);
    asked = 0;
    await expect(embedPapers(papers(9), options({ api: busy(3_600_000, 1) }))).rejects.toThrow(
      /The embedding stopped: Too many requests/,
    );
  });

  it('stops at once, with the words of the server, if the quota is used up', async () => {
    const error = { code: 'insufficient_quota', message: 'You exceeded your current quota' };
    bench.server.settings.misbehave = () => ({ status: 429, body: { error } });
    await expect(embedPapers(papers(3), options())).rejects.toThrow(/stopped: .*“You exceeded your current quota”/);
    expect([requests(), clock.pauses]).toEqual([1, []]);
  });

  it('waits as a server asks that is away for a moment, and asks nothing of one that needs longer', async () => {
    let asked = 0;
    const away = (retryAfterMs: number): Embeds => ({
      embed: async (texts, more) => {
        if (asked++ === 0) throw new EmbeddingApiError('away', 'Restarting.', { status: 503, retryAfterMs });
        return api.embed(texts, more);
      },
    });
    expect(await embedPapers(papers(3), options({ api: away(4_000) }))).toMatchObject({ embedded: 3 });
    expect(clock.pauses).toEqual([4_000]);
    asked = 0;
    await expect(embedPapers(papers(6), options({ api: away(120_000) }))).rejects.toThrow(/stopped: Restarting/);
    expect(asked).toBe(1);
  });

  it('can be ended while it waits, and while a request is out; what was answered is saved', async () => {
    const ending = new AbortController();
    const reason = new Error('Enough.');
    const never: Clock = { ...clock, after: () => (setImmediate(() => ending.abort(reason)), () => undefined) };
    const busy: Embeds = { embed: () => Promise.reject(new EmbeddingApiError('rate', 'Wait.')) };
    await expect(embedPapers(papers(3), options({ api: busy, clock: never, signal: ending.signal }))).rejects.toBe(
      reason,
    );

    const second = new AbortController();
    bench.server.settings.misbehave = () => {
      if (requests() < 2) return undefined;
      second.abort(reason);
      return { hang: true };
    };
    await expect(embedPapers(papers(200), options({ signal: second.signal }))).rejects.toBe(reason);
    expect(await collection.count()).toBe(100);
    await expect(embedPapers(papers(200), options({ signal: second.signal }))).rejects.toBe(reason);
  });

  it('makes a collection again only when the first vectors have come', async () => {
    await embedPapers([paper('old')], options());
    bench.server.settings.dimension = 8;
    const order: string[] = [];
    bench.server.next({ status: 401 });
    await expect(embedPapers([paper('a')], options({ modelName: 'other', clears: true, force: true }))).rejects.toThrow(
      EmbeddingsError,
    );
    expect(await collection.ids()).toEqual(['old']);
    await embedPapers(
      [paper('a')],
      options({
        modelName: 'other',
        clears: true,
        force: true,
        beforeFirstSave: async () => void order.push(`first of ${await collection.count()}`),
      }),
    );
    expect(order).toEqual(['first of 1']);
    expect(await collection.facts()).toEqual({ count: 1, dimension: 8, model: 'other' });
  });
});
