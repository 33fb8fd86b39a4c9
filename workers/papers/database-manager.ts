import { setImmediate as nextTurn } from 'node:timers/promises';
import { DatabaseError } from './database-error.js';
import {
  batchOptions,
  checkedOptions,
  checkedQueryOptions,
  checkList,
  checkText,
  countOptions,
  newPaperOptions,
  readOptions,
  searchOptions,
  sortOptions,
} from './database-options.js';
import { parseFieldFilters, type FieldFilter } from './field-filters.js';
import { mendPaper } from './ingest/mend-paper.js';
import { choicesOf } from './sql/queries/choices.js';
import { backlogOf, embeddedHashes, embeddedUids, failuresOf, goneUids } from './sql/queries/embedding-report.js';
import {
  claimUids,
  extendClaims,
  forgetEmbedded,
  forgetGone,
  forgetLost,
  noteEmbedded,
  noteFailure,
  noteLost,
  notesOf,
  papersOf,
  releaseClaims,
} from './sql/queries/embedding-state.js';
import { countPapers } from './sql/queries/counts.js';
import { newPapers } from './sql/queries/new-papers.js';
import { sortedPapers } from './sql/queries/sorted.js';
import { checkDatabase, mendPostgresIndexes } from './sql/check.js';
import { givenPlace, locate, missingFile } from './sql/location.js';
import { close, databaseError, open, type Connection } from './sql/open.js';
import type { Parameter } from './sql/parameters.js';
import { queryReadOnly, uidsWhere } from './sql/read-only.js';
import { deleteWithRecord, deletionConcerns } from './sql/changes/delete.js';
import { endRecord, forgetRecord, importRecords, startRecord } from './sql/changes/record.js';
import { undoConcerns, undoRecord } from './sql/changes/undo.js';
import type {
  BatchOptions,
  Claim,
  CountSearch,
  DatabaseCheck,
  Decision,
  DeletedPapers,
  EmbeddingBacklog,
  EmbeddingFailure,
  Failure,
  MergedPapers,
  NewPapers,
  NewPaperSearch,
  Noted,
  PaperChoices,
  PaperCounts,
  PaperImportRecord,
  PapersConcerned,
  PapersRevision,
  PapersToDelete,
  QueryOptions,
  ReadOptions,
  SavedCopy,
  SavedFilter,
  SavedList,
  SavedPaper,
  SavedPlace,
  Stored,
  SortedSearch,
  StoredImport,
  UndoConcerns,
  UndonePapers,
  WordSearch,
  WordsFound,
} from './sql/results.js';
import type { PaperSearch } from './sql/paper-search.js';
import {
  addToList,
  decide,
  deleteList,
  markRead,
  removeFromList,
  renameList,
  savedLists,
  undoDecision,
} from './sql/queries/lists.js';
import {
  addSavedCopies,
  countSaved,
  noteSaved,
  removedPapers,
  removeSaved,
  restoreSaved,
  savedAmong,
  savedPaper,
  savedPapers,
  savePaper,
} from './sql/queries/saved.js';
import { searchPapers, searchUids } from './sql/search.js';
import { revisionOf } from './sql/queries/revision.js';
import { unknownUids } from './sql/queries/unknown-uids.js';
import { searchAuthors, searchWords, uidsAllowed, wordsIn } from './sql/words/search-words.js';
import { duplicateGroups, mergeDuplicates } from './sql/identity/duplicates.js';
import { storeImported } from './sql/identity/store-imported.js';
import { fillKeys } from './sql/identity/fill-keys.js';
import { uidsByKey } from './sql/identity/keys.js';
import { identifiersIn } from './identity/identifiers.js';
import { deletePapers, rowsReady, storeRows, syncDatabase, type ReadyRow } from './sql/store-papers.js';
import type { Progress } from '../base/ports.js';
import type { Paper, PaperLike } from './types.js';

export interface AddedPapers extends Stored {
  /** `index`: the position in the given list. */
  rejected: { index: number; reason: string }[];
  /** Keys of added papers that match no column and were not stored, sorted. */
  unknown: string[];
}

