/** The list of saved papers in the paper database. Implements the SavedService of the HTTP room. */
import {
  NoteChanged,
  type ExportFormat,
  type PaperFile,
  type SavedPaperView,
  type SavedService,
} from '../../http/papers/saved/service.js';
import { TonstiftError } from '../../workers/base/errors.js';
import { say } from '../../workers/base/language/sentence.js';
import type { Clock } from '../../workers/base/ports.js';
import type { DatabaseManager } from '../../workers/papers/database-manager.js';
import { exportPapers, notations } from '../../workers/papers/export/export-papers.js';
import type { ExportedPaper } from '../../workers/papers/export/types.js';
import type { Paper } from '../../workers/papers/types.js';
import type { SavedPaper } from '../../workers/papers/sql/results.js';
import { paperProblem } from './problem.js';
import type { StoresInUse } from './stores.js';

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

  count(): Promise<number> {
    return this.ask(0, (database) => database.countSaved());
  }

  list(place: { from: number; limit: number }): Promise<SavedPaperView[]> {
    return this.ask([], async (database) => (await database.savedPapers(place)).map(viewOf));
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

  file(format: ExportFormat): PaperFile {
    return fileOf(format, this.all());
  }

  async fileOf(format: ExportFormat, papers: readonly Paper[]): Promise<PaperFile> {
    const uids = papers.map(({ uid }) => uid);
    const saved = uids.length === 0 ? [] : await this.ask([], (database) => database.savedAmong(uids));
    const notes = new Map(saved.map(({ uid, note }) => [uid, note]));
    return fileOf(
      format,
      papers.map((paper) => ({ paper, note: notes.get(paper.uid) ?? '' })),
    );
  }

  /** Newest first. Complete even if papers are saved or removed meanwhile. */
  async *all(): AsyncGenerator<SavedPaperView> {
    for (let after: { savedAt: number; uid: string } | null = null; ;) {
      const place = { after, limit: readAtOnce };
      const some: SavedPaper[] = await this.ask([], (database) => database.savedPapers(place));
      yield* some.map(viewOf);
      const last = some.at(-1);
      if (some.length < readAtOnce || last === undefined) return;
      after = { savedAt: last.savedAt, uid: last.paper.uid };
    }
  }

  private must(isThere: boolean): void {
    if (!isThere) throw new TonstiftError('not_found', say('saved.unknown'));
  }

  private async ask<Result>(none: Result, work: (database: DatabaseManager) => Promise<Result>): Promise<Result> {
    const { stores, isUsed } = this.parts;
    return isUsed() ? paperProblem(() => stores.use(({ database }) => work(database))) : none;
  }
}

export function fileOf(
  format: ExportFormat,
  papers: AsyncIterable<ExportedPaper> | Iterable<ExportedPaper>,
): PaperFile {
  const { ending, type } = notations[format];
  return { ending, type, pieces: exportPapers(format, papers) };
}

const viewOf = ({ paper, note, savedAt, isGone }: SavedPaper): SavedPaperView => ({
  ...{ paper, note, saved_at: new Date(savedAt).toISOString(), is_gone: isGone },
});
