import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { optionsProblem, type Known } from '../base/input/options.js';
import { placesOf } from '../../config/places.js';
import { DatabaseError } from './database-error.js';
import { parseFieldFilters, type FieldFilter } from './field-filters.js';
import { mendPaper } from './ingest/mend-paper.js';
import { createAllUids } from './sql/all-uids.js';
import { choicesOf } from './sql/choices.js';
import { backlogOf, embeddedUids, failuresOf, goneUids } from './sql/embedding-report.js';
import {
  claimUids,
  extendClaims,
  forgetEmbedded,
  forgetGone,
  leaseEnd,
  noteEmbedded,
  noteFailure,
  notesOf,
  papersOf,
  releaseClaims,
} from './sql/embedding-state.js';
import { countPapers } from './sql/counts.js';
import { locate, missingFile } from './sql/location.js';
import { close, databaseError, open, type Connection } from './sql/open.js';
import type { Parameter } from './sql/parameters.js';
import { queryReadOnly, uidsWhere } from './sql/read-only.js';
import type {
  Claim,
  CountSearch,
  EmbeddingBacklog,
  EmbeddingFailure,
  Failure,
  Noted,
  PaperChoices,
  PaperCounts,
  PaperStatistics,
  QueryOptions,
  ReadOptions,
  SavedPaper,
  SavedPlace,
  Stored,
  WordSearch,
  WordsFound,
} from './sql/results.js';
import type { PaperSearch } from './sql/paper-search.js';
import {
  countSaved,
  noteSaved,
  removedPapers,
  removeSaved,
  restoreSaved,
  savedAmong,
  savedPapers,
  savePaper,
} from './sql/saved.js';
import { searchPapers, searchUids } from './sql/search.js';
import { statisticsOf } from './sql/statistics.js';
import { unknownUids } from './sql/unknown-uids.js';
import { searchAuthors, searchWords, wordsIn } from './sql/words/search-words.js';
import { deletePapers, rowsReady, storeRows, syncDatabase } from './sql/store-papers.js';
import type { FoundIds } from '../vectors/found-ids.js';
import type { Paper, PaperLike } from './types.js';

export interface AddedPapers extends Stored {
  /** `index`: in the list that was given. */
  rejected: { index: number; reason: string }[];
}

const known: Known<PaperSearch> = {
  ...{ keyword: true, fieldFilters: true, sessions: true, years: true, conferences: true },
  limit: true,
};
const knownToCount: Known<CountSearch> = {
  ...{ words: true, keyword: true, fieldFilters: true, sessions: true, years: true, conferences: true },
};
const knownToQuery: Known<QueryOptions> = { parameters: true, timeoutMs: true, signal: true };

/** @throws DatabaseError */
function checkOptions(whose: string, given: unknown, all: object): void {
  const problem = optionsProblem(given, all);
  if (problem !== undefined) throw new DatabaseError(`${whose} ${problem}`);
}

const modelSetting = 'embedding_model';
/** A transaction of so many takes SQLite some 30 ms, for which whoever else writes waits. */
const papersAtOnce = 200;

/**
 * The relational database of papers: a file (SQLite) by default, PostgreSQL by URL, the same answers from both. It
 * connects and makes its tables on first use, and again after `close`. What resolves is durable. Every failure is a
 * DatabaseError; passwords in URLs are in none of them.
 */
export class DatabaseManager {
  readonly #given: string;
  #connection: Promise<Connection> | null = null;
  /** Where the last claim in a collection ended, so that a long row of claims looks at each paper once. */
  readonly #claimed = new Map<string, string>();
  readonly #allUids = createAllUids();
  #storing: Promise<unknown> = Promise.resolve();
  /** Never rejects. */
  #closed: Promise<unknown> = Promise.resolve();

  /**
   * @param pathOrUrl a path, `:memory:`, or postgresql://user:password@host:port/name;
   *   without it the environment's PAPER_DB rules
   * @param defaultPath where there is neither
   */
  constructor(pathOrUrl?: string, defaultPath?: string) {
    this.#given =
      pathOrUrl ?? (process.env['PAPER_DB'] || (defaultPath ?? join(placesOf(process.env).data, 'papers.db')));
  }

