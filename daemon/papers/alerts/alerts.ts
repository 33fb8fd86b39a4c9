/** Kept searches with the papers imported since. Implements the AlertService of the HTTP room. */
import type { AlertService, KeptSearch, NewPaperView, SearchToKeep } from '../../../http/papers/alerts/service.js';
import type { DatabaseManager } from '../../../workers/papers/database-manager.js';
import { parseFieldFilters } from '../../../workers/papers/field-filters.js';
import type { NewPaper, NewPapers } from '../../../workers/papers/sql/results.js';
import { paperProblem } from '../problem.js';
import type { StoresInUse } from '../stores.js';
import type { KeptSearches } from './kept-searches.js';
import type { StoredSearch } from './stored-alerts.js';

export interface PaperAlertsParts {
  searches: KeptSearches;
  stores: Pick<StoresInUse, 'use'>;
  /** False if there is no paper database. */
  isUsed: () => boolean;
  /** Adds the other names of the series that are asked for. */
  withNames: <Query extends { conferences: string[] }>(database: DatabaseManager, query: Query) => Promise<Query>;
}

interface Which {
  limit: number;
  id?: string | undefined;
}

export class PaperAlerts implements AlertService {
  constructor(private readonly parts: PaperAlertsParts) {}

  async list({ limit, id }: Which): Promise<KeptSearch[]> {
    const listed: KeptSearch[] = [];
    // One after the other: many at once would only hold up other queries.
    for (const search of await this.parts.searches.list(id)) {
      const { count, papers } = await this.newPapers(search, search.seen_at, limit);
      const times = { kept_at: timeOf(search.kept_at), seen_at: timeOf(search.seen_at) };
      listed.push({ ...search, ...times, count, papers: papers.map(viewOf) });
    }
    return listed;
  }

  async arrivals({ limit, id }: Which): Promise<NewPaperView[]> {
    const once = new Map<string, NewPaper>();
    for (const search of await this.parts.searches.list(id))
      for (const one of (await this.newPapers(search, search.kept_at, limit)).papers) once.set(one.paper.uid, one);
    const newest = [...once.values()].sort(
      (one, other) => other.addedAt - one.addedAt || other.importId - one.importId,
    );
    return newest.slice(0, limit).map(viewOf);
  }

  keep(search: SearchToKeep): Promise<string> {
    return this.parts.searches.keep(search);
  }

  seen(until: Date, id?: string): Promise<void> {
    return this.parts.searches.seen(until, id);
  }

  remove(id: string): Promise<void> {
    return this.parts.searches.remove(id);
  }

  private async newPapers({ q, ...search }: StoredSearch, since: number, limit: number): Promise<NewPapers> {
    if (!this.parts.isUsed()) return { count: 0, papers: [] };
    const { filters: fieldFilters, text: words } = parseFieldFilters(q);
    return paperProblem(() =>
      this.parts.stores.use(async ({ database }) => {
        const { conferences } = await this.parts.withNames(database, search);
        const { years, sessions } = search;
        return database.newPapers({ words, fieldFilters, conferences, years, sessions, since, limit });
      }),
    );
  }
}

const timeOf = (ms: number): string => new Date(ms).toISOString();

const viewOf = ({ paper, addedAt, importId, importName }: NewPaper): NewPaperView => ({
  paper,
  added_at: timeOf(addedAt),
  import_id: importId,
  import_name: importName,
});
