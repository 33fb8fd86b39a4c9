/** Copies what can be read of a damaged SQLite file into a new one, and puts that in its place. */
import { existsSync, statSync } from 'node:fs';
import { chmod, chown, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { unlessCode } from '../../../base/errors.js';
import { syncFile, syncFolder } from '../../../base/files/durable.js';
import { recordHash } from '../../document.js';
import type { Paper } from '../../types.js';
import { locate } from '../location.js';
import { close, open } from '../open.js';
import { paperOf } from '../rows.js';
import { rowsReady, storeRows } from '../store-papers.js';
import type { PaperRow, Tables } from '../tables.js';
import { Pages } from './pages.js';
import { rowsOn, type Value } from './rows.js';
import { damagedPath, finishPending, logEnds, rescuedPath, swap, withRescueLock } from './swap.js';

export interface Rescued {
  papers: number;
  saved: number;
  /** Titles of papers whose text is not the one that was stored, at most `mostNamed`. */
  changed: string[];
  /** Titles of papers that cannot be read, in lower case, at most `mostNamed`. */
  lost: string[];
  lostCount: number;
  /** The new name of the damaged file. */
  kept: string;
}

const mostNamed = 20;
const rowsAtOnce = 200;

/**
 * A crash leaves the old file or the new one, and always the damaged one.
 * @throws DatabaseError, the system's error, TonstiftError `locked` if the file is used
 */
export function rescue(path: string, now = new Date()): Promise<Rescued> {
  return withRescueLock(path, async () => {
    await finishPending(path);
    const time = unusedTime(path, now);
    const fresh = `${path}.rescuing`;
    await removeAll(fresh);
    try {
      const found = await copyRows(path, fresh);
      // It was written by a checkpoint, so its WAL is empty.
      await Promise.all(besides.map((end) => rm(fresh + end, { force: true })));
      await syncFile(fresh);
      await rename(fresh, rescuedPath(path, time));
      await syncFolder(dirname(path));
      await swap(path, time);
      return { ...found, kept: damagedPath(path, time) };
    } finally {
      await removeAll(fresh);
    }
  });
}

/** Returns the time for the names of the files. A second rescue in the same second has a number. */
function unusedTime(path: string, now: Date): string {
  const second = now.toISOString().slice(0, 19).replaceAll(':', '-');
  let time = second;
  for (let n = 2; ['', ...logEnds].some((end) => existsSync(damagedPath(path, time) + end)); n++)
    time = `${second}-${n}`;
  return time;
}

/** The ends of the names of files beside a database. */
const besides = [...logEnds, '-shm', '.lock'];

async function removeAll(path: string): Promise<void> {
  await Promise.all(['', ...besides].map((end) => rm(path + end, { force: true })));
}

type Found = Omit<Rescued, 'kept'>;

async function copyRows(path: string, fresh: string): Promise<Found> {
  const pages = new Pages(path);
  const connection = await open(locate(fresh));
  try {
    await protectLike(path, fresh);
    const { db } = connection;
    const copy = new Copy(db, await columnsOf(db));
    for (const row of rowsOn(pages)) await copy.add(row);
    await copy.flush();
    const lost = await titlesOfLost(db, pages);
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
    if (existsSync(`${fresh}-wal`) && statSync(`${fresh}-wal`).size > 0)
      throw new Error(`${basename(fresh)} is used by another program`);
    const { papers, saved, changed } = copy;
    return { papers, saved: saved.size, changed, ...lost };
  } finally {
    pages.close();
    await close(connection);
  }
}

/** Gives the new file the permissions and the owner of the former one, before it has rows. */
async function protectLike(path: string, fresh: string): Promise<void> {
  const [{ mode, uid, gid }, made] = await Promise.all([stat(path), stat(fresh)]);
  for (const file of ['', '-wal', '-shm'].map((end) => fresh + end).filter((name) => existsSync(name))) {
    await chmod(file, mode & 0o777);
    // Only root may give a file to another owner.
    if (uid !== made.uid || gid !== made.gid) await chown(file, uid, gid).catch(unlessCode(['EPERM'], undefined));
  }
}

type Copied = 'papers' | 'papers_folded' | 'saved_papers' | 'saved_lists' | 'embedding_state';
type Columns = Readonly<Record<Copied, readonly string[]>>;

/** The columns are in the order of the file: the same migrations made both files. */
async function columnsOf(db: Kysely<Tables>): Promise<Columns> {
  const of = async (table: string): Promise<string[]> => {
    const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table}) order by cid`.execute(db);
    return rows.map(({ name }) => name);
  };
  return {
    papers: await of('papers'),
    papers_folded: await of('papers_folded'),
    saved_papers: await of('saved_papers'),
    saved_lists: await of('saved_lists'),
    embedding_state: await of('embedding_state'),
  };
}

/** Recognizes the table of a row by the kinds of its values: a page does not name its table. */
class Copy {
  papers = 0;
  readonly changed: string[] = [];
  readonly saved = new Set<string>();
  private stored: Paper[] = [];
  private notes: Record<string, Value>[] = [];

  constructor(
    private readonly db: Kysely<Tables>,
    private readonly columns: Columns,
  ) {}

  async add(row: readonly Value[]): Promise<void> {
    if (isPaper(row)) this.addPaper(recordOf(this.columns.papers, row) as unknown as PaperRow);
    else if (isSaved(row)) {
      this.saved.add(row[0] as string);
      await this.insert('saved_papers', [recordOf(this.columns.saved_papers, row)]);
    } else if (isListed(row)) await this.insert('saved_lists', [recordOf(this.columns.saved_lists, row)]);
    else if (isNote(row)) this.notes.push(recordOf(this.columns.embedding_state, row));
    else if (isSetting(row)) await this.insert('paper_settings', [recordOf(['name', 'value'], row)]);
    if (this.stored.length >= rowsAtOnce || this.notes.length >= rowsAtOnce) await this.flush();
  }

  async flush(): Promise<void> {
    const [papers, notes] = [this.stored.splice(0), this.notes.splice(0)];
    // A row may be on two pages if the list of free pages is damaged.
    const { added } = await storeRows(this.db, 'sqlite', await rowsReady(papers, 'sqlite'), false);
    this.papers += added;
    const free = { claimed_by: null, claimed_until: null };
    if (notes.length > 0)
      await this.insert(
        'embedding_state',
        notes.map((note) => ({ ...note, ...free })),
      );
  }

  private addPaper(row: PaperRow): void {
    const paper = paperOf(row);
    this.stored.push(paper);
    if (recordHash(paper) !== row.record_hash && this.changed.length < mostNamed) this.changed.push(paper.title);
  }

  private async insert(
    table: 'saved_papers' | 'saved_lists' | 'embedding_state' | 'paper_settings',
    rows: readonly Record<string, Value>[],
  ): Promise<void> {
    await this.db
      .insertInto(table)
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** A row has no values for columns that were added after it. */
const recordOf = (columns: readonly string[], row: readonly Value[]): Record<string, Value> =>
  Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null]));

const isText = (value: Value): value is string => typeof value === 'string';
const isTextOrNull = (value: Value): boolean => value === null || isText(value);
const isNumberOrNull = (value: Value): boolean => value === null || typeof value === 'number';
const isHash = (value: Value): boolean => isText(value) && /^[0-9a-f]{32}$/.test(value);
const fewestOfPaper = 18;

/** uid, record_hash, year, then texts. */
const isPaper = (row: readonly Value[]): boolean =>
  row.length >= fewestOfPaper && isText(row[0]) && isHash(row[1]) && isYear(row[2]) && row.slice(3).every(isTextOrNull);
const isYear = (value: Value): boolean => Number.isInteger(value);

/** uid, saved_at, removed_at, note, record, and read_at if it was written after the migration 0014. */
const isSaved = (row: readonly Value[]): boolean =>
  (row.length === 5 || (row.length === 6 && isNumberOrNull(row[5]))) &&
  isText(row[0]) &&
  typeof row[1] === 'number' &&
  isNumberOrNull(row[2]) &&
  isText(row[3]) &&
  isText(row[4]) &&
  row[4].startsWith('{');

/** list, uid, decision, decided_at. */
const isListed = (row: readonly Value[]): boolean =>
  row.length === 4 &&
  isText(row[0]) &&
  isText(row[1]) &&
  [null, 'yes', 'no', 'maybe'].includes(row[2] as string | null) &&
  isNumberOrNull(row[3]);

/** collection, uid, hash, claimed_by, claimed_until, failure, failed_hash, retry_at. */
const isNote = (row: readonly Value[]): boolean =>
  row.length === 8 &&
  isText(row[0]) &&
  isText(row[1]) &&
  (row[2] === null || isHash(row[2])) &&
  isTextOrNull(row[3]) &&
  isNumberOrNull(row[4]) &&
  isTextOrNull(row[5]) &&
  isTextOrNull(row[6]) &&
  isNumberOrNull(row[7]);

/** Settings of the indexes are not copied: the new file has complete ones. */
const isSetting = (row: readonly Value[]): boolean =>
  row.length === 2 &&
  isText(row[0]) &&
  isText(row[1]) &&
  /^(embedding_model$|vector_store:|vectors_lost:)/.test(row[0]);

/** A paper that is lost may still have its row with the case-folded texts. */
async function titlesOfLost(db: Kysely<Tables>, pages: Pages): Promise<Pick<Found, 'lost' | 'lostCount'>> {
  const { papers_folded: columns } = await columnsOf(db);
  const lost = new Map<string, string>();
  let batch = new Map<string, string>();
  const look = async (): Promise<void> => {
    const uids = [...batch.keys()];
    const there = await db.selectFrom('papers').select('uid').where('uid', 'in', uids).execute();
    for (const { uid } of there) batch.delete(uid);
    for (const [uid, title] of batch) lost.set(uid, title);
    batch = new Map();
  };
  for (const row of rowsOn(pages)) {
    if (!isFolded(row)) continue;
    batch.set(row[0] as string, row[columns.indexOf('title')] as string);
    if (batch.size === rowsAtOnce) await look();
  }
  if (batch.size > 0) await look();
  return { lost: [...lost.values()].slice(0, mostNamed), lostCount: lost.size };
}

/** uid, uid_folded, year, then texts. */
const isFolded = (row: readonly Value[]): boolean =>
  row.length >= fewestOfPaper && row.every(isTextOrNull) && /^\d{4}$/.test(String(row[2]));