  /** `field:"value"` filters of a query, and its remaining text. */
  static parseFieldFilters(query: string): { filters: FieldFilter[]; text: string } {
    return parseFieldFilters(query);
  }

  async connect(): Promise<void> {
    await this.#connected();
  }

  /** May be called twice, and without a connection; waits for a `close` that is under way. */
  async close(): Promise<void> {
    const [connection, former] = [this.#connection, this.#closed];
    this.#connection = null;
    this.#claimed.clear();
    this.#allUids.forget();
    const closing = Promise.resolve(connection?.then(close, () => undefined));
    this.#closed = Promise.allSettled([former, closing]);
    await former;
    await closing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Makes the tables, or brings them to this version. `connect` does so too. */
  async createTables(): Promise<void> {
    await this.#connected();
  }

  /** Puts a paper in, or replaces it, by its uid; a given uid wins over the computed one. Answers the uid. */
  async addPaper(paper: PaperLike): Promise<string> {
    const result = mendPaper(paper);
    if ('reason' in result) throw new DatabaseError(`This paper cannot be taken: ${String(result.reason)}`);
    await this.storePapers([result.paper]);
    return result.paper.uid;
  }

  /** As `addPaper`, many; what cannot be taken is left out and named. */
  async addPapers(papers: readonly unknown[]): Promise<AddedPapers> {
    const report: AddedPapers = { added: 0, updated: 0, unchanged: 0, rejected: [] };
    for (let at = 0; at < papers.length; at += papersAtOnce) {
      const taken: Paper[] = [];
      papers.slice(at, at + papersAtOnce).forEach((paper, offset) => {
        const result = mendPaper(paper);
        if ('reason' in result) report.rejected.push({ index: at + offset, reason: String(result.reason) });
        else taken.push(result.paper);
      });
      const { added, updated, unchanged } = await this.storePapers(taken);
      report.added += added;
      report.updated += updated;
      report.unchanged += unchanged;
      await nextTurn();
    }
    return report;
  }

  /**
   * Puts checked papers in (`mendPaper`), all in one transaction. In the order of the calls, also where one does not
   * wait for the other: then these are made ready while the others are stored.
   * @param isDurable false where many follow: they are on the disk when `sync` has resolved
   */
  async storePapers(papers: readonly Paper[], { isDurable = true } = {}): Promise<Stored> {
    const before = this.#storing;
    const stored = this.#on('The papers cannot be stored', async ({ db, location }) => {
      const rows = await rowsReady(papers, location.kind);
      await before;
      return storeRows(db, location.kind, rows, isDurable);
    });
    this.#storing = stored.catch(() => undefined);
    return stored;
  }

