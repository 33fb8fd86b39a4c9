/** What http relies on of papers. Two texts are the nearer, the more words they share. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import type { LikeQuery, PaperImport, PaperQuery, PaperService, PapersLike } from '../../http/papers/papers/service.js';
import { TonstiftError } from '../../workers/base/errors.js';
import type { PaperFormat } from '../../workers/papers/ingest/types.js';
import { refuses, type Told } from './kit.js';
import { forEachTest } from '../support/opened.js';

export interface OpenedPapers {
  /** Without papers. */
  service: PaperService;
  published: readonly Told[];
  /** Resolves when each paper is embedded. */
  settled(): Promise<void>;
  /** Nothing can be embedded any more. */
  away(): void;
  close(): Promise<void>;
}

interface Given {
  title?: string;
  abstract?: string;
  conference?: string;
  year?: number | string;
  session?: string;
  authors?: string[];
  [key: string]: unknown;
}

const given = (title: string, more: Given = {}): Given => ({
  title,
  abstract: title,
  conference: 'ACL',
  year: 2020,
  session: 'S',
  authors: ['Ada Lovelace'],
  ...more,
});

const papers = [
  given('Alpha beta gamma'),
  given('Alpha beta omega', { year: 2021, session: 'T', authors: ['Grace Hopper'] }),
  given('Alpha delta epsilon', { conference: 'EMNLP' }),
  given('Something else altogether', { conference: 'EMNLP', year: 2019 }),
];

const query = (text: string, more: Partial<PaperQuery> = {}): PaperQuery => ({
  query: text,
  limit: 10,
  conferences: [],
  years: [],
  sessions: [],
  distance_threshold: 1.3,
  ...more,
});

