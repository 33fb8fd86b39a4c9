/** Papers in memory with the real reader of files: two texts are the nearer, the more words they share. */
import { badFields } from '../../../workers/base/errors.js';
import { importPapers } from '../../../workers/papers/ingest/import-papers.js';
import { formatOf } from '../../../workers/papers/ingest/types.js';
import type { Paper } from '../../../workers/papers/types.js';
import type { PaperQuery, PaperService, PaperStatus } from '../../../http/resources/papers/service.js';

interface Vector {
  conference: string;
  year: number;
  document: string;
  metadata: Record<string, string>;
  embedding: number[];
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const textOf = ({ title, abstract }: Paper): string => `${title}\n\n${abstract}`;
const isAmong = <Value>(list: readonly Value[], value: Value): boolean => list.length === 0 || list.includes(value);
const distinct = <Value>(values: Value[]): Value[] => [...new Set(values)].sort();

/** 0.5 for a text with all of the words, 2 for one with none. */
function distanceOf(query: string, text: string): number {
  const [asked, there] = [wordsOf(query), new Set(wordsOf(text))];
  return 2 - 1.5 * (asked.filter((word) => there.has(word)).length / Math.max(1, asked.length));
}

export function fakePapers(stored: readonly Paper[] = []): PaperService {
  const papers = new Map(stored.map((paper) => [paper.uid, paper]));
  const vectors = new Map<string, Vector>();

  function embed({ uid, conference, year, ...paper }: Paper): void {
    const document = textOf({ uid, conference, year, ...paper });
    const metadata = { uid, title: paper.title, conference, year: String(year) };
    vectors.set(uid, { conference, year, document, metadata, embedding: [1, wordsOf(document).length] });
  }
  for (const paper of stored) embed(paper);

  const status = (): PaperStatus => ({
    state: 'idle',
    problem: null,
    progress: null,
    model: 'mini',
    other_model: null,
    collection: 'papers',
    next_run: null,
    papers: papers.size,
    embedded: [...papers.keys()].filter((uid) => vectors.has(uid)).length,
    waiting: [...papers.keys()].filter((uid) => !vectors.has(uid)).length,
    failed: 0,
    failures: [],
    conferences: distinct([...papers.values()].map(({ conference }) => conference)),
    years: distinct([...papers.values()].map(({ year }) => year)),
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

  return {
    formatOf,
    status: async () => status(),
    search: async (query) => search(query),
    import: (source, _title, signal) =>
      importPapers(
        {
          storePapers: async (given) => {
            const before = given.map((paper) => JSON.stringify(papers.get(paper.uid)));
            for (const paper of given) papers.set(paper.uid, paper);
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
    async embed() {
      for (const paper of papers.values()) embed(paper);
      return status();
    },
    async exportEmbeddings(conference, year) {
      const slice = [...vectors].filter(([, one]) => one.conference === conference && one.year === year);
      return {
        ids: slice.map(([uid]) => uid),
        documents: slice.map(([, { document }]) => document),
        metadatas: slice.map(([, { metadata }]) => metadata),
        embeddings: slice.map(([, { embedding }]) => embedding),
      };
    },
    async importEmbeddings({ ids, documents, metadatas, embeddings }, conference, year) {
      if ([documents, metadatas, embeddings].some((list) => !Array.isArray(list) || list.length !== ids.length))
        throw badFields({ documents: 'must be as long as the other lists.' });
      for (const [uid, one] of vectors) if (one.conference === conference && one.year === year) vectors.delete(uid);
      ids.forEach((id, n) => {
        const metadata = { ...(metadatas[n] as Record<string, string>), conference, year: String(year) };
        const embedding = Array.from(embeddings[n] ?? []);
        vectors.set(String(id), { conference, year, document: documents[n] ?? '', metadata, embedding });
      });
      return ids.length;
    },
  };
}