  /** Puts on the disk what was stored without. */
  async sync(): Promise<void> {
    await this.#on('The papers cannot be stored', async ({ location }) => {
      if (location.kind === 'sqlite') await syncDatabase(location.path);
    });
  }

  /**
   * Takes papers out, and answers how many were there. Their vectors go from the collections that this database fills
   * with the next `embedFromDatabase`.
   */
  async deletePapers(uids: readonly string[]): Promise<number> {
    this.#checkThere();
    return this.#on('The papers cannot be deleted', ({ db }) => deletePapers(db, uids.map(String)));
  }

  async getPaperByUid(uid: string): Promise<Paper | null> {
    return (await this.getPapersByUids([uid]))[0] ?? null;
  }

  /** In the order asked; unknown ones are left out. */
  async getPapersByUids(uids: readonly string[]): Promise<Paper[]> {
    this.#checkThere();
    return this.#on('The papers cannot be read', ({ db }) => papersOf(db, uids.map(String)));
  }

  /** Those of which there is no paper, in no order. */
  async unknownUids(found: FoundIds): Promise<readonly string[]> {
    this.#checkThere();
    return this.#on('The papers cannot be read', ({ db, location }) =>
      unknownUids(db, location.kind, found, this.#allUids),
    );
  }

  /** Newest year first, then by title, then by uid. */
  async searchPapers(search: PaperSearch = {}): Promise<Paper[]> {
    this.#checkThere();
    checkOptions('searchPapers', search, known);
    return this.#on('The papers cannot be searched', ({ db, location }) => searchPapers(db, location.kind, search));
  }

  /** Of all that `searchPapers` finds the uids, in no order. */
  async searchUids(search: Omit<PaperSearch, 'limit'> = {}): Promise<string[]> {
    this.#checkThere();
    checkOptions('searchUids', search, known);
    return this.#on('The papers cannot be searched', ({ db, location }) => searchUids(db, location.kind, search));
  }

  /**
   * Papers with the words of a text, the best first. Of a database that has papers since before it had an index of
   * words, they may not be all: `isWhole` is false then.
   */
  async searchWords(text: string, search?: WordSearch): Promise<WordsFound> {
    this.#checkThere();
    return this.#on('The papers cannot be searched', (connection) => searchWords(connection, text, search));
  }

  /** Which words of each paper `searchWords` finds for a text, as the paper has them written. */
  async wordsIn(text: string, papers: readonly Paper[]): Promise<Map<string, string[]>> {
    this.#checkThere();
    return this.#on('The papers cannot be searched', (connection) => wordsIn(connection, text, papers));
  }

  /** How many papers a search finds, by conference and year; without one, of all. */
  async countPapers(search: CountSearch = {}): Promise<PaperCounts> {
    this.#checkThere();
    checkOptions('countPapers', search, knownToCount);
    return this.#on('The papers cannot be counted', (connection) => countPapers(connection, search));
  }

  /** Papers of an author whom the text names (`isAuthor`), ordered as by `searchPapers`; [] where it is no name. */
  async searchAuthors(name: string, search: PaperSearch = {}): Promise<Paper[]> {
    this.#checkThere();
    return this.#on('The papers cannot be searched', (connection) => searchAuthors(connection, name, search));
  }

  /**
   * The rows of one statement that only reads, within `timeoutMs`. Each "?" in it is a parameter: texts, finite numbers
   * or null, as a list by itself or among the options.
   */
  async query(statement: string, given: readonly Parameter[] | QueryOptions = {}): Promise<Record<string, unknown>[]> {
    this.#checkThere();
    const options = 'length' in given ? { parameters: given } : given;
    checkOptions('query', options, knownToQuery);
    return queryReadOnly(await this.#connected(), statement, options);
  }

  /**
   * The uids of the papers for which an SQL expression holds, in their order; without one, of all.
   * It is run read-only, within `timeoutMs`.
   */
  async uidsWhere(whereClause?: string | null, options?: ReadOptions): Promise<string[]> {
    this.#checkThere();
    return this.#on(
      'The papers cannot be read',
      (connection) => uidsWhere(connection, whereClause ?? undefined, options),
      options?.signal,
    );
  }

  /** As `uidsWhere`, the papers. */
  async papersWhere(whereClause?: string | null, options?: ReadOptions): Promise<Paper[]> {
    return this.getPapersByUids(await this.uidsWhere(whereClause, options));
  }

  /** As `papersWhere`, in batches, for more papers than fit into memory. */
  async *papersMatching(
    whereClause?: string | null,
    { batchSize = 100, ...options }: ReadOptions & { batchSize?: number } = {},
  ): AsyncGenerator<Paper[]> {
    const uids = await this.uidsWhere(whereClause, options);
    for (let at = 0; at < uids.length; at += batchSize) {
      options.signal?.throwIfAborted();
      const papers = await this.getPapersByUids(uids.slice(at, at + batchSize));
      if (papers.length > 0) yield papers;
    }
  }

  /** The list of saved papers, newest first. */
  async savedPapers(place: SavedPlace): Promise<SavedPaper[]> {
    this.#checkThere();
    return this.#on('The saved papers cannot be read', ({ db }) => savedPapers(db, place));
  }

  async countSaved(): Promise<number> {
    this.#checkThere();
    return this.#on('The saved papers cannot be counted', ({ db }) => countSaved(db));
  }

  /** Papers that were taken off the list and can be put back, the last one first. */
  async removedPapers(limit: number, now = Date.now()): Promise<SavedPaper[]> {
    this.#checkThere();
    return this.#on('The saved papers cannot be read', ({ db }) => removedPapers(db, now, limit));
  }

  /** Of those of them that are on the list the notes, in no order. */
  async savedAmong(uids: readonly string[]): Promise<{ uid: string; note: string }[]> {
    this.#checkThere();
    return this.#on('The saved papers cannot be read', ({ db }) => savedAmong(db, uids));
  }

  /** Puts a paper on the list, which keeps it where the paper goes. False where there is no such paper. */
  async savePaper(uid: string, now = Date.now()): Promise<boolean> {
    this.#checkThere();
    return this.#on('The paper cannot be saved', ({ db }) => savePaper(db, uid, now));
  }

  /** Puts a paper back that was taken off the list. False where that is not known. */
  async restoreSaved(uid: string): Promise<boolean> {
    this.#checkThere();
    return this.#on('The paper cannot be put back', ({ db }) => restoreSaved(db, uid));
  }

  /** Takes a paper off the list; for 30 days it can be put back, with its note. False where it is not on it. */
  async removeSaved(uid: string, now = Date.now()): Promise<boolean> {
    this.#checkThere();
    return this.#on('The paper cannot be taken off the list', ({ db }) => removeSaved(db, uid, now));
  }

  /** Keeps a note on a paper, which is saved with it; not where another note is there than the writer has `seen`. */
  async noteSaved(what: { uid: string; note: string; seen?: string }, now = Date.now()): Promise<Noted> {
    this.#checkThere();
    return this.#on('The note cannot be kept', ({ db }) => noteSaved(db, { seen: undefined, ...what, now }));
  }

  /** The model that made the vectors of these papers; null as long as none was noted. */
  async getEmbeddingModel(): Promise<string | null> {
    if (this.#missing() !== undefined) return null;
    return this.#on(
      'The model cannot be read',
      async ({ db }) =>
        (await db.selectFrom('paper_settings').select('value').where('name', '=', modelSetting).executeTakeFirst())
          ?.value ?? null,
    );
  }

  async setEmbeddingModel(model: string): Promise<void> {
    await this.#on('The model cannot be noted', ({ db }) =>
      db
        .insertInto('paper_settings')
        .values({ name: modelSetting, value: model })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: model }))
        .execute(),
    );
  }

  async statistics(): Promise<PaperStatistics> {
    return {
      ...(await this.#on('The papers cannot be counted', ({ db }) => statisticsOf(db))),
      embedding_model: await this.getEmbeddingModel(),
    };
  }

  /** What `statistics` names, without counting. */
  async choices(): Promise<PaperChoices> {
    return this.#on('The papers cannot be counted', ({ db, location }) => choicesOf(db, location.kind));
  }

  /**
   * Takes up to `limit` papers to embed: those that are not as they were last embedded in the collection, that nobody
   * else holds a claim on at `now` (milliseconds since 1970-01-01 UTC), and whose last failure is not to wait longer.
   * Nobody else gets them within `leaseMs`, which is a day at most.
   */
  async claimForEmbedding({
    collection,
    owner,
    limit,
    leaseMs,
    now = Date.now(),
  }: Claim & { limit: number; leaseMs: number; now?: number }): Promise<Paper[]> {
    return this.#on('No papers can be taken for embedding', async ({ db, location }) => {
      const claim = (after: string, most: number, upTo?: string): Promise<string[]> =>
        claimUids(db, location.kind, {
          collection,
          owner,
          limit: most,
          until: leaseEnd(now, leaseMs),
          now,
          after,
          upTo,
        });
      const after = this.#claimed.get(collection) ?? '';
      const uids = await claim(after, limit);
      if (uids.length < limit && after !== '') uids.push(...(await claim('', limit - uids.length, after)));
      this.#claimed.set(collection, uids.at(-1) ?? '');
      return papersOf(db, uids);
    });
  }

  /** Holds claims, or all of the owner's, until `now + leaseMs`. */
  async extendClaims({
    collection,
    owner,
    uids,
    leaseMs,
    now = Date.now(),
  }: Claim & { uids?: readonly string[]; leaseMs: number; now?: number }): Promise<void> {
    await this.#on('Claims cannot be held', ({ db }) =>
      extendClaims(db, { collection, owner, uids, until: leaseEnd(now, leaseMs) }),
    );
  }

  /** Gives claims, or all of the owner's, up. */
  async release({ collection, owner, uids }: Claim & { uids?: readonly string[] }): Promise<void> {
    await this.#on('Claims cannot be given up', ({ db }) => releaseClaims(db, { collection, owner, uids }));
  }

  /**
   * Notes that the collection holds these papers as they are (`recordHash(paper)`),
   * and gives the owner's claims on them up.
   */
  async embedded(what: Claim & { papers: readonly { uid: string; hash: string }[] }): Promise<void> {
    await this.#on('What was embedded cannot be noted', ({ db }) => noteEmbedded(db, what));
  }

  /**
   * Notes why a paper could not be embedded, and when to try again, and gives the owner's claim on it up; a changed one
   * is tried at once.
   */
  async embeddingFailed(what: Claim & Failure): Promise<void> {
    await this.#on('A failure cannot be noted', ({ db }) => noteFailure(db, what));
  }

  async embeddingFailures(collection: string, limit?: number): Promise<EmbeddingFailure[]> {
    return this.#on('The failures cannot be read', ({ db }) => failuresOf(db, collection, limit));
  }

  /** @param now in milliseconds: papers that were refused and may be tried again by then are waiting */
  async embeddingBacklog(collection: string, now = Date.now()): Promise<EmbeddingBacklog> {
    return this.#on('The papers to embed cannot be counted', ({ db }) => backlogOf(db, collection, now));
  }

  /** As if these papers, or all, had never been embedded in the collection. */
  async forgetEmbedded(what: { collection: string; uids?: readonly string[] }): Promise<void> {
    await this.#on('What was embedded cannot be forgotten', ({ db }) => forgetEmbedded(db, what));
  }

  /**
   * Under which name this database notes what a collection of a vector store holds: programs may share the database,
   * and each have vectors of its own. The first store has the name of the collection, others have their identity with
   * it.
   * @param take the store becomes the first where there is none, and there is a database
   */
  async embeddingNotes(
    { collection, store }: { collection: string; store: string },
    { take = false } = {},
  ): Promise<string> {
    if (this.#missing() !== undefined) return collection;
    return this.#on('What was embedded cannot be read', ({ db }) => notesOf(db, { collection, store, take }));
  }

  /**
   * As `forgetEmbedded`, of what somebody has changed in the collection itself; nothing where there is no database.
   */
  async vectorsChanged(what: { collection: string; uids: readonly string[] }): Promise<void> {
    if (this.#missing() === undefined) await this.forgetEmbedded(what);
  }

  /** At most so many papers that are gone, though the collection holds their vectors; in the order of their uids. */
  async goneFrom(collection: string, limit: number): Promise<string[]> {
    this.#checkThere();
    return this.#on('The papers that are gone cannot be read', ({ db }) => goneUids(db, collection, limit));
  }

  /** The collection does not hold the vectors of these papers, which are gone, any more. */
  async forgetGone(what: { collection: string; uids: readonly string[] }): Promise<void> {
    await this.#on('Papers that are gone cannot be forgotten', ({ db }) => forgetGone(db, what));
  }

  /**
   * The uids of all papers whose vector the collection is to hold, in their order; also of those that are gone since.
   */
  async *embeddedUids(collection: string): AsyncGenerator<string> {
    const { db } = await this.#connected();
    yield* embeddedUids(db, collection);
  }

  /** The file, where nobody has made it. */
  #missing(): string | undefined {
    return this.#connection === null ? missingFile(this.#given) : undefined;
  }

  /** Nothing is read from a database that nobody has made: its name may be misspelt. @throws DatabaseError */
  #checkThere(): void {
    const missing = this.#missing();
    if (missing === undefined) return;
    const advice = 'connect(), or papers that are put in, make it; another name is given as PAPER_DB or an argument.';
    throw new DatabaseError(`There is no paper database at ${missing}. ${advice}`);
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

  async #on<Result>(
    what: string,
    work: (connection: Connection) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const connection = await this.#connected();
    try {
      return await work(connection);
    } catch (thrown) {
      signal?.throwIfAborted();
      throw databaseError(what, thrown, connection.location);
    }
  }
}
