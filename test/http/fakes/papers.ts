/** Papers in memory with the real reader of files: two texts are the nearer, the more words they share. */
import { TonstiftError } from '../../../workers/base/errors.js';
import { EmbeddingsError } from '../../../workers/embedding-api/errors.js';
import { importSlice } from '../../../workers/embeddings/records/import-slice.js';
import { readSlice } from '../../../workers/embeddings/records/read-slice.js';
import { exportSlice, sliceOf } from '../../../workers/embeddings/records/slices.js';
import { importPapers } from '../../../workers/papers/ingest/import-papers.js';
import { filterFields, unknownFilters } from '../../../workers/papers/field-filters.js';
import { formatOf } from '../../../workers/papers/ingest/types.js';
import type { Paper } from '../../../workers/papers/types.js';
import { createMemoryStore } from '../../../workers/vectors/memory-store.js';
import { metadataOf } from '../../../workers/papers/metadata.js';
import type { PaperQuery, PaperService, PaperStatus } from '../../../http/resources/papers/service.js';
import type { Publish } from './events.js';

export interface FakePapers extends PaperService {
  /** Whoever searches is told that the embedding API is away. */
  away: boolean;
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
    progress: null,
    model: 'mini',
    other_model: null,
    collection: 'papers',
    next_run: null,
    papers: papers.size,
    embedded: [...papers.values()].filter(isEmbedded).length,
    waiting: [...papers.values()].filter((paper) => !isEmbedded(paper)).length,
    failed: 0,
    failures: [],
    conferences: distinct([...papers.values()].map(({ conference }) => conference)),
    years: distinct([...papers.values()].map(({ year }) => year)).reverse(),
    sessions: distinct([...papers.values()].map(({ session }) => session)),
  });

  function search({ query, limit, conferences, years, sessions, distance_threshold: most }: PaperQuery) {
    const chosen = [...papers.values()].filter(
      (paper) =>
        isAmong(conferences, paper.conference) && isAmong(years, paper.year) && isAmong(sessions, paper.session),
    );
    const [, inTitle] = /^title:"([^"]*)"$/.exec(query) ?? [];
    if (inTitle !== undefined) return chosen.filter(({ title }) => title.includes(inTitle)).slice(0, limit);
    const found = chosen.map((paper) => {
      const distance = distanceOf(query, textOf(paper));
      return { ...paper, distance, similarity: Math.max(0, 1 - distance) };
    });
    const byAuthor = found.filter(({ authors }) => authors.some((author) => author.includes(query)));
    const near = found
      .filter((paper) => paper.distance <= most && !byAuthor.includes(paper))
      .sort((a, b) => a.distance - b.distance);
    return [...byAuthor, ...near].slice(0, limit);
  }

  const service: FakePapers = {
    away: false,
    formatOf,
    fields: filterFields,
    unknownFields: unknownFilters,
    status: async () => status(),
    async search(query) {
      if (service.away) throw new TonstiftError('papers_unavailable', 'The embedding API is away.');
      await embed();
      return search(query);
    },
    import: (source, _title, signal) =>
      importPapers(
        {
          storePapers: async (given) => {
            if (given.length === 0) return { added: 0, updated: 0, unchanged: 0 };
            const before = given.map((paper) => JSON.stringify(papers.get(paper.uid)));
            for (const paper of given) papers.set(paper.uid, paper);
            changed();
            const updated = given.filter(
              (paper, n) => before[n] !== undefined && before[n] !== JSON.stringify(paper),
            ).length;
            const added = before.filter((text) => text === undefined).length;
            return { added, updated, unchanged: given.length - added - updated };
          },
        },
        source,
        { signal },
      ),
    async embed(all = false) {
      if (all) embedded.clear();
      await embed();
      return status();
    },
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
        return await importSlice(await vectors, data, sliceOf(conference, year));
      } catch (thrown) {
        if (thrown instanceof EmbeddingsError) throw new TonstiftError('bad_field', thrown.message);
        throw thrown;
      }
    },
  };
  return service;
}
