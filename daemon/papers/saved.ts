/** The list of saved papers in the paper database. Implements the SavedService of the HTTP room. */
import {
  NoteChanged,
  type Decision,
  type ExportFormat,
  type PaperFile,
  type SavedFilter,
  type SavedListView,
  type SavedPaperView,
  type SavedService,
} from '../../http/papers/saved/service.js';
import { TonstiftError } from '../../workers/base/errors.js';
import { say, type SentenceKey } from '../../workers/base/language/sentence.js';
import type { Clock } from '../../workers/base/ports.js';
import type { DatabaseManager } from '../../workers/papers/database-manager.js';
import { exportPapers, notations } from '../../workers/papers/export/export-papers.js';
import type { ExportedPaper } from '../../workers/papers/export/types.js';
import type { Paper } from '../../workers/papers/types.js';
import type { SavedFilter as StoredFilter, SavedPaper } from '../../workers/papers/sql/results.js';
import { namesOfSeries } from './found/venues.js';
import { paperProblem } from './problem.js';
import type { StoresInUse } from './stores.js';

type PaperFilter = Parameters<SavedService['fileOfAll']>[1];

/** Papers per read for a file. */
const readAtOnce = 200;

export interface SavedParts {
  stores: Pick<StoresInUse, 'use'>;
  /** False if there is no paper database. Users with albums only get none. */
  isUsed: () => boolean;
  clock: Clock;
}

export class SavedPapers implements SavedService {
  constructor(private readonly parts: SavedParts) {}

  count(filter: SavedFilter = {}): Promise<number> {
    return this.ask(0, (database) => database.countSaved(stored(filter)));
  }

  list({ from, limit, filter = {} }: { from: number; limit: number; filter?: SavedFilter }): Promise<SavedPaperView[]> {
    const place = { from, limit, filter: stored(filter) };
    return this.ask([], async (database) => (await database.savedPapers(place)).map(viewOf));
  }

  find(uid: string): Promise<SavedPaperView | undefined> {
    return this.ask<SavedPaperView | undefined>(undefined, async (database) => {
      const found = await database.savedPaper(uid);
      return found && viewOf(found);
    });
  }

  removed(limit: number): Promise<SavedPaperView[]> {
    const now = this.parts.clock.now();
    return this.ask([], async (database) => (await database.removedPapers(limit, now)).map(viewOf));
  }

  among(uids: readonly string[]): Promise<string[]> {
    return uids.length === 0
      ? Promise.resolve([])
      : this.ask([], async (database) => (await database.savedAmong(uids)).map(({ uid }) => uid));
  }

  async save(uid: string): Promise<void> {
    this.must(await this.ask(false, (database) => database.savePaper(uid, this.parts.clock.now())));
  }

  async remove(uid: string): Promise<void> {
    this.must(await this.ask(false, (database) => database.removeSaved(uid, this.parts.clock.now())));
  }

  async restore(uid: string): Promise<void> {
    this.must(await this.ask(false, (database) => database.restoreSaved(uid)));
  }

  async note(uid: string, note: string, seen?: string): Promise<void> {
    const what = { uid, note, ...(seen === undefined ? {} : { seen }) };
    const noted = await this.ask({ is: 'unknown' } as const, (database) =>
      database.noteSaved(what, this.parts.clock.now()),
    );
    if (noted.is === 'changed') throw new NoteChanged(noted.stored);
    this.must(noted.is === 'kept');
  }

  async markRead(uid: string, isRead: boolean): Promise<void> {
    this.must(await this.ask(false, (database) => database.markRead(uid, isRead, this.parts.clock.now())));
  }

  lists(): Promise<SavedListView[]> {
    return this.ask<SavedListView[]>([], async (database) =>
      (await database.savedLists()).map(({ list: name, ...counts }) => ({ name, ...counts })),
    );
  }

  addToList(uids: readonly string[], name: string): Promise<number> {
    return this.ask(0, (database) => database.addToList(uids, name, this.parts.clock.now()));
  }

  async removeFromList(uid: string, name: string): Promise<void> {
    this.must(await this.ask(false, (database) => database.removeFromList(uid, name)), 'saved.not_on_list');
  }

  async renameList(name: string, to: string): Promise<void> {
    this.must(await this.ask(false, (database) => database.renameList(name, to)), 'saved.no_list');
  }

  async deleteList(name: string): Promise<void> {
    this.must(await this.ask(false, (database) => database.deleteList(name)), 'saved.no_list');
  }

  async decide(list: string, uid: string, decision: Decision): Promise<void> {
    const now = this.parts.clock.now();
    const isThere = await this.ask(false, (database) => database.decide({ list, uid, decision }, now));
    this.must(isThere, 'saved.not_on_list');
  }

