/** Papers in memory with the real reader of files: two texts are the nearer, the more words they share. */
import { TonstiftError } from '../../../workers/base/errors.js';
import { say } from '../../../workers/base/language/sentence.js';
import { EmbeddingsError } from '../../../workers/papers/embedding-api/errors.js';
import { importSlice } from '../../../workers/papers/embeddings/records/import-slice.js';
import { readSlice } from '../../../workers/papers/embeddings/records/read-slice.js';
import { exportSlice, sliceOf } from '../../../workers/papers/embeddings/records/slices.js';
import { importPapers } from '../../../workers/papers/ingest/import-papers.js';
import { excludedFilters, filterFields, unknownFilters } from '../../../workers/papers/field-filters.js';
import { citationsOf } from '../../../daemon/papers/record.js';
import { matchesOf } from '../../../daemon/papers/found/matches.js';
import { seriesIn } from '../../../daemon/papers/found/venues.js';
import { formatOf } from '../../../workers/papers/ingest/types.js';
import type { Paper } from '../../../workers/papers/types.js';
import { createMemoryStore } from '../../support/memory-store.js';
import { metadataOf } from '../../../workers/papers/metadata.js';
import type {
  CountQuery,
  LikeQuery,
  PaperCounts,
  PaperFound,
  PaperQuery,
  PapersLike,
  PaperService,
  PaperStatus,
} from '../../../http/papers/papers/service.js';
import type { Publish } from './events.js';

