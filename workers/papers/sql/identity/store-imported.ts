/** Stores the papers of an import: one that is stored already, from whatever source, is completed. */
import type { Kysely } from 'kysely';
import { turns } from '../../../base/async/turns.js';
import { completed, haveOtherDois, keysOf, sameness, type Sameness } from '../../identity/same-paper.js';
import { identifiersOf } from '../../identity/identifiers.js';
import type { Paper } from '../../types.js';
import { paperUid } from '../../uid.js';
import { lockChanges, noteStored } from '../changes/record.js';
import { columnsOf, paperOf, rowOf, sameRow, withHash } from '../rows.js';
import type { StoredImport } from '../results.js';
import { hashesByUid, rowsByUid, rowsReady, withoutSync, writeRows, type ReadyRow } from '../store-papers.js';
import type { Kind, PaperRow, Tables } from '../tables.js';
import { addTo, mostOfKey, uidsByKey } from './keys.js';

interface Given extends ReadyRow {
  /** Otherwise it was derived from title, conference and year. */
  hasOwnUid: boolean;
}

/**
 * One transaction. If a paper occurs twice, both count.
 * @throws DatabaseError if the import was undone meanwhile
 */
export async function storeImported(
  db: Kysely<Tables>,
  kind: Kind,
  ready: readonly Given[],
  importId: number,
): Promise<StoredImport> {
  return withoutSync(db, kind, (own) =>
    own.transaction().execute(async (transaction) => {
      await lockChanges(transaction, kind);
      const known = await Known.before(transaction, ready);
      const turn = turns();
      for (const [index, one] of ready.entries()) {
        await turn();
        await known.take(one, index);
      }
      const done = known.changes.filter(({ row, former }) => former === undefined || !sameRow(row, former));
      const stored = known.storedWith(new Set(done.map(({ row }) => row.uid)));
      await writeRows(transaction, kind, await rowsOf(done, known.given, kind));
      await noteStored(transaction, { importId, stored, changes: done });
      return stored;
    }),
  );
}

/** A paper that was not completed is prepared already. */
async function rowsOf(
  changes: readonly { row: PaperRow }[],
  given: ReadonlyMap<PaperRow, ReadyRow>,
  kind: Kind,
): Promise<ReadyRow[]> {
  const fresh = changes.filter(({ row }) => !given.has(row)).map(({ row }) => paperOf(row));
  const prepared = changes.flatMap(({ row }) => given.get(row) ?? []);
  return [...prepared, ...(await rowsReady(fresh, kind))];
}

/** The stored papers that the papers of a batch may be, with what the batch has changed so far. */
class Known {
  private readonly stored: StoredImport = { added: 0, updated: 0, unchanged: 0, recognized: 0, refused: [] };
  readonly given = new Map<PaperRow, ReadyRow>();
  private readonly changed = new Map<string, PaperRow>();
  /** The uid of each update. */
  private readonly updates: string[] = [];
  /** The rows before the batch. */
  private readonly former: Map<string, PaperRow>;
  private readonly papers = new Map<string, Paper>();

  private constructor(
    private readonly db: Kysely<Tables>,
    private readonly hashes: Map<string, string>,
    private readonly rows: Map<string, PaperRow>,
    private readonly byKey: Map<string, Set<string>>,
  ) {
    this.former = new Map(rows);
  }

  static async before(db: Kysely<Tables>, ready: readonly ReadyRow[]): Promise<Known> {
    const hashes = await hashesByUid(
      db,
      ready.map(({ row }) => row.uid),
    );
    const others = ready.filter(({ row }) => hashes.get(row.uid) !== row.record_hash);
    const byKey = await uidsByKey(db, [...new Set(others.flatMap(({ keys }) => keys))]);
    const candidates = [...byKey.values()].flatMap((uids) => [...uids]);
    const rows = await rowsByUid(db, [...others.map(({ row }) => row.uid), ...candidates]);
    return new Known(db, hashes, rows, byKey);
  }

  get changes(): { row: PaperRow; former: PaperRow | undefined }[] {
    return [...this.changed].map(([uid, row]) => ({ row, former: this.former.get(uid) }));
  }

