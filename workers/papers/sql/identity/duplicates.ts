/** Finds stored papers that are the same, and merges them on request. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { sql, type Kysely, type Transaction } from 'kysely';
import { completed, haveOtherDois, sameness } from '../../identity/same-paper.js';
import type { Paper } from '../../types.js';
import { countIn, endRecord, lockChanges, noteChanges, startRecord } from '../changes/record.js';
import type { Deleting } from '../changes/delete.js';
import { savedIn } from '../changes/delete.js';
import { uniteSaved } from '../queries/lists.js';
import { paperOf, rowOf } from '../rows.js';
import type { MergedPapers } from '../results.js';
import { rowsByUid, rowsReady, rowsToChange, writeRows } from '../store-papers.js';
import type { Kind, Tables } from '../tables.js';
import { addTo, mostOfKey } from './keys.js';

/** Groups per transaction. */
const groupsAtOnce = 50;
const rowsAtOnce = 5000;

/** Returns the groups of papers that are the same, each sorted by uid. @throws the signal's reason */
export async function duplicateGroups(db: Kysely<Tables>, signal?: AbortSignal): Promise<Paper[][]> {
  const uids = await uidsOfSharedKeys(db);
  const papers = new Map<string, Paper>();
  const all = [...new Set(uids.flat())].sort();
  for (let at = 0; at < all.length; at += rowsAtOnce) {
    for (const [uid, row] of await rowsByUid(db, all.slice(at, at + rowsAtOnce))) papers.set(uid, paperOf(row));
    await nextTurn();
    signal?.throwIfAborted();
  }
  const edges: Edge[] = [];
  for (const [n, list] of uids.entries()) {
    // A list has up to 1225 pairs.
    if (n % 20 === 0) await nextTurn();
    signal?.throwIfAborted();
    edges.push(...edgesOf(list.flatMap((uid) => papers.get(uid) ?? [])));
  }
  return components(edges).flatMap((group) => certain(group));
}

async function uidsOfSharedKeys(db: Kysely<Tables>): Promise<string[][]> {
  const { rows } = await sql<{ identifier: string; uid: string }>`select identifier, uid from paper_identifiers
    where identifier in (select identifier from paper_identifiers group by identifier
      having count(*) between 2 and ${sql.lit(mostOfKey)})
    order by identifier, uid`.execute(db);
  const lists = new Map<string, Set<string>>();
  for (const { identifier, uid } of rows) addTo(lists, identifier, uid);
  return [...lists.values()].map((uids) => [...uids]);
}

interface Edge {
  one: Paper;
  other: Paper;
  by: NonNullable<ReturnType<typeof sameness>>;
}

const edgesOf = (papers: readonly Paper[]): Edge[] =>
  papers.flatMap((one, n) =>
    papers.slice(n + 1).flatMap((other) => {
      const by = sameness(one, other);
      return by === undefined ? [] : [{ one, other, by }];
    }),
  );

/** Returns the edges of each connected part. */
function components(edges: readonly Edge[]): Edge[][] {
  const parts = new Map<string, Edge[]>();
  for (const edge of edges) {
    const [one, other] = [edge.one.uid, edge.other.uid].map((uid) => parts.get(uid) ?? []) as [Edge[], Edge[]];
    const part = one === other ? one : [...one, ...other];
    part.push(edge);
    for (const { one: a, other: b } of part) {
      parts.set(a.uid, part);
      parts.set(b.uid, part);
    }
  }
  return [...new Set(parts.values())];
}

/** Without papers that only their title connects with two others, which have different DOIs. */
function certain(edges: readonly Edge[]): Paper[][] {
  const papers = papersIn(edges);
  if (!papers.some((one) => papers.some((other) => haveOtherDois(one, other)))) return [papers];
  const sure = edges.filter(({ by }) => by === 'identifier');
  return sure.length === edges.length ? [] : components(sure).flatMap((part) => certain(part));
}

function papersIn(edges: readonly Edge[]): Paper[] {
  const papers = new Map(edges.flatMap(({ one, other }) => [one, other].map((paper) => [paper.uid, paper] as const)));
  return [...papers.values()].sort((a, b) => (a.uid < b.uid ? -1 : 1));
}

/**
 * Makes one paper of each group, with a record, so that `undoRecord` gives all of them back. The saved paper stays,
 * else the one with the most fields. A saved paper gets the lists of the others. Several transactions; each takes some
 * groups as a whole. Groups that were changed meanwhile are skipped.
 * @param uids only groups that contain one of these; all if empty
 * @throws the signal's reason
 */