export interface FakePapers extends PaperService {
  /** The embedding API is: what is found is found by words. */
  away: boolean;
  find: (uid: string) => Paper | undefined;
  all: () => Paper[];
  /** Replaces a paper; null deletes it. */
  put: (uid: string, paper: Paper | null) => void;
  /** Called with the former papers of an import; null for new ones. Returns the number of its record. */
  stored: (name: string, former: Map<string, Paper | null>) => number;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const textOf = ({ title, abstract }: Paper): string => `${title}\n\n${abstract}`;
const isAmong = <Value>(list: readonly Value[], value: Value): boolean => list.length === 0 || list.includes(value);
const distinct = <Value>(values: Value[]): Value[] => [...new Set(values)].sort();

function countsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

const wordsIn = (paper: Paper, query: string): string[] => {
  const asked = new Set(wordsOf(query));
  return [...new Set(`${textOf(paper)} ${paper.authors.join(' ')}`.match(/[\p{L}\p{N}]+/gu))].filter((word) =>
    asked.has(word.toLowerCase()),
  );
};

/** Between unit vectors with a direction for each word: 0 for the same words, the root of 2 where none is shared. */
function distanceOf(one: string, other: string): number {
  const [a, b] = [countsOf(one), countsOf(other)];
  const dot = [...a].reduce((sum, [word, count]) => sum + count * (b.get(word) ?? 0), 0);
  const cosine = dot / Math.max(1, Math.hypot(...a.values()) * Math.hypot(...b.values()));
  return Math.sqrt(Math.max(0, 2 - 2 * cosine));
}

/** @param publish is told of each change */
export function fakePapers(stored: readonly Paper[] = [], publish: Publish = () => undefined): FakePapers {
  const papers = new Map(stored.map((paper) => [paper.uid, paper]));
  const vectors = createMemoryStore().collection('papers');
  /** Whose text is embedded, by uid. */
  const embedded = new Map<string, string>();

  async function embed(): Promise<void> {
    const waiting = [...papers.values()].filter((paper) => embedded.get(paper.uid) !== textOf(paper));
    if (waiting.length === 0) return;
    await (
      await vectors
    ).upsert(
      waiting.map((paper) => ({
        id: paper.uid,
        document: textOf(paper),
        metadata: metadataOf({ ...paper }),
        embedding: [1, wordsOf(textOf(paper)).length],
      })),
    );
    for (const paper of waiting) embedded.set(paper.uid, textOf(paper));
    changed();
  }
  const changed = (): void => publish('papers.changed', { state: 'idle', problem: null, progress: null });
  const isEmbedded = (paper: Paper): boolean => embedded.get(paper.uid) === textOf(paper);

  const status = (): PaperStatus => ({
    state: 'idle',
    problem: null,
    fact: null,
    progress: null,
    model: 'mini',
    other_model: null,
    collection: 'papers',
    next_run: null,
    papers: papers.size,
    embedded: [...papers.values()].filter(isEmbedded).length,
    waiting: [...papers.values()].filter((paper) => !isEmbedded(paper)).length,
    failed: 0,
    elsewhere: 0,
    lost: 0,
    is_improvable: false,
    texts_per_request: null,
    failures: [],
    conferences: seriesIn([...papers.values()].map(({ conference }) => conference)),
    years: distinct([...papers.values()].map(({ year }) => year)).reverse(),
    sessions: distinct([...papers.values()].map(({ session }) => session)),
  });

  function search(given: PaperQuery) {
    const { query, limit, distance_threshold: most, sort = 'relevance', ...lists } = given;
    const chosen = among(lists);
    const [, inTitle] = /^title:"([^"]*)"$/.exec(query) ?? [];
    if (inTitle !== undefined) {
      const those = chosen.filter(({ title }) => title.includes(inTitle)).slice(0, limit);
      const titled = those.map((paper): PaperFound => ({ ...paper, found_by: ['fields'], words: [] }));
      return { papers: titled, by: 'fields', why: null, is_whole: true } as const;
    }
    if (sort !== 'relevance') {
      const asked = wordsOf(query);
      const those = chosen
        .filter((paper) => asked.every((word) => wordsOf(textOf(paper)).includes(word)))
        .sort((a, b) => (sort === 'venue' ? 0 : sort === 'newest' ? b.year - a.year : a.year - b.year))
        .slice(0, limit)
        .map((paper): PaperFound => {
          const measured = { distance: null, similarity: null };
          return { ...paper, ...measured, found_by: ['words'], words: wordsIn(paper, query) };
        });
      return { papers: those, by: 'words', why: say('papers.sorted_by_words'), is_whole: true } as const;
    }
    const found = chosen.map((paper): PaperFound => {
      const [distance, words] = [distanceOf(query, textOf(paper)), wordsIn(paper, query)];
      const isNear = !service.away && distance <= most;
      const measured = isNear
        ? { distance, similarity: Math.max(0, 1 - distance) }
        : { distance: null, similarity: null };
      const by = [
        ...(paper.authors.some((author) => wordsOf(author).includes(query.toLowerCase())) ? ['author' as const] : []),
        ...(words.length > 0 ? ['words' as const] : []),
        ...(isNear ? ['meaning' as const] : []),
      ];
      return { ...paper, ...measured, found_by: by, words };
    });
    const order = ({ found_by: by, words, distance }: PaperFound): number =>
      (by.includes('author') ? -10 : 0) + (distance ?? 2 - words.length / 100);
    const those = found.filter(({ found_by: by }) => by.length > 0).sort((a, b) => order(a) - order(b));
    const how = service.away
      ? ({ by: 'words', why: 'The embedding server is away.' } as const)
      : ({ by: 'words and meaning', why: null } as const);
    return { papers: those.slice(0, limit), ...how, is_whole: true };
  }

  const among = ({ conferences, years, sessions }: Omit<CountQuery, 'query'>): Paper[] =>
    [...papers.values()].filter(
      (paper) =>
        isAmong(conferences, paper.conference) && isAmong(years, paper.year) && isAmong(sessions, paper.session),
    );

  function record(uid: string): Paper {
    const paper = papers.get(uid);
    if (paper === undefined) throw new TonstiftError('not_found', say('error.paper_not_found', { uid }));
    return paper;
  }

  function like({ uid, limit, ...lists }: LikeQuery): PapersLike {
    const paper = record(uid);
    const others = among(lists)
      .filter((one) => one !== paper)
      .map((one) => ({ one, distance: distanceOf(textOf(paper), textOf(one)), words: wordsIn(one, textOf(paper)) }))
      .sort((a, b) => a.distance - b.distance);
    if (!service.away) {
      const near = others.map(({ one, distance }): PaperFound => {
        const similarity = Math.max(0, 1 - distance);
        return { ...one, distance, similarity, found_by: ['meaning'], words: [] };
      });
      return { paper, papers: near.slice(0, limit), by: 'meaning', why: null, is_whole: true };
    }
    const alike = others
      .filter(({ words }) => words.length > 0)
      .map(({ one, words }): PaperFound => ({ ...one, distance: null, similarity: null, found_by: ['words'], words }));
    const why = 'Search by similarity is not ready yet.';
    return { paper, papers: alike.slice(0, limit), by: 'words', why, is_whole: true };
  }

  function counts({ query, ...lists }: CountQuery): PaperCounts {
    const asked = wordsOf(query);
    const those = among(lists).filter((paper) => asked.every((word) => wordsOf(textOf(paper)).includes(word)));
    const yearsOf = (some: Paper[]) =>
      distinct(some.map(({ year }) => year)).map((year) => ({
        year,
        papers: some.filter((paper) => paper.year === year).length,
      }));
    const conferences = distinct(those.map(({ conference }) => conference)).map((conference) => {
      const own = those.filter((paper) => paper.conference === conference);
      return { conference, papers: own.length, years: yearsOf(own) };
    });
    return { papers: those.length, years: yearsOf(those), conferences, is_whole: true };
  }

  const service: FakePapers = {
    away: false,
    find: (uid) => papers.get(uid),
    all: () => [...papers.values()],
    put: (uid, paper) => void (paper === null ? papers.delete(uid) : papers.set(uid, paper)),
    stored: () => 1,
    isUsed: () => papers.size > 0,
    formatOf,
    fields: filterFields,
    unknownFields: unknownFilters,
    excludedFields: excludedFilters,
    status: async () => status(),
    async search(query) {
      if (!service.away) await embed();
      return search(query);
    },
    like: async (query) => like(query),
    record: async (uid) => record(uid),
    citations: citationsOf,
    counts: async (query) => counts(query),
    matches: async ({ query, sessions, ...chosen }) =>
      matchesOf(counts({ query, sessions, conferences: [], years: [] }), chosen),
    check: async () => {
      const { papers: count, embedded: done } = status();
      return { papers: count, saved: 0, embedded: done, vectors: done, facts: [], problems: [] };
    },
    import: (source, title, signal) =>
      importPapers(
        {
          sync: async () => undefined,
          startImport: async (name) => {
            const former = new Map<string, Paper | null>();
            return {
              id: service.stored(name, former),
              storePapers: async (given) => {
                const none = { recognized: 0, refused: [] };
                if (given.length === 0) return { added: 0, updated: 0, unchanged: 0, ...none };
                const before = given.map((paper) => JSON.stringify(papers.get(paper.uid)));
                for (const paper of given) former.set(paper.uid, papers.get(paper.uid) ?? null);
                for (const paper of given) papers.set(paper.uid, paper);
                changed();
                const updated = given.filter(
                  (paper, n) => before[n] !== undefined && before[n] !== JSON.stringify(paper),
                ).length;
                const added = before.filter((text) => text === undefined).length;
                return { added, updated, unchanged: given.length - added - updated, ...none };
              },
              end: async () => undefined,
            };
          },
        },
        { title: source.name || title, ...source },
        { signal },
      ),
    async embed(all = false) {
      if (all) embedded.clear();
      await embed();
      return status();
    },
    testServer: async () => ({
      ...{ address: 'http://localhost:1234', model: 'mini', models: ['mini'], batch: 100 },
      ...(service.away
        ? { dimension: null, milliseconds: null, accepts_batch: null, problem: 'The server is away.' }
        : { dimension: 2, milliseconds: 1, accepts_batch: true, problem: null }),
    }),
    findServers: async () => [{ name: 'Ollama', address: 'http://127.0.0.1:11434', models: ['mini'] }],
    async exportEmbeddings(conference, year) {
      await embed();
      return exportSlice(await vectors, sliceOf(conference, year));
    },
    readEmbeddings: (json) =>
      readSlice(json).catch((thrown: unknown) => {
        throw thrown instanceof EmbeddingsError ? new TonstiftError('bad_field', thrown.message) : thrown;
      }),
    async importEmbeddings(data, conference, year) {
      try {
        const context = { collection: await vectors, modelName: 'fake' };
        return (await importSlice(context, data, sliceOf(conference, year))).ids.length;
      } catch (thrown) {
        if (thrown instanceof EmbeddingsError) throw new TonstiftError('bad_field', thrown.message);
        throw thrown;
      }
    },
  };
  return service;
}
