/** Checks the paper database, its index and the vectors. Changes no paper and no note. */
import type { PapersCheck } from '../../http/papers/papers/service.js';
import { isUrl } from '../../config/url.js';
import { say, type Words } from '../../workers/base/language/sentence.js';
import { DatabaseError } from '../../workers/papers/database-error.js';
import type { DatabaseCheck } from '../../workers/papers/sql/results.js';
import { isUnused } from '../../workers/papers/vectors/local/collection-folders.js';
import { checkModelInUse } from './embed/other-model.js';
import { lostVectors } from './embed/embed-missing.js';
import { papersWordsOf } from './problem.js';
import { notesOf, type PaperStores } from './stores.js';

export const nothingToCheck: PapersCheck = {
  ...{ papers: 0, saved: 0, embedded: 0, vectors: 0 },
  ...{ facts: [], problems: [] },
};

/** @throws DatabaseError of a newer database; the signal's reason */
export async function checkPapers(stores: PaperStores, signal?: AbortSignal): Promise<PapersCheck> {
  const check: PapersCheck = { ...nothingToCheck, vectors: null, facts: [], problems: [] };
  const { facts, problems } = check;
  const attempt = (work: () => Promise<void>): Promise<void> =>
    work().catch((thrown: unknown) => {
      signal?.throwIfAborted();
      if (thrown instanceof DatabaseError && thrown.isNewer) throw thrown;
      const words = papersWordsOf(thrown);
      // A damaged database gives the same reason each time.
      if (!problems.some((problem) => String(problem) === String(words))) problems.push(words);
    });
  let ids: readonly string[] | undefined;
  await attempt(async () => {
    const found = await stores.database.check(signal);
    Object.assign(check, { papers: found.papers, saved: found.saved });
    problems.push(...problemsOf(found, stores));
    if (!found.isIndexed) facts.push(say('papers.check.index_incomplete'));
  });
  await attempt(async () => {
    ids = await vectorIds(stores);
    check.vectors = ids.length;
  });
  await attempt(async () => void (ids !== undefined && (await compare(stores, ids, check))));
  await attempt(async () => {
    if (ids === undefined || ids.length === 0) return;
    await checkModelInUse(stores.manager, stores.database);
  });
  return check;
}

function problemsOf(found: DatabaseCheck, { config }: PaperStores): Words[] {
  const { damages, unindexed, leftInIndex, unreadable } = found;
  const [first, ...others] = damages;
  return [
    ...(first === undefined ? [] : [say('papers.database_damaged', { place: config.paper_db, why: ended(first) })]),
    ...others,
    ...(unindexed > 0 ? [say('papers.check.unindexed', { count: unindexed })] : []),
    ...(leftInIndex > 0 ? [say('papers.check.left_in_index', { count: leftInIndex })] : []),
    ...(unreadable.length > 0
      ? [say('papers.check.saved', { count: unreadable.length, uids: unreadable.slice(0, 5).join(', ') })]
      : []),
  ];
}

const ended = (sentence: string): string => sentence.replace(/\.?$/, '.');

/** Does not open a missing collection, because that would create its folder. */
export async function vectorIds({ manager, config }: PaperStores): Promise<readonly string[]> {
  const { embedding_db: folder, collection_name: name } = config;
  if (!isUrl(folder) && (await isUnused(folder, name))) return [];
  return (await manager.collection).ids();
}

/** Compares the vectors with the papers, and with the notes about them. */
async function compare(stores: PaperStores, ids: readonly string[], check: PapersCheck): Promise<void> {
  const { database, damages } = stores;
  const notes = await notesOf(stores);
  const { embedded, elsewhere, lost: forgotten } = await database.embeddingBacklog(notes);
  const lost = await lostVectors(database, notes, ids);
  const deleted = new Set(await database.goneFrom(notes, ids.length + 1));
  const unknown = await database.unknownUids(ids);
  const gone = unknown.filter((uid) => deleted.has(uid)).length;
  check.embedded = embedded;
  const missing = lost.length + forgotten;
  if (missing > 0) {
    for (const { file, reason, records } of damages)
      check.problems.push(say('papers.check.vector_file', { file, why: reason, count: records }));
    check.problems.push(say('papers.check.lost', { count: missing }));
  }
  if (gone > 0) check.facts.push(say('papers.check.deleted', { count: gone }));
  if (unknown.length > gone) check.facts.push(say('papers.check.unknown', { count: unknown.length - gone }));
  if (elsewhere > 0) check.facts.push(say('papers.elsewhere', { count: elsewhere }));
}
