/** Takes papers as the database does, into a list. */
import type { PaperTaker } from '../../workers/papers/ingest/batches.js';
import type { Paper } from '../../workers/papers/types.js';

export function paperList(): PaperTaker & { papers: Paper[] } {
  const papers: Paper[] = [];
  return {
    papers,
    startImport: async () => ({
      id: 1,
      async storePapers(given) {
        papers.push(...given);
        return { added: given.length, updated: 0, unchanged: 0, recognized: 0, refused: [] };
      },
      end: async () => undefined,
    }),
    sync: async () => undefined,
  };
}
