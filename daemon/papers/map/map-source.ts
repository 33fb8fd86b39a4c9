/** Chooses what a map is drawn from: the vectors of the papers, or their words if there are no vectors. */
import type { Words } from '../../../workers/base/language/sentence.js';
import { documentOf } from '../../../workers/papers/document.js';
import type { DrawnMap, MapPaper } from '../../../workers/papers/embeddings/map/draw-map.js';
import type { Paper } from '../../../workers/papers/types.js';
import { withoutVectors } from '../found/search.js';
import type { PaperStores } from '../stores.js';

export interface MapSource {
  by: 'meaning' | 'words';
  /** Why there are no vectors. */
  why: Words | null;
  /** Changes with the vectors, as far as their facts show it, or with the papers. */
  key: string;
  /** The model of the vectors. */
  model: string | null;
  ids: () => Promise<readonly string[]>;
  draw: (uids: readonly string[], signal: AbortSignal) => Promise<DrawnMap>;
}

/** @param problem why embedding fails */
export async function mapSource(stores: PaperStores, problem: Words | null): Promise<MapSource> {
  const why = await withoutVectors(stores, problem);
  return why === null ? fromVectors(stores) : fromWords(stores, why);
}

async function fromVectors({ manager, database }: PaperStores): Promise<MapSource> {
  const collection = await manager.collection;
  const { count, dimension, model } = await collection.facts();
  const labelsOf = async (ids: readonly string[]): Promise<(string | undefined)[]> => {
    const papers = new Map((await database.getPapersByUids(ids)).map((paper) => [paper.uid, paper]));
    return ids.map((id) => {
      const paper = papers.get(id);
      return paper && labelOf(paper);
    });
  };
  return {
    ...{ by: 'meaning', why: null, model, key: JSON.stringify([collection.name, model, dimension, count]) },
    ids: () => collection.ids(),
    async draw(uids, signal) {
      const { drawMap } = await import('../../../workers/papers/embeddings/map/draw-map.js');
      return drawMap(collection, uids, labelsOf, { signal });
    },
  };
}

async function fromWords({ database }: PaperStores, why: Words): Promise<MapSource> {
  const { revision } = await database.revision();
  return {
    ...{ by: 'words', why, model: null, key: JSON.stringify(['words', revision]) },
    ids: async () => (await database.searchUids()).sort(),
    async draw(uids, signal) {
      const { drawMapByWords } = await import('../../../workers/papers/embeddings/map/draw-map.js');
      const papersOf = async (some: readonly string[]): Promise<MapPaper[]> =>
        (await database.getPapersByUids(some)).map((paper) => ({
          ...{ id: paper.uid, label: labelOf(paper), document: documentOf({ ...paper }) },
        }));
      return drawMapByWords(uids, papersOf, { signal });
    },
  };
}

/** Abstracts use the same words everywhere. */
const labelOf = ({ title, keywords }: Paper): string => [title, ...(keywords ?? [])].join(' ');