export async function mergeDuplicates(
  db: Kysely<Tables>,
  kind: Kind,
  uids: readonly string[],
  { name, now, signal, progress }: Deleting,
): Promise<MergedPapers> {
  const asked = new Set(uids);
  const found = await duplicateGroups(db, signal);
  const groups = asked.size === 0 ? found : found.filter((group) => group.some(({ uid }) => asked.has(uid)));
  if (groups.length === 0) return { id: null, groups: 0, deleted: 0, saved: 0 };
  const id = await startRecord(db, { kind: 'merge', name, now });
  const done: MergedPapers = { id, groups: 0, deleted: 0, saved: 0 };
  for (let at = 0; at < groups.length; at += groupsAtOnce) {
    signal?.throwIfAborted();
    const some = groups.slice(at, at + groupsAtOnce);
    await db.transaction().execute(async (transaction) => {
      await lockChanges(transaction, kind);
      const unchanged = await unchangedOf(transaction, kind, some);
      if (unchanged.length === 0) return;
      const { deleted, saved } = await mergeSome(transaction, kind, { id, now }, unchanged);
      done.groups += unchanged.length;
      done.deleted += deleted;
      done.saved += saved;
    });
    progress?.(at + some.length, groups.length);
  }
  await endRecord(db, { id, rejected: 0, now });
  return done;
}

/** Returns the groups whose papers are stored as they were read. */
async function unchangedOf(
  transaction: Kysely<Tables>,
  kind: Kind,
  groups: readonly (readonly Paper[])[],
): Promise<(readonly Paper[])[]> {
  const uids = groups.flat().map(({ uid }) => uid);
  const rows = await rowsToChange(transaction, kind, uids);
  const isUnchanged = (paper: Paper): boolean => {
    const row = rows.get(paper.uid);
    return row !== undefined && isDeepStrictEqual(paperOf(row), paper);
  };
  return groups.filter((group) => group.every(isUnchanged));
}

async function mergeSome(
  transaction: Transaction<Tables>,
  kind: Kind,
  { id, now }: { id: number; now: number },
  groups: readonly (readonly Paper[])[],
): Promise<{ deleted: number; saved: number }> {
  const uids = groups.flat().map(({ uid }) => uid);
  const rank = await savedRank(transaction, uids);
  const merges = groups.map((group) => merged(group, rank));
  const deleted = merges.flatMap(({ others }) => others);
  for (const { kept, others } of merges)
    if (rank.has(kept.uid)) await uniteSaved(transaction, { uid: kept.uid, others: others.map(({ uid }) => uid), now });
  const { saved } = await savedIn(
    transaction,
    deleted.map(({ uid }) => uid),
  );
  await noteChanges(transaction, [
    ...merges.map(({ kept, paper }) => ({
      ...{ import_id: id, uid: kept.uid, former: JSON.stringify(kept) },
      after_hash: rowOf(paper).record_hash,
    })),
    ...deleted.map((paper) => ({
      ...{ import_id: id, uid: paper.uid, former: JSON.stringify(paper), after_hash: null },
    })),
  ]);
  const fresh = merges.map(({ paper }) => paper);
  await writeRows(transaction, kind, await rowsReady(fresh, kind));
  for (const { uid } of deleted) await transaction.deleteFrom('papers').where('uid', '=', uid).execute();
  await countIn(transaction, id, { updated: merges.length, deleted: deleted.length });
  return { deleted: deleted.length, saved };
}

/** 2 for a saved paper with a note, 1 for a saved one. */
async function savedRank(db: Kysely<Tables>, uids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('saved_papers')
    .select(['uid', 'note'])
    .where('uid', 'in', uids)
    .where('removed_at', 'is', null)
    .execute();
  return new Map(rows.map(({ uid, note }) => [uid, note === '' ? 1 : 2]));
}

function merged(
  group: readonly Paper[],
  rank: ReadonlyMap<string, number>,
): { kept: Paper; paper: Paper; others: Paper[] } {
  const better = (one: Paper, other: Paper): number =>
    (rank.get(other.uid) ?? 0) - (rank.get(one.uid) ?? 0) ||
    Object.keys(other).length - Object.keys(one).length ||
    other.abstract.length - one.abstract.length ||
    (one.uid < other.uid ? -1 : 1);
  const [kept, ...others] = [...group].sort(better) as [Paper, ...Paper[]];
  return { kept, paper: others.reduce((paper, other) => completed(paper, other, 'title'), kept), others };
}
