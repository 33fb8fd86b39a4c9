/** Maps without vectors: papers stand in a row. */
import type { MapAnswer, PaperMap, PaperMapService } from '../../../http/papers/paper-map/service.js';
import type { PaperService } from '../../../http/papers/papers/service.js';
import type { Paper } from '../../../workers/papers/types.js';

export interface FakePaperMaps extends PaperMapService {
  /** What is answered instead. */
  instead: MapAnswer | null;
}

export function fakePaperMaps(papers: PaperService, all: () => Paper[]): FakePaperMaps {
  const mapOf = (found: readonly Paper[]): PaperMap => ({
    made_at: new Date(0).toISOString(),
    ...{ by: 'meaning', model: 'mini' },
    total: found.length,
    topics: found.length === 0 ? [] : [{ words: ['pen', 'ink'], papers: found.length, x: 0.5, y: 0.5 }],
    points: found.map(({ uid, title, authors, year, conference, session, url = null }, n) => ({
      ...{ uid, x: (n + 1) / (found.length + 1), y: 0.5, topic: 0, title, authors, year, conference, session },
      url: url !== null && /^https?:/.test(url) ? url : null,
    })),
  });
  const service: FakePaperMaps = {
    instead: null,
    async map(query) {
      if (service.instead !== null) return service.instead;
      if (all().length === 0) return { state: 'none', why: 'There are no papers.', map: null };
      const found = query === null ? all() : (await papers.search(query)).papers;
      return { state: 'ready', why: null, map: mapOf(found) };
    },
  };
  return service;
}