/** An import in progress, whose record notes each change. */
export interface RunningImport {
  id: number;
  /**
   * Stores papers like `DatabaseManager.storePapers`, but a paper that is stored already, under another uid or from
   * another source, is completed. The papers are durable once `sync` has resolved.
   * @param hasOwnUid of each paper: its record has the uid, which is not derived from title, conference and year. Then
   *   the record corrects the paper with this uid, also its year, conference and DOI.
   */
  storePapers(papers: readonly Paper[], hasOwnUid?: readonly boolean[]): Promise<StoredImport>;
  /** Call it at the end, also after a failure. */
  end(rejected: number): Promise<void>;
}

/** `now`: milliseconds since 1970-01-01 UTC. */
interface Changing {
  now?: number;
  signal?: AbortSignal | undefined;
  /** Called with the papers done and the total. */
  progress?: Progress | undefined;
}

type Work<Result> = (connection: Connection) => Promise<Result>;

const modelSetting = 'embedding_model';
/** SQLite needs about 30 ms for a transaction of this size. Other writers wait that long. */
const papersAtOnce = 200;

/**
 * The relational database of papers: an SQLite file by default, PostgreSQL by URL. Both give the same results. Connects
 * and creates the tables at the first use, and again after `close`. A write is durable once its promise resolves. Every
 * failure is a DatabaseError, and none contains a password of a URL.
 */
export class DatabaseManager {
  readonly #given: string;
  #connection: Promise<Connection> | null = null;
  /** The last uid claimed in each collection, so that a series of claims reads each paper only once. */
  readonly #claimed = new Map<string, string>();
  #storing: Promise<unknown> = Promise.resolve();
  /** Never rejects. */
  #closed: Promise<unknown> = Promise.resolve();

  /**
   * @param pathOrUrl a path, `:memory:`, or postgresql://user:password@host:port/name; by default PAPER_DB of the
   *   environment
   * @param defaultPath used if both are missing
   * @throws DatabaseError if it is not text
   */
  constructor(pathOrUrl?: string, defaultPath?: string) {
    this.#given = givenPlace(pathOrUrl, defaultPath);
  }

  /** Splits a query into `field:"value"` filters and the remaining text. */
  static parseFieldFilters(query: string): { filters: FieldFilter[]; text: string } {
    checkText('parseFieldFilters', query);
    return parseFieldFilters(query);
  }

  /** Creates the tables, or migrates them to this version. */
  async connect(): Promise<void> {
    await this.#connected();
  }

  /** The same as `connect`. */
  async createTables(): Promise<void> {
    await this.connect();
  }