export function describePapers(name: string, open: () => Promise<OpenedPapers>): void {
  describe(`${name} as papers`, () => {
    const opened = forEachTest(open, (one) => one.close());
    let service: PaperService;
    beforeEach(() => void (service = opened.service));

    function importText(text: string, format: PaperFormat = 'jsonl', signal?: AbortSignal): Promise<PaperImport> {
      return service.import({ bytes: Readable.from([text]), format }, 'Papers', signal);
    }
    const put = (...all: Given[]): Promise<PaperImport> => importText(all.map((one) => JSON.stringify(one)).join('\n'));
    const titles = async (asked: PaperQuery): Promise<string[]> =>
      (await service.search(asked)).papers.map(({ title }) => title);

    it('know the fields that a query may name, and those that it names in vain', () => {
      expect(service.fields).toEqual(expect.arrayContaining(['title', 'authors', 'author', 'year', 'uid']));
      const unknown = (text: string): string[] => service.unknownFields(text);
      expect(unknown('author:"x" TITLE:"y" and autor:"z" Größe:"1" autor:"u"')).toEqual(['autor', 'Größe']);
      for (const text of ['autor: "x"', 'autor:x', 'a "autor:" b', 'title:"autor:x"', ''])
        expect(unknown(text)).toEqual([]);
      expect(service.excludedFields('pens -title:"x"')).toEqual(['title']);
    });

    it('are none at first', async () => {
      expect(await service.status()).toEqual({
        state: 'idle',
        problem: null,
        fact: null,
        progress: null,
        model: 'mini',
        other_model: null,
        collection: expect.stringMatching(/\S/),
        next_run: null,
        papers: 0,
        embedded: 0,
        waiting: 0,
        failed: 0,
        elsewhere: 0,
        lost: 0,
        is_improvable: false,
        texts_per_request: null,
        failures: [],
        conferences: [],
        years: [],
        sessions: [],
      });
      expect((await service.search(query('alpha'))).papers).toEqual([]);
      expect((await service.embed()).papers).toBe(0);
    });

    it('say what their server answers', async () => {
      const test = await service.testServer();
      expect(test).toMatchObject({ model: 'mini', accepts_batch: true, problem: null });
      expect(test.dimension).toBeGreaterThan(0);
      expect(test.models.length).toBeGreaterThan(0);
      opened.away();
      const { dimension, accepts_batch, problem } = await service.testServer();
      expect([dimension, accepts_batch, typeof String(problem)]).toEqual([null, null, 'string']);
      expect(problem).not.toBeNull();
    });

    it.each<[string, PaperFormat | undefined]>([
      ['a.json', 'json'],
      ['a.JSONL', 'jsonl'],
      ['a.ndjson', 'jsonl'],
      ['a.csv', 'csv'],
      ['a.mp3', undefined],
      ['json', undefined],
    ])('are known by the name of a file: %s', (filename, format) => expect(service.formatOf(filename)).toBe(format));

    it('are put in once, and again where they differ', async () => {
      const none = {
        rejected: [],
        rejected_count: 0,
        rejected_kinds: [],
        shapes: { Tonstift: expect.any(Number) as unknown },
        taken: [],
        unknown_keys: [],
        mended: [],
        mended_counts: {},
        import_id: expect.any(Number) as unknown,
        recognized: 0,
      };
      expect(await put(...papers)).toEqual({ read: 4, added: 4, updated: 0, unchanged: 0, ...none });
      const changed = { ...papers[0], abstract: 'New.' };
      expect(await put(changed, papers[1] ?? {}, given('Fifth'))).toEqual({
        read: 3,
        added: 1,
        updated: 1,
        unchanged: 1,
        ...none,
      });
      expect((await service.status()).papers).toBe(5);
      expect(opened.published.map(({ type }) => type)).toContain('papers.changed');
    });

    it('that cannot be are left out, with line and reason; unknown keys are named', async () => {
      const text = [given('One', { colour: 'red' }), given('', {}), given('Two', { year: 'never' })]
        .map((one) => JSON.stringify(one))
        .join('\n');
      const report = await importText(`${text}\n{"title":`);
      expect(JSON.parse(JSON.stringify(report))).toMatchObject({
        read: 4,
        added: 1,
        rejected_count: 3,
        rejected: [2, 3, 4].map((line) => ({ line, reason: expect.stringMatching(/\S/) })),
        unknown_keys: ['colour'],
      });
      expect((await service.status()).papers).toBe(1);
    });

    it('come as JSON and as CSV too', async () => {
      expect((await importText(JSON.stringify(papers), 'json')).added).toBe(4);
      expect(await importText('title,year,conference\nOne,2020,ACL\nTwo,x,ACL\n', 'csv')).toMatchObject({
        added: 1,
        rejected: [{ line: 3 }],
      });
    });

    it('are not put in for a client that has left', async () => {
      const left = new TonstiftError('aborted', 'The client has disconnected.');
      await refuses(() => importText(JSON.stringify(papers[0]), 'jsonl', AbortSignal.abort(left)), 'aborted');
      expect((await service.status()).papers).toBe(0);
    });

    it('say what there is to choose from, each once, the newest year first', async () => {
      await put(...papers);
      await opened.settled();
      expect(await service.status()).toMatchObject({
        state: 'idle',
        papers: 4,
        embedded: 4,
        waiting: 0,
        failed: 0,
        conferences: ['ACL', 'EMNLP'],
        years: [2021, 2020, 2019],
        sessions: ['S', 'T'],
      });
    });

    describe('a search', () => {
      beforeEach(async () => {
        // The nearest comes last.
        await put(...[...papers].reverse());
        await opened.settled();
      });

      it('answers the nearest first, none that is too far', async () => {
        const { papers: found } = await service.search(query('alpha beta gamma'));
        expect(found.map(({ title }) => title)).toEqual(papers.slice(0, 3).map(({ title }) => title));
        const distances = found.map(({ distance }) => distance ?? NaN);
        expect([...distances].sort((a, b) => a - b)).toEqual(distances);
        expect(distances.every((one) => one >= 0 && one <= 1.3)).toBe(true);
        for (const { distance, similarity } of found)
          expect(similarity).toBeCloseTo(Math.max(0, 1 - (distance ?? NaN)), 6);
        expect(found[0]).toMatchObject({ uid: expect.stringMatching(/\S/) as unknown, ...papers[0] });
        expect(await titles(query('something otherwise', { distance_threshold: 0.3 }))).toEqual([
          'Something else altogether',
        ]);
      });

      it('keeps to what is chosen, and to the limit', async () => {
        const asked = 'alpha beta gamma';
        expect(await titles(query(asked, { limit: 1 }))).toEqual(['Alpha beta gamma']);
        expect(await titles(query(asked, { conferences: ['EMNLP'] }))).toEqual(['Alpha delta epsilon']);
        expect(await titles(query(asked, { years: [2021, 1999] }))).toEqual(['Alpha beta omega']);
        expect(await titles(query(asked, { sessions: ['T'] }))).toEqual(['Alpha beta omega']);
        expect(await titles(query(asked, { conferences: ['ACL'], years: [2019] }))).toEqual([]);
      });

      it('puts what the author wrote in front, however far it is', async () => {
        const [first, ...rest] = (await service.search(query('Hopper'))).papers;
        expect([first?.title, rest]).toEqual(['Alpha beta omega', []]);
        expect(first?.found_by).toContain('author');
      });

      it('by a field tells no distance', async () => {
        const { papers: found, by, why } = await service.search(query('title:"delta"'));
        expect([by, why]).toEqual(['fields', null]);
        expect(found.map(({ title }) => title)).toEqual(['Alpha delta epsilon']);
        expect(found[0]).not.toHaveProperty('distance');
        expect(found[0]).toMatchObject({ found_by: ['fields'], words: [] });
      });

      it('says what has brought each paper', async () => {
        const { by, why, is_whole: isWhole, papers: found } = await service.search(query('alpha beta gamma'));
        expect([by, why, isWhole]).toEqual(['words and meaning', null, true]);
        expect(found[0]).toMatchObject({ found_by: ['words', 'meaning'], words: ['Alpha', 'beta', 'gamma'] });
        expect(found[1]).toMatchObject({ words: ['Alpha', 'beta'] });
      });

      it('is by words where the server is away, and says so', async () => {
        opened.away();
        const { by, why, papers: found } = await service.search(query('gamma never asked before'));
        expect([by, String(why)]).toEqual(['words', expect.stringMatching(/embedding server/)]);
        expect(found).toMatchObject([
          { title: 'Alpha beta gamma', found_by: ['words'], words: ['gamma'], distance: null },
        ]);
        expect((await service.search(query('nowhere'))).papers).toEqual([]);
      });
    });

    describe('one of them', () => {
      const uidOf = async (title: string): Promise<string> =>
        (await service.search(query(`title:"${title}"`))).papers[0]?.uid ?? '';
      const like = async (more: Partial<LikeQuery> = {}): Promise<PapersLike> => {
        const lists = { limit: 10, conferences: [], years: [], sessions: [] };
        return service.like({ ...lists, uid: await uidOf('gamma'), ...more });
      };
      const titlesOf = (found: PapersLike): string[] => found.papers.map(({ title }) => title);

      it('is there as it came, and none is there of another uid', async () => {
        await put(...papers);
        const [given] = papers;
        expect(await service.record(await uidOf('gamma'))).toMatchObject({ ...given, uid: await uidOf('gamma') });
        await refuses(() => service.record('nobody'), 'not_found');
        await refuses(() => like({ uid: 'nobody' }), 'not_found');
      });

      it('has others like it, the nearest first, however far, without itself', async () => {
        await put(...[...papers].reverse());
        await opened.settled();
        const found = await like();
        expect(found).toMatchObject({ paper: { title: 'Alpha beta gamma' }, by: 'meaning', why: null, is_whole: true });
        expect(titlesOf(found)).toEqual(papers.slice(1).map(({ title }) => title));
        const distances = found.papers.map(({ distance }) => distance ?? NaN);
        expect([...distances].sort((a, b) => a - b)).toEqual(distances);
        expect(found.papers[0]).toMatchObject({ found_by: ['meaning'], words: [] });
        expect(titlesOf(await like({ limit: 1 }))).toEqual(['Alpha beta omega']);
        expect(titlesOf(await like({ conferences: ['EMNLP'], years: [2020] }))).toEqual(['Alpha delta epsilon']);
        expect(titlesOf(await like({ sessions: ['T'] }))).toEqual(['Alpha beta omega']);
        expect(titlesOf(await like({ sessions: ['U'] }))).toEqual([]);
      });

      it('has others with its words where it has no vector, and says why', async () => {
        opened.away();
        await put(...[...papers].reverse());
        const found = await like();
        expect([found.by, String(found.why)]).toEqual(['words', expect.stringMatching(/\S/)]);
        expect(titlesOf(found)).toEqual(papers.slice(1, 3).map(({ title }) => title));
        expect(found.papers[0]).toMatchObject({ found_by: ['words'], words: ['Alpha', 'beta'], distance: null });
        expect(titlesOf(await like({ limit: 1, conferences: ['EMNLP'] }))).toEqual(['Alpha delta epsilon']);
      });
    });

    it('are checked', async () => {
      const check = { papers: 0, saved: 0, embedded: 0, vectors: 0, facts: [], problems: [] };
      expect(await service.check()).toEqual(check);
      await put(...papers);
      expect(await service.check()).toMatchObject({ papers: 4, problems: [] });
    });

    it('list all papers with the words by year if asked, and count them for the filters', async () => {
      await put(...papers);
      const newest = await service.search(query('alpha', { sort: 'newest', limit: 1 }));
      expect([newest.by, newest.papers.map(({ title, words }) => [title, words])]).toEqual([
        'words',
        [['Alpha beta omega', ['Alpha']]],
      ]);
      expect(newest.why).not.toBeNull();
      expect((await titles(query('alpha', { sort: 'oldest' }))).at(-1)).toBe('Alpha beta omega');
      expect(await titles(query('alpha omega', { sort: 'venue' }))).toEqual(['Alpha beta omega']);
      const matches = await service.matches({ query: 'alpha', conferences: ['ACL'], years: [], sessions: [] });
      expect(matches).toEqual({
        papers: 2,
        conferences: [
          { conference: 'ACL', papers: 2, is_chosen: true },
          { conference: 'EMNLP', papers: 1, is_chosen: false },
        ],
        years: [
          { year: 2021, papers: 1, is_chosen: false },
          { year: 2020, papers: 1, is_chosen: false },
        ],
      });
    });

    describe('counts', () => {
      const none = { query: '', conferences: [], years: [], sessions: [] };

      it('are 0 where there is nothing', async () => {
        expect(await service.counts(none)).toEqual({ papers: 0, years: [], conferences: [], is_whole: true });
      });

      it('are by year and conference, of all or of those with all words', async () => {
        await put(...papers);
        expect(await service.counts(none)).toEqual({
          papers: 4,
          years: [
            { year: 2019, papers: 1 },
            { year: 2020, papers: 2 },
            { year: 2021, papers: 1 },
          ],
          conferences: [
            {
              ...{ conference: 'ACL', papers: 2 },
              years: [
                { year: 2020, papers: 1 },
                { year: 2021, papers: 1 },
              ],
            },
            {
              ...{ conference: 'EMNLP', papers: 2 },
              years: [
                { year: 2019, papers: 1 },
                { year: 2020, papers: 1 },
              ],
            },
          ],
          is_whole: true,
        });
        const both = { ...none, query: 'beta alpha' };
        expect(await service.counts(both)).toMatchObject({ papers: 2, conferences: [{ conference: 'ACL' }] });
        expect((await service.counts({ ...both, years: [2021] })).years).toEqual([{ year: 2021, papers: 1 }]);
        expect((await service.counts({ ...none, sessions: ['T'], conferences: ['EMNLP'] })).papers).toBe(0);
      });
    });

    it('are embedded again when all are asked for', async () => {
      await put(...papers);
      await opened.settled();
      expect(await service.embed(true)).toMatchObject({ papers: 4 });
      await opened.settled();
      expect((await service.status()).embedded).toBe(4);
    });

    describe('a slice', () => {
      beforeEach(async () => {
        await put(...papers, given('Another of it'));
        await opened.settled();
      });

      it('goes out as lists of the same length', async () => {
        const { model = 'mini', ...slice } = await service.exportEmbeddings('ACL', 2020);
        expect(model).toBe('mini');
        expect(Object.keys(slice)).toEqual(['ids', 'documents', 'metadatas', 'embeddings']);
        expect(Object.values(slice).map((list: unknown[]) => list.length)).toEqual([2, 2, 2, 2]);
        const at = slice.documents.findIndex((text) => text.startsWith('Alpha beta gamma'));
        expect(slice.metadatas[at]).toMatchObject({ title: 'Alpha beta gamma', conference: 'ACL', year: 2020 });
        expect(slice.embeddings[at]?.every(Number.isFinite)).toBe(true);
        const [found] = (await service.search(query('title:"gamma"'))).papers;
        expect(slice.ids[at]).toBe(found?.uid);
        expect((await service.exportEmbeddings('ACL', 1999)).ids).toEqual([]);
        expect((await service.exportEmbeddings('acl', 2020)).ids).toEqual([]);
      });

      it('comes in instead of what was there, and nothing else changes', async () => {
        const slice = await service.exportEmbeddings('ACL', 2020);
        const [other, { ids, metadatas, embeddings }] = [
          await service.exportEmbeddings('ACL', 2021),
          JSON.parse(JSON.stringify(slice)) as typeof slice,
        ];
        const less = {
          ids: ids.slice(1),
          documents: ['Changed.'],
          metadatas: metadatas.slice(1),
          embeddings: embeddings.slice(1),
        };
        expect(await service.importEmbeddings(less, 'ACL', 2020)).toBe(1);
        const { model: _, ...after } = await service.exportEmbeddings('ACL', 2020);
        expect(after).toEqual({ ...less, metadatas: [expect.anything()] });
        expect(await service.exportEmbeddings('ACL', 2021)).toEqual(other);
      });

      it.each<[string, (slice: Record<string, unknown[]>) => unknown]>([
        ['lists of different lengths', (slice) => ({ ...slice, ids: slice['ids']?.slice(1) })],
        ['a list that is none', (slice) => ({ ...slice, documents: 'x' })],
        ['an id twice', (slice) => ({ ...slice, ids: [slice['ids']?.[0], slice['ids']?.[0]] })],
        ['vectors of another length', (slice) => ({ ...slice, embeddings: [[1], [1]] })],
        ['records of another year', (slice) => ({ ...slice, metadatas: slice['metadatas']?.map(() => ({ year: 1 })) })],
        ['nothing', () => null],
      ])('of %s is refused as a whole', async (_what, wrong) => {
        const slice = await service.exportEmbeddings('ACL', 2020);
        const { model: _, ...lists } = slice;
        const data = wrong({ ...lists }) as Parameters<PaperService['importEmbeddings']>[0];
        await refuses(() => service.importEmbeddings(data, 'ACL', 2020), 'bad_field');
        expect(await service.exportEmbeddings('ACL', 2020)).toEqual(slice);
      });
    });
  });
}
