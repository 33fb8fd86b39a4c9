import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  VectorStoreError,
  type Metadata,
  type VectorCollection,
  type VectorRecord,
  type VectorStore,
  type Where,
  type Within,
} from '../../../../workers/papers/vectors/types.js';
import { OtherModelError } from '../../../../workers/papers/vectors/model.js';
import { WhereError } from '../../../../workers/papers/vectors/where.js';
import { times } from '../../../support/times.js';
import { record } from './record.js';

export interface OpenedStore {
  /** Empty. */
  store: VectorStore;
  /** What another start of the program finds, after `store.close()`. Missing where nothing outlives the process. */
  reopen?(): Promise<VectorStore>;
  /** Takes away everything, whichever store is open. */
  dispose(): Promise<void>;
}

const plain = (records: VectorRecord[]) =>
  records.map((one) => ({ ...one, embedding: [...Float32Array.from(one.embedding)] }));
const sorted = (ids: readonly string[]) => [...ids].sort();

/**
 * What every vector store does alike. `keepsOrder: false` for those that do not know the order of first adding,
 * `isShared` for those that several programs have open: they can be reopened before they are closed.
 */
export function describeCollections(
  name: string,
  open: () => Promise<OpenedStore>,
  { keepsOrder = true, isShared = false } = {},
): void {
  describe(`${name} as a vector store`, () => {
    let opened: OpenedStore;
    let store: VectorStore;
    let papers: VectorCollection;
    beforeEach(async () => {
      opened = await open();
      store = opened.store;
      papers = await store.collection('papers');
    });
    afterEach(async () => opened.dispose());

    const three = () => [
      record('a', [1, 0], { year: '2024', conference: 'ICML' }),
      record('b', [0, 1], { year: '2025', conference: 'ICML' }),
      record('c', [-1, 0], { year: '2025', conference: 'NeurIPS' }),
    ];
    const all = async () => plain(await papers.get(['a', 'b', 'c', 'd', 'e'], { embeddings: true }));

    describe('collections', () => {
      it('answers the same collection by the same name, also at once', async () => {
        const [one, other] = await Promise.all([store.collection('twice'), store.collection('twice')]);
        await one.upsert([record('a', [1, 0])]);
        expect(await other.count()).toBe(1);
        expect(one.name).toBe('twice');
        expect(sorted(await store.names())).toEqual(['papers', 'twice']);
      });

      it('keeps collections apart, dimensions too', async () => {
        const other = await store.collection('other');
        await papers.upsert([record('a', [1, 0])]);
        await other.upsert([record('a', [1, 0, 0], {}, 'another')]);
        expect((await papers.get(['a']))[0]?.document).toBe('about a');
        expect((await other.facts()).dimension).toBe(3);
      });

      it('drops a collection, or none', async () => {
        await papers.upsert(three(), { model: 'm' });
        await store.drop('papers');
        await store.drop('never-there');
        expect(await store.names()).toEqual([]);
        expect(await (await store.collection('papers')).facts()).toEqual({ count: 0, dimension: null, model: null });
      });

      it('knows its facts', async () => {
        expect(await papers.facts()).toEqual({ count: 0, dimension: null, model: null });
        await papers.upsert(three(), { model: 'model-4b' });
        expect(await papers.facts()).toEqual({ count: 3, dimension: 2, model: 'model-4b' });
        await papers.clear();
        expect(await papers.facts()).toEqual({ count: 0, dimension: null, model: null });
        expect(await papers.ids()).toEqual([]);
        await papers.upsert([record('a', [1, 0, 0])]);
        expect((await papers.facts()).dimension).toBe(3);
      });

      it('never holds vectors of two models, whoever writes', async () => {
        await papers.upsert([record('a', [1, 0])], { model: 'x' });
        expect((await papers.facts()).model).toBe('x');
        await expect(papers.upsert([record('b', [0, 1])], { model: 'y' })).rejects.toThrow(OtherModelError);
        await expect(papers.upsert([record('a', [0, 1])], { model: 'y' })).rejects.toThrow(/"x", not of "y"/);
        await expect(papers.replace({ year: '1' }, [record('b', [0, 1])], { model: 'y' })).rejects.toThrow(
          OtherModelError,
        );
        expect(await papers.facts()).toEqual({ count: 1, dimension: 2, model: 'x' });
        expect(await all()).toMatchObject([{ id: 'a', embedding: [1, 0] }]);
        await papers.upsert([record('b', [0, 1])], { model: 'alias-x' });
        expect(await papers.facts()).toEqual({ count: 2, dimension: 2, model: 'x' });
        const [one, other] = await Promise.allSettled([
          papers.clear().then(() => papers.upsert([record('c', [1, 0])], { model: 'y' })),
          papers.upsert([record('d', [1, 0])], { model: 'x' }),
        ]);
        expect([one.status, other.status]).toContain('fulfilled');
        const held = new Set((await all()).map(({ id }) => (id === 'c' ? 'y' : 'x')));
        expect([...held]).toEqual([(await papers.facts()).model]);
      });

      it('refuses who began before it was emptied for another model, and nobody else', async () => {
        await papers.upsert([record('a', [1, 0])], { model: 'x' });
        await papers.clear({ model: 'y' });
        expect(await papers.facts()).toEqual({ count: 0, dimension: null, model: 'y' });
        await expect(papers.upsert([record('b', [0, 1])], { model: 'x', seen: 'x' })).rejects.toThrow(OtherModelError);
        await expect(papers.upsert([record('b', [0, 1])], { model: 'x', seen: null })).rejects.toThrow(OtherModelError);
        expect(await papers.facts()).toEqual({ count: 0, dimension: null, model: 'y' });
        await papers.upsert([record('c', [0, 1])], { model: 'y', seen: 'x' });
        expect(await papers.facts()).toEqual({ count: 1, dimension: 2, model: 'y' });
        await papers.delete(['c']);
        await papers.upsert([record('d', [1, 0, 0])], { model: 'z', seen: 'y' });
        expect(await papers.facts()).toEqual({ count: 1, dimension: 3, model: 'z' });
      });

      if (isShared) {
        it('lets one of two programs in that write first with different models', async () => {
          const stores = [store, (await opened.reopen?.()) as VectorStore];
          for (let round = 0; round < times(10, 100); round++) {
            const both = await Promise.all(stores.map((one) => one.collection(`first-${round}`)));
            const written = await Promise.allSettled(
              both.map((one, n) => one.upsert([record(`${n}`, [1, n])], { model: `${n}`, seen: null })),
            );
            expect(written.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
            expect([round, await both[0]?.ids()]).toEqual([round, [(await both[1]?.facts())?.model]]);
          }
        });
      }

      it('forgets the model of which it holds nothing', async () => {
        await papers.upsert([record('a', [1, 0], { year: '1' })], { model: 'x' });
        await papers.replace({ year: '1' }, [record('a', [0, 1], { year: '1' })], { model: 'y' });
        expect((await papers.facts()).model).toBe('y');
        await papers.replace({ year: '1' }, [record('a', [1, 1], { year: '1' })], { model: null });
        expect(await papers.facts()).toEqual({ count: 1, dimension: 2, model: null });
        await papers.upsert([record('b', [1, 0])], { model: 'z' });
        expect((await papers.facts()).model).toBe('z');
        await papers.delete(['a', 'b']);
        await papers.upsert([record('c', [1, 0])], { model: 'w' });
        expect(await papers.facts()).toEqual({ count: 1, dimension: 2, model: 'w' });
      });

      it('takes another dimension once the last record is gone, and keeps the model', async () => {
        await papers.upsert(three(), { model: 'm' });
        await papers.delete(['a', 'b', 'c']);
        expect(await papers.facts()).toEqual({ count: 0, dimension: null, model: 'm' });
        await papers.upsert([record('a', [1, 0, 0])]);
        expect(await papers.facts()).toEqual({ count: 1, dimension: 3, model: 'm' });
        expect(await papers.nearest([1, 0, 0], {})).toEqual([{ id: 'a', distance: 0 }]);
      });
    });

    describe('records', () => {
      it('gives back what it was given, as 32-bit floats, in the order asked', async () => {
        const odd = record(
          'Ü "x" \'y\' %_\n🙂/..',
          [0.1, -1e-20],
          { title: 'Zeile\n"2" 🙂', empty: '', 'a.b c': ';', number: '007' },
          '',
        );
        await papers.upsert([odd, record('__proto__', [3, 4]), record('constructor', [5, 6])]);
        const got = await papers.get(['constructor', 'unknown', odd.id, '__proto__'], { embeddings: true });
        expect(got.map((one) => one.id)).toEqual(['constructor', odd.id, '__proto__']);
        expect(plain(got)[1]).toEqual({ ...odd, embedding: [Math.fround(0.1), Math.fround(-1e-20)] });
        expect(got[1]?.metadata).toEqual(odd.metadata);
        expect(await papers.get([])).toEqual([]);
        expect((await papers.get(['__proto__']))[0]?.embedding).toHaveLength(0);
      });

      it('keeps long documents', async () => {
        const document = 'Abstract with ü and 🙂. '.repeat(5_000);
        await papers.upsert([record('long', [1, 0], {}, document)]);
        expect((await papers.get(['long']))[0]?.document).toBe(document);
      });

      it('replaces a record wholly', async () => {
        await papers.upsert(three());
        await papers.upsert([record('a', [0, -1], { conference: 'ACL' }, 'new')]);
        expect(plain(await papers.get(['a'], { embeddings: true }))).toEqual([
          { id: 'a', document: 'new', metadata: { conference: 'ACL' }, embedding: [0, -1] },
        ]);
        expect(await papers.count()).toBe(3);
        expect(await papers.nearest([1, 0], { radius: 0.1 })).toEqual([]);
        expect((await papers.nearest([0, -1], { limit: 1 }))[0]).toEqual({ id: 'a', distance: 0 });
        expect(await papers.count({ where: { year: { $gte: 0 } } })).toBe(2);
      });

      it('shares nothing with its callers', async () => {
        const mine = { id: 'a', document: 'd', metadata: { year: '1' }, embedding: [1, 0] };
        const list = [mine];
        await papers.upsert(list);
        mine.metadata.year = '2';
        mine.embedding[0] = 9;
        list.length = 0;
        const [got] = await papers.get(['a'], { embeddings: true });
        (got!.metadata as Record<string, string>)['year'] = '3';
        (got!.embedding as number[])[0] = 7;
        expect(plain(await papers.get(['a'], { embeddings: true }))).toEqual([
          { id: 'a', document: 'd', metadata: { year: '1' }, embedding: [1, 0] },
        ]);
      });

      it('adds none, and many at once', async () => {
        await papers.upsert([]);
        expect((await papers.facts()).dimension).toBeNull();
        const many = Array.from({ length: 2_500 }, (_, i) =>
          record(`p${i}`, [Math.cos(i), Math.sin(i), 1], { part: String(i % 5) }),
        );
        await papers.upsert(many);
        expect(await papers.count()).toBe(2_500);
        expect(await papers.count({ where: { part: 3 } })).toBe(500);
        expect(await papers.get(many.map((one) => one.id))).toHaveLength(2_500);
        expect(await papers.delete(many.slice(100).map((one) => one.id))).toBe(2_400);
        expect(sorted(await papers.ids())).toEqual(sorted(many.slice(0, 100).map((one) => one.id)));
      });

      it('loses none of those added side by side', async () => {
        await Promise.all(Array.from({ length: 20 }, (_, i) => papers.upsert([record(`p${i}`, [1, i])])));
        expect(await papers.count()).toBe(20);
        expect(await papers.nearest([1, 7], { limit: 1 })).toEqual([{ id: 'p7', distance: 0 }]);
      });

      const wrong: [string, VectorRecord[], RegExp][] = [
        ['two records with one id', [record('d', [1, 1]), record('d', [1, 2])], /"d"/],
        ['a longer vector', [record('d', [1, 1]), record('e', [1, 2, 3])], /"e".*3.*2/],
        ['a shorter vector', [record('d', [1])], /"d".*1.*2/],
        ['an empty vector', [record('d', [])], /"d"/],
        ['a zero vector', [record('d', [1, 1]), record('e', [0, -0])], /"e".*zero/],
        ['a vector that 32-bit floats make zero', [record('e', [1e-60, 0])], /"e".*zero/],
        ['NaN', [record('d', [1, 1]), record('e', [NaN, 1])], /"e".*finite/],
        ['Infinity', [record('e', [1, -Infinity])], /"e".*finite/],
        ['a number too large for 32-bit floats', [record('e', [1e39, 1])], /"e".*finite/],
        ['an empty id', [record('', [1, 1])], /id/],
      ];
      it('stores nothing when given what cannot be stored', async () => {
        await papers.upsert(three());
        const before = await all();
        for (const [name, records, sentence] of wrong) {
          for (const attempt of [
            papers.upsert([record('a', [5, 5]), ...records]),
            papers.replace({ year: 2025 }, records),
          ]) {
            const failure: unknown = await attempt.catch((thrown: unknown) => thrown);
            expect([name, failure]).toEqual([name, expect.any(VectorStoreError) as unknown]);
            expect((failure as Error).message).toMatch(sentence);
          }
          expect([name, await all()]).toEqual([name, before]);
          expect([name, await papers.count()]).toEqual([name, 3]);
        }
      });

      it('lets the first batch agree on a dimension, or stores nothing', async () => {
        await expect(papers.upsert([record('a', [1, 0]), record('b', [1, 0, 0])])).rejects.toThrow(VectorStoreError);
        await expect(papers.upsert([record('a', [])])).rejects.toThrow(VectorStoreError);
        expect(await papers.facts()).toEqual({ count: 0, dimension: null, model: null });
      });

      it('deletes, skipping the unknown', async () => {
        await papers.upsert(three());
        expect(await papers.delete(['a', 'unknown', 'a'])).toBe(1);
        expect(await papers.delete([])).toBe(0);
        expect(await papers.delete(['a'])).toBe(0);
        expect(sorted(await papers.ids())).toEqual(['b', 'c']);
        expect((await papers.nearest([1, 0], {})).map((hit) => hit.id)).toEqual(['b', 'c']);
        expect(await papers.get(['a'])).toEqual([]);
      });

      it('merges metadata and touches nothing else', async () => {
        await papers.upsert(three());
        const changes = new Map<string, Metadata>([
          ['a', { year: '1999', award: 'best' }],
          ['unknown', { year: '1' }],
          ['b', {}],
        ]);
        expect(await papers.updateMetadata(changes)).toBe(2);
        expect(await all()).toEqual(
          plain([record('a', [1, 0], { year: '1999', conference: 'ICML', award: 'best' }), ...three().slice(1)]),
        );
        expect(await papers.ids({ award: 'best' })).toEqual(['a']);
        expect(await papers.updateMetadata(new Map())).toBe(0);
        expect(await papers.updateMetadata(new Map([['a', { award: '' }]]))).toBe(1);
        expect((await papers.get(['a']))[0]?.metadata).toEqual({ year: '1999', conference: 'ICML', award: '' });
      });

      it('replaces a slice', async () => {
        await papers.upsert(three());
        await papers.replace({ year: 2025 }, [
          record('b', [0, 2], { year: '2025' }),
          record('d', [2, 2], { year: '2025' }),
        ]);
        expect(sorted(await papers.ids())).toEqual(['a', 'b', 'd']);
        expect(plain(await papers.get(['b'], { embeddings: true }))).toEqual([record('b', [0, 2], { year: '2025' })]);
        await papers.replace({ year: 2025 }, []);
        expect(await papers.ids()).toEqual(['a']);
        await papers.replace({ year: 1900 }, [record('e', [1, 1])]);
        expect(sorted(await papers.ids())).toEqual(['a', 'e']);
        await papers.replace({ uid: { $in: [] } }, []);
        expect(await papers.count()).toBe(2);
      });

      if (keepsOrder) {
        it('lists ids in the order of their first adding', async () => {
          await papers.upsert([record('z', [1, 0]), record('m', [1, 1])]);
          await papers.upsert([record('a', [2, 0]), record('z', [3, 3])]);
          expect(await papers.ids()).toEqual(['z', 'm', 'a']);
        });
      }
    });

    describe('search', () => {
      it('is empty in an empty collection', async () => {
        expect(await papers.nearest([1, 0], { limit: 3 })).toEqual([]);
        expect(await papers.count()).toBe(0);
      });

      it('answers true Euclidean distances, nearest first', async () => {
        await papers.upsert(three());
        const hits = await papers.nearest([1, 0], {});
        expect(hits.map((hit) => hit.id)).toEqual(['a', 'b', 'c']);
        [0, Math.SQRT2, 2].forEach((distance, i) => expect(hits[i]?.distance).toBeCloseTo(distance, 6));
        expect((await papers.nearest(Float32Array.of(3, 4), { limit: 1 }))[0]?.distance).toBeCloseTo(
          Math.hypot(3, 3),
          5,
        );
      });

      it('cuts at the limit', async () => {
        await papers.upsert(three());
        expect((await papers.nearest([1, 0], { limit: 2 })).map((hit) => hit.id)).toEqual(['a', 'b']);
        expect(await papers.nearest([1, 0], { limit: 0 })).toEqual([]);
        expect(await papers.nearest([1, 0], { limit: 100 })).toHaveLength(3);
      });

      it('cuts at the radius, inclusive', async () => {
        await papers.upsert(three());
        expect(await papers.nearest([1, 0], { radius: 2 })).toHaveLength(3);
        expect(await papers.nearest([1, 0], { radius: 1.9999 })).toHaveLength(2);
        expect(await papers.nearest([1, 0], { radius: 0 })).toEqual([{ id: 'a', distance: 0 }]);
        expect(await papers.nearest([1, 0], { radius: 2, limit: 1 })).toHaveLength(1);
        expect(await papers.nearest([10, 0], { radius: 2 })).toEqual([]);
      });

      it('tells which are within a radius, inclusive', async () => {
        const within = async (asked: Within): Promise<string[]> => sorted(await papers.within([1, 0], asked));
        expect(await within({ radius: 2 })).toEqual([]);
        await papers.upsert(three());
        expect(await within({ radius: 2 })).toEqual(['a', 'b', 'c']);
        expect(await within({ radius: 1.9999 })).toEqual(['a', 'b']);
        expect(await within({ radius: 2, where: { year: 2024 } })).toEqual(['a']);
        expect(await within({ radius: -1 })).toEqual([]);
      });

      it('finds the same few uids among many, also where a uid is not the id', async () => {
        const uidOf = (n: number): string => (n % 21 === 0 ? `own ${n}` : n % 22 === 0 ? `p${n - 1}` : `p${n}`);
        const many = Array.from({ length: 200 }, (_, n) =>
          record(`p${n}`, [1, n], { ...(n % 39 === 0 ? {} : { uid: uidOf(n) }), year: String(2020 + (n % 2)) }),
        );
        await papers.upsert(many);
        const asked = ['p3', 'p21', 'own 21', 'p10', 'p39', 'p59', 'p13', 'nobody'];
        const expected = many.filter(({ metadata }) => asked.includes(metadata['uid'] ?? '')).map(({ id }) => id);
        expect(expected).toEqual(['p3', 'p10', 'p13', 'p21', 'p22', 'p59']);
        expect(sorted(await papers.ids({ uid: { $in: asked } }))).toEqual(sorted(expected));
        const where = { year: 2021, uid: { $in: asked } };
        expect(await papers.count({ where })).toBe(4);
        expect((await papers.nearest([1, 0], { where, limit: 2 })).map(({ id }) => id)).toEqual(['p3', 'p13']);
        await papers.delete(['p3']);
        expect((await papers.nearest([1, 0], { where, limit: 1 })).map(({ id }) => id)).toEqual(['p13']);
      });

      it('orders equal distances by id, at the limit too', async () => {
        await papers.upsert(['d', 'b', 'Z', 'ä', 'a', 'c'].map((id) => record(id, [0, 1])));
        await papers.upsert([record('near', [1, 0])]);
        expect((await papers.nearest([1, 0], {})).map((hit) => hit.id)).toEqual(['near', 'Z', 'a', 'b', 'c', 'd', 'ä']);
        expect((await papers.nearest([1, 0], { limit: 3 })).map((hit) => hit.id)).toEqual(['near', 'Z', 'a']);
      });

      it('restricts to ids and filters together', async () => {
        await papers.upsert(three());
        const found = async (options: { where?: Where; ids?: string[] }) =>
          (await papers.nearest([1, 0], options)).map((hit) => hit.id);
        expect(await found({ ids: ['c', 'b', 'unknown'] })).toEqual(['b', 'c']);
        expect(await found({ ids: [] })).toEqual([]);
        expect(await found({ ids: ['unknown'] })).toEqual([]);
        expect(await found({ ids: ['a', 'b'], where: { year: 2025 } })).toEqual(['b']);
        expect(await found({ ids: ['a'], where: { year: 2025 } })).toEqual([]);
        expect(await papers.count({ ids: ['a', 'b', 'b', 'unknown'], where: { conference: 'ICML' } })).toBe(2);
        expect(await papers.count({ ids: [] })).toBe(0);
      });

      const filters: [Where, string[]][] = [
        [{}, ['a', 'b', 'c']],
        [{ year: 2025 }, ['b', 'c']],
        [{ year: 2025, conference: 'ICML' }, ['b']],
        [{ year: { $ne: '2025' } }, ['a']],
        [{ year: { $gt: 2024 } }, ['b', 'c']],
        [{ year: { $gte: 300, $lt: 2025 } }, ['a']],
        [{ conference: { $lt: 5 } }, []],
        [{ year: { $in: [2024, '2025'] } }, ['a', 'b', 'c']],
        [{ year: { $in: [] } }, []],
        [{ year: { $nin: [] } }, ['a', 'b', 'c']],
        [{ conference: { $nin: ['ICML, NeurIPS'] } }, ['a', 'b', 'c']],
        [{ conference: { $nin: ['ICML'] } }, ['c']],
        [{ $and: [{ year: 2025 }] }, ['b', 'c']],
        [{ $or: [{ year: 2024 }, { conference: 'NeurIPS' }] }, ['a', 'c']],
        [{ $or: [{ year: 2024 }, { year: { $in: [] } }] }, ['a']],
        [{ $and: [{ $or: [{ year: 2024 }, { year: 2025 }] }, { conference: 'ICML' }, { year: { $lt: 2025 } }] }, ['a']],
        [{ missing: 'x' }, []],
        [{ missing: { $ne: 'x' } }, ['a', 'b', 'c']],
        [{ conference: "x' OR '1'='1" }, []],
        [{ conference: 'IC%' }, []],
      ];
      it('filters', async () => {
        await papers.upsert(three());
        for (const [where, ids] of filters) {
          const nearest = sorted((await papers.nearest([1, 0], { where })).map((hit) => hit.id));
          const listed = sorted(await papers.ids(where));
          const count = await papers.count({ where });
          expect({ where, listed, nearest, count }).toEqual({ where, listed: ids, nearest: ids, count: ids.length });
        }
      });

      it('refuses a filter that cannot be, and does nothing then', async () => {
        await papers.upsert(three());
        const where = { year: { $regex: '.' } };
        for (const attempt of [
          papers.nearest([1, 0], { where }),
          papers.ids(where),
          papers.count({ where }),
          papers.replace(where, []),
        ]) {
          await expect(attempt).rejects.toThrow(WhereError);
        }
        expect(await papers.count()).toBe(3);
      });

      it('refuses a query of another dimension, or with NaN', async () => {
        await papers.upsert(three());
        for (const query of [[1], [1, 0, 0], [], [NaN, 1], [Infinity, 0]])
          await expect(papers.nearest(query, { limit: 1 })).rejects.toThrow(VectorStoreError);
      });

      it('finds the same as brute force, filtered or not', async () => {
        const random = randomFrom(7);
        const many = Array.from({ length: 300 }, (_, i) =>
          record(
            `p${i}`,
            Array.from({ length: 16 }, () => random() - 0.5),
            { part: String(i % 3) },
          ),
        );
        await papers.upsert(many);
        await papers.delete(many.filter((_, i) => i % 10 === 0).map((one) => one.id));
        const query = Float32Array.from({ length: 16 }, () => random() - 0.5);
        for (const part of [undefined, '0', '2']) {
          const left = many.filter((one, i) => i % 10 !== 0 && (part === undefined || one.metadata['part'] === part));
          const expected = left.map((one) => ({
            id: one.id,
            distance: Math.hypot(...query.map((q, i) => q - Math.fround(one.embedding[i] ?? 0))),
          }));
          expected.sort((x, y) => x.distance - y.distance);
          const hits = await papers.nearest(query, { limit: 10, where: part === undefined ? {} : { part } });
          expect(hits.map((hit) => hit.id)).toEqual(expected.slice(0, 10).map((hit) => hit.id));
          hits.forEach((hit, i) => expect(hit.distance).toBeCloseTo(expected[i]?.distance ?? NaN, 4));
        }
      });
    });

    describe('its life', () => {
      it('ends with what was under way', async () => {
        const adding = papers.upsert(three());
        await store.close();
        await adding;
        await store.close();
        const again = await opened.reopen?.();
        if (again) expect(await (await again.collection('papers')).count()).toBe(3);
      });

      it('remembers everything over a restart', async () => {
        await papers.upsert(three(), { model: 'm' });
        await papers.updateMetadata(new Map([['b', { award: 'best' }]]));
        await papers.upsert([record('a', [0, 3], { year: '1' }, 'new')]);
        await papers.delete(['c']);
        await store.close();
        if (!opened.reopen) return;
        const again = await opened.reopen();
        expect(await again.names()).toEqual(['papers']);
        papers = await again.collection('papers');
        expect(await papers.facts()).toEqual({ count: 2, dimension: 2, model: 'm' });
        expect(await all()).toEqual(
          plain([
            record('a', [0, 3], { year: '1' }, 'new'),
            record('b', [0, 1], { year: '2025', conference: 'ICML', award: 'best' }),
          ]),
        );
        expect(await papers.nearest([0, 3], {})).toEqual([
          { id: 'a', distance: 0 },
          { id: 'b', distance: 2 },
        ]);
        await expect(papers.upsert([record('x', [1, 2, 3])])).rejects.toThrow(VectorStoreError);
      });
    });
  });
}

/** Numbers from 0 to 1, the same on every run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