  /** May be called twice, and without a connection. Waits for a running `close`. */
  async close(): Promise<void> {
    const [connection, former] = [this.#connection, this.#closed];
    this.#connection = null;
    this.#claimed.clear();
    const closing = Promise.resolve(connection?.then(close, () => undefined));
    this.#closed = Promise.allSettled([former, closing]);
    await former;
    await closing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /**
   * Adds a paper, or replaces the one with its uid. A given uid takes precedence over the computed one. Returns the
   * uid.
   */
  async addPaper(paper: PaperLike): Promise<string> {
    const result = mendPaper(paper);
    if ('reason' in result) throw new DatabaseError(`Cannot add this paper: ${String(result.reason)}`);
    await this.storePapers([result.paper]);
    return result.paper.uid;
  }

  /** Like `addPaper`, for many papers. Skips invalid papers and returns them with the reason. */
  async addPapers(papers: readonly unknown[]): Promise<AddedPapers> {
    checkList('addPapers', 'papers', papers);
    const report: AddedPapers = { added: 0, updated: 0, unchanged: 0, rejected: [], unknown: [] };
    const unknown = new Set<string>();
    for (let at = 0; at < papers.length; at += papersAtOnce) {
      const taken: Paper[] = [];
      papers.slice(at, at + papersAtOnce).forEach((paper, offset) => {
        const result = mendPaper(paper);
        if ('reason' in result) {
          report.rejected.push({ index: at + offset, reason: String(result.reason) });
          return;
        }
        taken.push(result.paper);
        for (const key of result.unknown) unknown.add(key);
      });
      const { added, updated, unchanged } = await this.storePapers(taken);
      report.added += added;
      report.updated += updated;
      report.unchanged += unchanged;
      await nextTurn();
    }
    report.unknown = [...unknown].sort();
    return report;
  }

  /**
   * Stores checked papers (`mendPaper`) in one transaction. Calls are processed in order, even if a caller does not
   * await the previous call: then these rows are prepared while the others are written.
   * @param isDurable false for a series of calls: the papers are durable once `sync` has resolved
   */
  async storePapers(papers: readonly Paper[], { isDurable = true } = {}): Promise<Stored> {
    return this.#inOrder(papers, ({ db, location }, rows) => storeRows(db, location.kind, rows, isDurable));
  }

  async #inOrder<Result>(
    papers: readonly Paper[],
    store: (connection: Connection, rows: ReadyRow[]) => Promise<Result>,
  ): Promise<Result> {
    const before = this.#storing;
    const stored = this.#on('Cannot store the papers', async (connection) => {
      const rows = await rowsReady(papers, connection.location.kind);
      await before;
      return store(connection, rows);
    });
    this.#storing = stored.catch(() => undefined);
    return stored;
  }

  /** Makes papers durable that were stored with `isDurable: false`. */
  async sync(): Promise<void> {
    await this.#on('Cannot store the papers', async ({ location }) => {
      if (location.kind === 'sqlite') await syncDatabase(location.path);
    });
  }

  /**
   * Deletes papers and returns how many were found. The next `embedFromDatabase` deletes their vectors from the
   * collections that this database fills.
   */
  async deletePapers(uids: readonly string[]): Promise<number> {
    checkList('deletePapers', 'uids', uids);
    return this.#onExisting('Cannot delete the papers', ({ db }) => deletePapers(db, uids.map(String)));
  }

  /** Begins an import. Its record notes what it changes, so that it can be undone. */
  async startImport(name: string, { now = Date.now(), signal }: Changing = {}): Promise<RunningImport> {
    const id = await this.#on(
      'Cannot store the papers',
      async ({ db }) => {
        await fillKeys(db, signal);
        return startRecord(db, { kind: 'import', name, now });
      },
      signal,
    );
    return {
      id,
      storePapers: (papers, hasOwnUid = []) =>
        this.#inOrder(papers, ({ db, location }, rows) =>
          storeImported(
            db,
            location.kind,
            rows.map((row, n) => ({ ...row, hasOwnUid: hasOwnUid[n] === true })),
            id,
          ),
        ),
      end: (rejected) =>
        this.#on('Cannot store the papers', ({ db }) => endRecord(db, { id, rejected, now: Date.now() })),
    };
  }

  /**
   * Returns imports and deletions, newest first. A record is forgotten after a year, and after a thousand newer ones.
   * @param id only this one
   */
  async importRecords(which: { limit: number; id?: number }): Promise<PaperImportRecord[]> {
    return this.#onExisting('Cannot read the imports', ({ db }) => importRecords(db, which));
  }

  /** Forgets the record of an import that has changed nothing. */
  async forgetImport(id: number): Promise<void> {
    await this.#onExisting('Cannot store the papers', ({ db }) => forgetRecord(db, id));
  }

  /** Returns papers that match all words and filters, and that an import has added since a time, newest first. */
  async newPapers(search: NewPaperSearch): Promise<NewPapers> {
    const given = checkedOptions('newPapers', search, newPaperOptions);
    return this.#onExisting('Cannot search the papers', (connection) => newPapers(connection, given));
  }

  /** Counts the papers that `undoImport` would change. */
  async undoConcerns(id: number): Promise<UndoConcerns> {
    return this.#onExisting('Cannot read the imports', ({ db }) => undoConcerns(db, id));
  }

  /**
   * Deletes the papers that an import has added, and gives back those that it has changed or deleted. Papers that were
   * changed since are kept, and undone if it is repeated after their change was undone, as after an interruption.
   */
  async undoImport(id: number, { now = Date.now(), ...more }: Changing = {}): Promise<UndonePapers> {
    return this.#onExisting(
      'Cannot undo the import',
      ({ db, location }) => undoRecord(db, location.kind, id, { now, ...more }),
      more.signal,
    );
  }

  /** Counts the papers that `deleteWithRecord` would delete. */
  async deletionConcerns(what: PapersToDelete): Promise<PapersConcerned> {
    return this.#onExisting('Cannot read the papers', ({ db }) => deletionConcerns(db, what));
  }

  /** Like `deletePapers`, but with a record, so that `undoImport` gives the papers back. */
  async deleteWithRecord(
    what: PapersToDelete,
    { name, now = Date.now(), signal, progress }: Changing & { name: string },
  ): Promise<DeletedPapers> {
    return this.#onExisting(
      'Cannot delete the papers',
      ({ db, location }) => deleteWithRecord(db, location.kind, what, { name, now, signal, progress }),
      signal,
    );
  }

  /** Returns groups of stored papers that are the same paper of several sources. */
  async duplicates({ signal }: { signal?: AbortSignal } = {}): Promise<Paper[][]> {
    return this.#onExisting(
      'Cannot read the papers',
      async ({ db }) => {
        await fillKeys(db, signal);
        return duplicateGroups(db, signal);
      },
      signal,
    );
  }

  /**
   * Makes one paper of each group of `duplicates`, with a record, so that `undoImport` gives them back. Saved papers
   * keep their uid, if no other paper of their group is saved.
   * @param uids only groups that contain one of these; all if empty
   */
  async mergeDuplicates(
    uids: readonly string[],
    { name, now = Date.now(), signal, progress }: Changing & { name: string },
  ): Promise<MergedPapers> {
    return this.#onExisting(
      'Cannot merge the papers',
      async ({ db, location }) => {
        await fillKeys(db, signal);
        return mergeDuplicates(db, location.kind, uids, { name, now, signal, progress });
      },
      signal,
    );
  }

  async getPaperByUid(uid: string): Promise<Paper | null> {
    return (await this.getPapersByUids([uid]))[0] ?? null;
  }

  /** Returns papers in the order of `uids` and skips unknown ones. */
  async getPapersByUids(uids: readonly string[]): Promise<Paper[]> {
    checkList('getPapersByUids', 'uids', uids);
    return this.#onExisting('Cannot read the papers', ({ db }) => papersOf(db, uids.map(String)));
  }

  /** Returns the uids that no paper has, unordered. */
  async unknownUids(uids: readonly string[]): Promise<string[]> {
    return this.#onExisting('Cannot read the papers', ({ db, location }) => unknownUids(db, location.kind, uids));
  }

  /** Sorted by year (newest first), title and uid. */
  async searchPapers(search: PaperSearch = {}): Promise<Paper[]> {
    const given = checkedOptions('searchPapers', search, searchOptions);
    return this.#onExisting('Cannot search the papers', ({ db, location }) => searchPapers(db, location.kind, given));
  }

  /** Returns the uids of all papers that `searchPapers` finds, unordered. */
  async searchUids(search: Omit<PaperSearch, 'limit'> = {}): Promise<string[]> {
    const given = checkedOptions('searchUids', search, searchOptions);
    return this.#onExisting('Cannot search the papers', ({ db, location }) => searchUids(db, location.kind, given));
  }

  /** Returns the uids of the papers that a text names: by a DOI, an arXiv id, or an address of one. */
  async uidsNamed(text: string): Promise<string[]> {
    checkText('uidsNamed', text);
    const identifiers = identifiersIn(text);
    if (identifiers.length === 0) return [];
    return this.#onExisting('Cannot search the papers', async ({ db }) => [
      ...new Set([...(await uidsByKey(db, identifiers)).values()].flatMap((uids) => [...uids])),
    ]);
  }

  /**
   * Returns papers that contain the words of a text, best first. `isWhole` is false if the word index does not cover
   * papers of an older database yet.
   */
  async searchWords(text: string, search: WordSearch = {}): Promise<WordsFound> {
    checkText('searchWords', text);
    const given = checkedOptions('searchWords', search, searchOptions);
    return this.#onExisting('Cannot search the papers', (connection) => searchWords(connection, text, given));
  }

  /** Returns the words of each paper that match a `searchWords` query, as the paper spells them. */
  async wordsIn(text: string, papers: readonly Paper[]): Promise<Map<string, string[]>> {
    checkText('wordsIn', text);
    return this.#onExisting('Cannot search the papers', (connection) => wordsIn(connection, text, papers));
  }

  /** Returns the papers that have the phrases of a text, satisfy its operators, and contain nothing it excludes. */
  async uidsAllowed(text: string, uids: readonly string[]): Promise<ReadonlySet<string>> {
    checkText('uidsAllowed', text);
    return this.#onExisting('Cannot search the papers', (connection) => uidsAllowed(connection, text, uids));
  }

  /** Counts the papers that match a search, by conference and year. Without a search, counts all papers. */
  async countPapers(search: CountSearch = {}): Promise<PaperCounts> {
    const given = checkedOptions('countPapers', search, countOptions);
    return this.#onExisting('Cannot count the papers', (connection) => countPapers(connection, given));
  }

  /** Counts all papers, by conference and year. */
  async statistics(): Promise<PaperCounts> {
    return this.countPapers();
  }

  /** Lists the papers that `countPapers` counts, sorted by year or venue. */
  async sortedPapers(search: SortedSearch): Promise<WordsFound> {
    const given = checkedOptions('sortedPapers', search, sortOptions);
    return this.#onExisting('Cannot search the papers', (connection) => sortedPapers(connection, given));
  }

  /**
   * Returns papers whose author the text names (`isAuthor`), sorted like `searchPapers`; [] if the text is not a name.
   */
  async searchAuthors(name: string, search: PaperSearch = {}): Promise<Paper[]> {
    checkText('searchAuthors', name);
    const given = checkedOptions('searchAuthors', search, searchOptions);
    return this.#onExisting('Cannot search the papers', (connection) => searchAuthors(connection, name, given));
  }

  /**
   * Returns the rows of one read-only statement, within `timeoutMs`. Each "?" in it is a parameter: text, a finite
   * number or null. Parameters are passed as a list or in the options. An integer that is too large for a number is
   * returned as text.
   */
  async query(
    statement: string,
    given: readonly Parameter[] | QueryOptions | null = null,
  ): Promise<Record<string, unknown>[]> {
    const options = checkedQueryOptions(given);
    return this.#onExisting(
      'The query failed',
      (connection) => queryReadOnly(connection, statement, options),
      options.signal,
    );
  }

  /**
   * Returns the uids of the papers that match an SQL expression, sorted; without an expression, of all. Runs read-only,
   * within `timeoutMs`.
   */
  async uidsWhere(whereClause?: string | null, given: ReadOptions | null = null): Promise<string[]> {
    if (whereClause !== undefined && whereClause !== null) checkText('uidsWhere', whereClause);
    const options = checkedOptions('uidsWhere', given, readOptions);
    return this.#onExisting(
      'Cannot read the papers',
      (connection) => uidsWhere(connection, whereClause ?? undefined, options),
      options.signal,
    );
  }

  /** Like `uidsWhere`, but yields the papers, in batches: they may be more than fit into memory. */
  async *papersMatching(whereClause?: string | null, given: BatchOptions | null = null): AsyncGenerator<Paper[]> {
    const { batchSize = 100, ...options } = checkedOptions('papersMatching', given, batchOptions);
    const uids = await this.uidsWhere(whereClause, options);
    for (let at = 0; at < uids.length; at += batchSize) {
      options.signal?.throwIfAborted();
      const papers = await this.getPapersByUids(uids.slice(at, at + batchSize));
      if (papers.length > 0) yield papers;
    }
  }

  /** Returns the saved papers, newest first. */
  async savedPapers(place: SavedPlace): Promise<SavedPaper[]> {
    return this.#onExisting('Cannot read the saved papers', ({ db }) => savedPapers(db, place));
  }

  async countSaved(filter: SavedFilter = {}): Promise<number> {
    return this.#onExisting('Cannot count the saved papers', ({ db }) => countSaved(db, filter));
  }

  /** Returns a saved paper; undefined if it is not saved. */
  async savedPaper(uid: string): Promise<SavedPaper | undefined> {
    return this.#onExisting('Cannot read the saved papers', ({ db }) => savedPaper(db, uid));
  }

  /** Returns removed papers that can be restored, last removed first. */
  async removedPapers(limit: number, now = Date.now()): Promise<SavedPaper[]> {
    return this.#onExisting('Cannot read the saved papers', ({ db }) => removedPapers(db, now, limit));
  }

  /** Returns the notes and lists of the given papers that are saved, unordered. */
  async savedAmong(uids: readonly string[]): Promise<{ uid: string; note: string; lists: string[] }[]> {
    return this.#onExisting('Cannot read the saved papers', ({ db }) => savedAmong(db, uids));
  }

  /** Saves a paper. It stays saved if the paper is deleted. Returns false if the paper does not exist. */
  async savePaper(uid: string, now = Date.now()): Promise<boolean> {
    return this.#onExisting('Cannot save the paper', ({ db }) => savePaper(db, uid, now));
  }

  /** Restores a removed paper. Returns false if it is unknown. */
  async restoreSaved(uid: string): Promise<boolean> {
    return this.#onExisting('Cannot restore the paper', ({ db }) => restoreSaved(db, uid));
  }

  /** Removes a saved paper. For 30 days it can be restored with its note. Returns false if it is not saved. */
  async removeSaved(uid: string, now = Date.now()): Promise<boolean> {
    return this.#onExisting('Cannot remove the saved paper', ({ db }) => removeSaved(db, uid, now));
  }

  /**
   * Sets the note of a paper, and saves the paper. Does nothing if the current note differs from the one the writer has
   * `seen`.
   */
  async noteSaved(what: { uid: string; note: string; seen?: string }, now = Date.now()): Promise<Noted> {
    return this.#onExisting('Cannot save the note', ({ db }) => noteSaved(db, { seen: undefined, ...what, now }));
  }

  /**
   * Saves papers of a backup. Returns how many were not saved here, and how many are saved with another note, which is
   * kept.
   */
  async addSavedCopies(copies: readonly SavedCopy[]): Promise<{ added: number; others: number }> {
    return this.#on('Cannot restore the saved papers', ({ db }) => addSavedCopies(db, copies));
  }

  /** Returns the lists of saved papers, sorted by name. A list exists as long as a saved paper is on it. */
  async savedLists(): Promise<SavedList[]> {
    return this.#onExisting('Cannot read the lists', ({ db }) => savedLists(db));
  }

  /** Saves papers and puts them on a list. Returns how many of them exist. */
  async addToList(uids: readonly string[], list: string, now = Date.now()): Promise<number> {
    return this.#onExisting('Cannot put the papers on the list', ({ db }) => addToList(db, { uids, list, now }));
  }

  /** The paper stays saved. Returns false if it is not on the list. */
  async removeFromList(uid: string, list: string): Promise<boolean> {
    return this.#onExisting('Cannot take the paper off the list', ({ db }) => removeFromList(db, uid, list));
  }

  /** If there is a list of that name, both become one. Returns false if there is no such list. */
  async renameList(list: string, name: string): Promise<boolean> {
    return this.#onExisting('Cannot rename the list', ({ db }) => renameList(db, list, name));
  }

  /** The papers stay saved. Returns false if there is no such list. */
  async deleteList(list: string): Promise<boolean> {
    return this.#onExisting('Cannot delete the list', ({ db }) => deleteList(db, list));
  }

  /** Returns false if the paper is not saved. */
  async markRead(uid: string, isRead: boolean, now = Date.now()): Promise<boolean> {
    return this.#onExisting('Cannot mark the paper', ({ db }) => markRead(db, { uid, isRead, now }));
  }

  /** Stores the decision of a screening. Returns false if the paper is not on the list. */
  async decide(what: { list: string; uid: string; decision: Decision }, now = Date.now()): Promise<boolean> {
    return this.#onExisting('Cannot store the decision', ({ db }) => decide(db, { ...what, now }));
  }

  /** Takes back the last decision on a list. Returns the paper; undefined if there is no decision. */
  async undoDecision(list: string): Promise<string | undefined> {
    return this.#onExisting('Cannot take back the decision', ({ db }) => undoDecision(db, list));
  }

  /** Returns the model of these papers' vectors; null if none was noted. */
  async getEmbeddingModel(): Promise<string | null> {
    if (this.#missing() !== undefined) return null;
    return this.#on(
      'Cannot read the model',
      async ({ db }) =>
        (await db.selectFrom('paper_settings').select('value').where('name', '=', modelSetting).executeTakeFirst())
          ?.value ?? null,
    );
  }

  async setEmbeddingModel(model: string): Promise<void> {
    await this.#on('Cannot save the model', ({ db }) =>
      db
        .insertInto('paper_settings')
        .values({ name: modelSetting, value: model })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: model }))
        .execute(),
    );
  }

  /** Compares papers, indexes and saved papers; for SQLite also reads the whole file. Changes nothing. */
  async check(signal?: AbortSignal): Promise<DatabaseCheck> {
    return this.#onExisting('Cannot check the papers', (connection) => checkDatabase(connection, signal), signal);
  }

  /** Completes the indexes of PostgreSQL. Does nothing for SQLite. */
  async mendIndexes(): Promise<void> {
    await this.#on('Cannot index the papers', async ({ db, location }) => {
      if (location.kind === 'postgres') await mendPostgresIndexes(db);
    });
  }

  async revision(): Promise<PapersRevision> {
    return this.#onExisting('Cannot read the papers', ({ db, location }) => revisionOf(db, location.kind));
  }

  /** Returns the values of the filters of a search. */
  async choices(): Promise<PaperChoices> {
    return this.#on('Cannot count the papers', ({ db, location }) => choicesOf(db, location.kind));
  }

  /**
   * Claims up to `limit` papers to embed. Each has changed since it was last embedded in the collection, and is not
   * waiting after a failure. No other owner has a claim on it at `now` (milliseconds since 1970-01-01 UTC). No other
   * owner gets these papers within `leaseMs`, at most a day.
   */
  async claimForEmbedding({
    now = Date.now(),
    ...claim
  }: Claim & { limit: number; leaseMs: number; now?: number }): Promise<Paper[]> {
    return this.#on('Cannot claim papers to embed', async ({ db, location }) => {
      const { collection, limit } = claim;
      const after = this.#claimed.get(collection) ?? '';
      const uids = await claimUids(db, location.kind, { ...claim, now, after });
      if (uids.length < limit && after !== '') {
        const rest = { limit: limit - uids.length, after: '', upTo: after };
        uids.push(...(await claimUids(db, location.kind, { ...claim, now, ...rest })));
      }
      this.#claimed.set(collection, uids.at(-1) ?? '');
      return papersOf(db, uids);
    });
  }

  /** Extends claims, or all of the owner's, until `now + leaseMs`. */
  async extendClaims({
    now = Date.now(),
    ...claim
  }: Claim & { uids?: readonly string[]; leaseMs: number; now?: number }): Promise<void> {
    await this.#on('Cannot extend the claims', ({ db }) => extendClaims(db, { ...claim, now }));
  }

  /** Releases claims, or all of the owner's. */
  async release(claim: Claim & { uids?: readonly string[] }): Promise<void> {
    await this.#on('Cannot release the claims', ({ db }) => releaseClaims(db, claim));
  }

  /**
   * Notes that the collection holds these papers in their current form (`recordHash(paper)`), and releases the owner's
   * claims on them.
   */
  async embedded(what: Claim & { papers: readonly { uid: string; hash: string }[] }): Promise<void> {
    await this.#on('Cannot note the embedded papers', ({ db }) => noteEmbedded(db, what));
  }

  /**
   * Notes why a paper could not be embedded and when to retry, and releases the owner's claim on it. A changed paper is
   * retried at once.
   */
  async embeddingFailed(what: Claim & Failure): Promise<void> {
    await this.#on('Cannot note the failure', ({ db }) => noteFailure(db, what));
  }

  async embeddingFailures(collection: string, limit?: number): Promise<EmbeddingFailure[]> {
    return this.#on('Cannot read the failures', ({ db }) => failuresOf(db, collection, limit));
  }

  /** @param now in milliseconds: rejected papers whose retry time has passed count as waiting */
  async embeddingBacklog(collection: string, now = Date.now()): Promise<EmbeddingBacklog> {
    return this.#on('Cannot count the papers to embed', ({ db }) => backlogOf(db, collection, now));
  }

  /** Marks these papers, or all, as never embedded in the collection. */
  async forgetEmbedded(what: { collection: string; uids?: readonly string[] }): Promise<void> {
    await this.#on('Cannot reset the embedded papers', ({ db }) => forgetEmbedded(db, what));
  }

  /**
   * Returns the name under which this database notes what a collection of a vector store holds. Programs with separate
   * vector stores may share the database. The first store uses the collection's name, others append their identity.
   * @param take makes the store the first one if there is none yet and the database exists
   */
  async embeddingNotes(
    { collection, store }: { collection: string; store: string },
    { take = false } = {},
  ): Promise<string> {
    if (this.#missing() !== undefined) return collection;
    return this.#on('Cannot read which papers are embedded', ({ db }) => notesOf(db, { collection, store, take }));
  }

  /** Like `forgetEmbedded`, for papers whose vectors the collection has lost: `embeddingBacklog` counts them. */
  async vectorsLost(what: { collection: string; uids: readonly string[] }): Promise<void> {
    await this.#on('Cannot note the lost vectors', ({ db }) => noteLost(db, what));
  }

  /** Call it when the collection is complete again. */
  async forgetLost(collection: string): Promise<void> {
    await this.#on('Cannot note the lost vectors', ({ db }) => forgetLost(db, collection));
  }

  /** Like `forgetEmbedded`, for changes made directly in the collection. Does nothing without a database. */
  async vectorsChanged(what: { collection: string; uids: readonly string[] }): Promise<void> {
    if (this.#missing() === undefined) await this.forgetEmbedded(what);
  }

  /** Returns deleted papers whose vectors the collection still holds, at most `limit`, sorted by uid. */
  async goneFrom(collection: string, limit: number): Promise<string[]> {
    return this.#onExisting('Cannot read the deleted papers', ({ db }) => goneUids(db, collection, limit));
  }

  /** Notes that the collection no longer holds the vectors of these deleted papers. */
  async forgetGone(what: { collection: string; uids: readonly string[] }): Promise<void> {
    await this.#on('Cannot delete the notes of deleted papers', ({ db }) => forgetGone(db, what));
  }

  /** Yields the uids of all papers whose vector the collection should hold, sorted, including papers deleted since. */
  async *embeddedUids(collection: string): AsyncGenerator<string> {
    const { db, location } = await this.#connected();
    try {
      yield* embeddedUids(db, collection);
    } catch (thrown) {
      throw databaseError('Cannot read which papers are embedded', thrown, location);
    }
  }

  /** Returns the hashes that were noted by `embedded`. */
  async embeddedHashes(what: { collection: string; uids: readonly string[] }): Promise<Map<string, string>> {
    return this.#on('Cannot read which papers are embedded', ({ db }) => embeddedHashes(db, what));
  }

  /** Returns the path of the file if it does not exist. */
  #missing(): string | undefined {
    return this.#connection === null ? missingFile(this.#given) : undefined;
  }

  async #connected(): Promise<Connection> {
    this.#connection ??= Promise.resolve().then(() => open(locate(this.#given)));
    const connecting = this.#connection;
    try {
      return await connecting;
    } catch (thrown) {
      if (this.#connection === connecting) this.#connection = null;
      throw thrown;
    }
  }

  /** Like `#on`. A missing database is an error, because its name may be misspelled. */
  async #onExisting<Result>(what: string, work: Work<Result>, signal?: AbortSignal): Promise<Result> {
    const missing = this.#missing();
    if (missing === undefined) return this.#on(what, work, signal);
    const advice = 'Call connect() or add papers to create it, or set PAPER_DB or the argument to another path.';
    throw new DatabaseError(`There is no paper database at ${missing}. ${advice}`);
  }

  /** Runs `work` on the database, which is created if it is missing. @throws DatabaseError, the signal's reason */
  async #on<Result>(what: string, work: Work<Result>, signal?: AbortSignal): Promise<Result> {
    const connection = await this.#connected();
    try {
      return await work(connection);
    } catch (thrown) {
      signal?.throwIfAborted();
      throw databaseError(what, thrown, connection.location);
    }
  }
}