  async undoDecision(name: string): Promise<string> {
    const uid = await this.ask<string | undefined>(undefined, (database) => database.undoDecision(name));
    if (uid === undefined) throw new TonstiftError('not_found', say('screening.no_decision'));
    return uid;
  }

  file(format: ExportFormat, filter: SavedFilter = {}): PaperFile {
    return fileOf(format, exported(this, filter));
  }

  async fileOf(format: ExportFormat, papers: readonly Paper[]): Promise<PaperFile> {
    return fileOf(format, await this.withNotes(papers));
  }

  fileOfAll(format: ExportFormat, filter: PaperFilter): PaperFile {
    return fileOf(format, this.allPapers(filter));
  }

  private async *allPapers({ conferences, years, sessions }: PaperFilter): AsyncGenerator<ExportedPaper> {
    const { uids } = await this.ask({ uids: [], isWhole: true }, async (database) => {
      const names = conferences.length === 0 ? [] : namesOfSeries(conferences, (await database.choices()).conferences);
      return database.sortedPapers({ conferences: names, years, sessions, sort: 'newest', limit: Infinity });
    });
    for (let at = 0; at < uids.length; at += readAtOnce) {
      const some = uids.slice(at, at + readAtOnce);
      yield* await this.withNotes(await this.ask([], (database) => database.getPapersByUids(some)));
    }
  }

  private async withNotes(papers: readonly Paper[]): Promise<ExportedPaper[]> {
    const uids = papers.map(({ uid }) => uid);
    const saved = uids.length === 0 ? [] : await this.ask([], (database) => database.savedAmong(uids));
    const own = new Map(saved.map(({ uid, note, lists }) => [uid, { note, lists }]));
    return papers.map((paper) => ({ paper, ...own.get(paper.uid) }));
  }

  /** Newest first. Complete even if papers are saved or removed meanwhile. */
  async *all(filter: SavedFilter = {}): AsyncGenerator<SavedPaperView> {
    for (let after: { savedAt: number; uid: string } | null = null; ;) {
      const place = { after, limit: readAtOnce, filter: stored(filter) };
      const some: SavedPaper[] = await this.ask([], (database) => database.savedPapers(place));
      yield* some.map(viewOf);
      const last = some.at(-1);
      if (some.length < readAtOnce || last === undefined) return;
      after = { savedAt: last.savedAt, uid: last.paper.uid };
    }
  }

  private must(isThere: boolean, sentence: SentenceKey = 'saved.unknown'): void {
    if (!isThere) throw new TonstiftError('not_found', say(sentence));
  }

  private async ask<Result>(none: Result, work: (database: DatabaseManager) => Promise<Result>): Promise<Result> {
    const { stores, isUsed } = this.parts;
    return isUsed() ? paperProblem(() => stores.use(({ database }) => work(database))) : none;
  }
}

/** Reads the saved papers here, or of a running daemon. */
export interface SavedSource {
  lists(): Promise<SavedListView[]>;
  /** Newest first. */
  all(filter: SavedFilter): AsyncIterable<SavedPaperView>;
}

/**
 * Decisions are exported only with a list that is screened: a paper may have others on other lists. A paper that is not
 * screened has the decision null.
 */
export async function* exported(saved: SavedSource, filter: SavedFilter): AsyncGenerator<ExportedPaper> {
  const screened = (await saved.lists()).find(
    ({ name, yes, maybe, no }) => name === filter.list && yes + maybe + no > 0,
  );
  for await (const { paper, note, lists } of saved.all(filter)) {
    const one = { paper, note, lists: lists.map(({ name }) => name) };
    const entry = lists.find(({ name }) => name === screened?.name);
    yield screened === undefined ? one : { ...one, decision: entry?.decision ?? null };
  }
}

export function fileOf(
  format: ExportFormat,
  papers: AsyncIterable<ExportedPaper> | Iterable<ExportedPaper>,
): PaperFile {
  const { ending, type } = notations[format];
  return { ending, type, pieces: exportPapers(format, papers) };
}

const stored = ({ list, read: isRead, decision }: SavedFilter): StoredFilter => ({ list, isRead, decision });

const viewOf = ({ paper, note, savedAt, isGone, readAt, lists }: SavedPaper): SavedPaperView => ({
  ...{ paper, note, saved_at: new Date(savedAt).toISOString(), is_gone: isGone },
  read_at: readAt === null ? null : new Date(readAt).toISOString(),
  lists: lists.map(({ list: name, decision }) => ({ name, decision })),
});
