/** What is asked of papers: searches, single ones, and how many there are. */
import { existsSync } from 'node:fs';
import type { Config } from '../../config/fields.js';
import { isUrl } from '../../config/url.js';
import type {
  CountQuery,
  LikeQuery,
  PaperCounts,
  PaperQuery,
  PapersFound,
  PapersLike,
} from '../../http/resources/papers/service.js';
import type { Words } from '../../workers/base/language/sentence.js';
import type { Paper } from '../../workers/papers/types.js';
import { paperProblem } from './problem.js';
import { countsOf, recordOf, unknownPaper } from './reading.js';
import type { StoresInUse } from './stores.js';

export interface PaperReaderParts {
  settings: () => Readonly<Config>;
  stores: StoresInUse;
  /** What is in the way of embedding. */
  problem: () => Words | null;
}

export class PaperReader {
  constructor(private readonly parts: PaperReaderParts) {}

  /** Those who have only albums get no database. */
  isUsed(): boolean {
    const { paper_db: path } = this.parts.settings();
    return isUrl(path) || existsSync(path);
  }

  async search(query: PaperQuery, signal?: AbortSignal): Promise<PapersFound> {
    const { stores, problem } = this.parts;
    if (!this.isUsed()) return { papers: [], by: 'words and meaning', why: null, is_whole: true };
    const { searchPapers } = await import('./search.js');
    return paperProblem(() => stores.use((opened) => searchPapers(opened, query, problem(), signal)));
  }

  async like(query: LikeQuery): Promise<PapersLike> {
    const { stores, problem } = this.parts;
    if (!this.isUsed()) throw unknownPaper(query.uid);
    const { papersLike } = await import('./like.js');
    return paperProblem(() => stores.use((opened) => papersLike(opened, query, problem())));
  }

  async record(uid: string): Promise<Paper> {
    if (!this.isUsed()) throw unknownPaper(uid);
    return paperProblem(() => this.parts.stores.use(({ database }) => recordOf(database, uid)));
  }

  async counts(query: CountQuery): Promise<PaperCounts> {
    if (!this.isUsed()) return { papers: 0, years: [], conferences: [], is_whole: true };
    return paperProblem(() => this.parts.stores.use(({ database }) => countsOf(database, query)));
  }
}
