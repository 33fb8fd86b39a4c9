/** The record of imports and deletions. Implements the PaperChangeService of the HTTP room. */
import type {
  DeletionChoices,
  DuplicateGroup,
  ImportRecord,
  PaperChangeService,
  Undone,
  UndoQuestion,
} from '../../http/papers/changes/service.js';
import { TonstiftError } from '../../workers/base/errors.js';
import { counted } from '../../workers/base/text/counted.js';
import { say } from '../../workers/base/language/sentence.js';
import type { Clock, Log } from '../../workers/base/ports.js';
import type { DatabaseManager } from '../../workers/papers/database-manager.js';
import type {
  DeletedPapers,
  MergedPapers,
  PaperImportRecord,
  PapersConcerned,
  PapersToDelete,
} from '../../workers/papers/sql/results.js';
import type { Paper } from '../../workers/papers/types.js';
import type { JobContext, Jobs } from '../jobs.js';
import { paperProblem } from './problem.js';
import type { StoresInUse } from './stores.js';

export interface PaperChangesParts {
  stores: Pick<StoresInUse, 'use'>;
  /** False if there is no paper database. */
  isUsed: () => boolean;
  jobs: Jobs;
  /** Aborts what runs. */
  ending: AbortSignal;
  /** Called after papers were deleted or given back. */
  changed: () => void;
  clock: Clock;
  log: Log;
}

/** All records of a year. */
const mostListed = 1000;

/** Only one at a time changes the papers. */
const lane = 'papers:changes';

export class PaperChanges implements PaperChangeService {
  constructor(private readonly parts: PaperChangesParts) {}

  list(): Promise<ImportRecord[]> {
    return this.ask([], async (database) => (await database.importRecords({ limit: mostListed })).map(viewOf));
  }

  async undoConcerns(id: number): Promise<UndoQuestion> {
    const record = await this.record(id);
    const concerns = await this.ask(nothing, (database) => database.undoConcerns(id));
    return { import: record, restored: 0, kept: 0, ...concerns };
  }

  async undo(id: number): Promise<Undone> {
    const { name } = await this.record(id);
    return this.change(`Undo ${name}`, async (database, { signal, progress }) => {
      const now = this.parts.clock.now();
      const { keptTitles, ...counts } = await database.undoImport(id, { now, signal, progress });
      const { deleted, restored, kept } = counts;
      const stay = kept > 0 ? `, ${kept} changed since and kept` : '';
      this.parts.log.info(`${name} was undone: ${deleted} deleted, ${restored} restored${stay}.`);
      return { id, ...counts, kept_titles: keptTitles };
    });
  }

  deletionChoices(): Promise<DeletionChoices> {
    return this.ask<DeletionChoices>({ conferences: [], years: [] }, (database) => database.choices());
  }

  deletionConcerns(what: PapersToDelete): Promise<PapersConcerned> {
    return this.ask(nothing, (database) => database.deletionConcerns(what));
  }

  async delete(what: PapersToDelete): Promise<DeletedPapers> {
    if (!this.parts.isUsed()) return { id: null, deleted: 0, saved: 0 };
    const { titles, papers } = await this.deletionConcerns(what);
    const [title = ''] = titles;
    const name = 'conference' in what ? `${what.conference} ${what.year}` : papers > 1 ? `${title}, …` : title;
    return this.change(`Delete ${name}`, async (database, { signal, progress }) => {
      const now = this.parts.clock.now();
      const done = await database.deleteWithRecord(what, { name, now, signal, progress });
      if (done.id !== null) this.parts.log.info(`Deleted ${counted(done.deleted, 'paper')}: ${name}.`);
      return done;
    });
  }

  async duplicates(): Promise<DuplicateGroup[]> {
    const groups = await this.ask([], (database) => database.duplicates({ signal: this.parts.ending }));
    return groups.map((group) => group.map(shortOf));
  }

  async merge(uids: readonly string[]): Promise<MergedPapers> {
    if (!this.parts.isUsed()) return { id: null, groups: 0, deleted: 0, saved: 0 };
    return this.change('Merge papers', async (database, { signal, progress }) => {
      const now = this.parts.clock.now();
      const done = await database.mergeDuplicates(uids, { name: 'Merge', now, signal, progress });
      const { id, groups, deleted } = done;
      if (id !== null)
        this.parts.log.info(
          `Merged ${counted(groups, 'group')} of papers, and deleted ${counted(deleted, 'duplicate')}.`,
        );
      return done;
    });
  }

  private async record(id: number): Promise<ImportRecord> {
    const [record] = await this.ask([], (database) => database.importRecords({ limit: 1, id }));
    if (record === undefined) throw new TonstiftError('not_found', say('error.import_not_found', { id: String(id) }));
    return viewOf(record);
  }

  private change<Result>(
    title: string,
    work: (database: DatabaseManager, context: JobContext) => Promise<Result>,
  ): Promise<Result> {
    const { stores, jobs, ending: signal, changed } = this.parts;
    return jobs
      .run({ lane, kind: 'papers', title, oid: null, signal }, (context) =>
        paperProblem(() => stores.use(({ database }) => work(database, context))),
      )
      .finally(changed);
  }

  private async ask<Result>(none: Result, work: (database: DatabaseManager) => Promise<Result>): Promise<Result> {
    const { stores, isUsed } = this.parts;
    return isUsed() ? paperProblem(() => stores.use(({ database }) => work(database))) : none;
  }
}

const shortOf = ({ uid, title, authors, conference, year, doi }: Paper): DuplicateGroup[number] => ({
  ...{ uid, title, authors, conference, year },
  ...(doi === undefined ? {} : { doi }),
});

const nothing: PapersConcerned = { papers: 0, saved: 0, notes: 0, titles: [] };

const timeOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

function viewOf({ startedAt, endedAt, undoneAt, canUndo, ...record }: PaperImportRecord): ImportRecord {
  return {
    ...record,
    started_at: new Date(startedAt).toISOString(),
    ended_at: timeOf(endedAt),
    undone_at: timeOf(undoneAt),
    can_undo: canUndo,
  };
}