  /**
   * The counts, without updates that others took back: two records of one paper may differ.
   * @param changed uids
   */
  storedWith(changed: ReadonlySet<string>): StoredImport {
    const updated = this.updates.filter((uid) => changed.has(uid)).length;
    const { stored, updates } = this;
    return { ...stored, updated, unchanged: stored.unchanged + updates.length - updated };
  }

  async take(one: Given, index: number): Promise<void> {
    const { row } = one;
    if (this.hashes.get(row.uid) === row.record_hash) return void this.stored.unchanged++;
    const own = this.rows.get(row.uid);
    if (own === undefined) return this.takeNew(one, paperOf(row), index);
    const [paper, stored] = [paperOf(row), this.paper(own.uid)];
    if (one.hasOwnUid || !haveOtherDois(stored, paper) || row.uid !== paperUid(paper))
      return this.complete(stored, paper, 'uid', one);
    // Title, conference and year are the same, but the DOI says that it is another paper.
    const [doi = ''] = identifiersOf(paper);
    const uid = paperUid({ ...paper, original_id: doi });
    const other = this.rows.get(uid) ?? (await rowsByUid(this.db, [uid])).get(uid);
    if (other === undefined) return this.takeNew(one, { ...paper, uid }, index);
    if (!this.rows.has(uid)) this.former.set(uid, other);
    this.rows.set(uid, other);
    this.complete(this.paper(uid), { ...paper, uid }, 'uid', one);
  }

  private takeNew(one: ReadyRow, paper: Paper, index: number): void {
    const same = this.sameAs(paper, one.keys);
    const [first, second] = same.filter(({ by }) => by === 'identifier');
    if (second !== undefined) {
      const uids = same.map(({ uid }) => uid);
      return void this.stored.refused.push({ index, uids });
    }
    // With two papers of this title it is not certain which one it is.
    const target = first ?? (same.length === 1 ? same[0] : undefined);
    if (target !== undefined) {
      this.stored.recognized++;
      return this.complete(this.paper(target.uid), paper, target.by, one);
    }
    this.stored.added++;
    const row = paper.uid === one.row.uid ? one.row : rowOf(paper);
    this.change(row, one);
  }

  private sameAs(paper: Paper, keys: readonly string[]): { uid: string; by: Sameness }[] {
    const same: { uid: string; by: Sameness }[] = [];
    for (const uid of new Set(keys.flatMap((key) => this.papersOf(key)))) {
      // Another program may have deleted a paper after its keys were read.
      if (!this.rows.has(uid)) continue;
      const by = sameness(this.paper(uid), paper);
      if (by !== undefined) same.push({ uid, by });
    }
    return same;
  }

  private papersOf(key: string): readonly string[] {
    const uids = this.byKey.get(key);
    return uids === undefined || uids.size > mostOfKey ? [] : [...uids];
  }

  private complete(stored: Paper, paper: Paper, by: 'uid' | Sameness, one: ReadyRow): void {
    const columns = columnsOf(completed(stored, paper, by));
    // Most records change nothing, and the hash of a long paper takes a millisecond.
    if (sameRow(columns, this.rows.get(stored.uid) as PaperRow)) return void this.stored.unchanged++;
    this.updates.push(stored.uid);
    this.change(withHash(columns), one);
  }

  private change(row: PaperRow, one: ReadyRow): void {
    const isGiven = row.record_hash === one.row.record_hash && row.uid === one.row.uid;
    const kept = isGiven ? one.row : row;
    if (isGiven) this.given.set(kept, one);
    this.rows.set(kept.uid, kept);
    this.hashes.set(kept.uid, kept.record_hash);
    this.papers.delete(kept.uid);
    this.changed.set(kept.uid, kept);
    for (const key of isGiven ? one.keys : keysOf(this.paper(kept.uid))) addTo(this.byKey, key, kept.uid);
  }

  /** The paper of a row that is known. */
  private paper(uid: string): Paper {
    let paper = this.papers.get(uid);
    if (paper === undefined) this.papers.set(uid, (paper = paperOf(this.rows.get(uid) as PaperRow)));
    return paper;
  }
}
