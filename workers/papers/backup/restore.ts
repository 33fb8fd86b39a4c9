/**
 * Restores the papers of a backup. It adds what is missing, and changes nothing that is here. It can be repeated after
 * a crash.
 */
import type { Readable } from 'node:stream';
import { runInProcess } from '../../base/async/processes.js';
import { threadScript } from '../../base/async/threads.js';
import type { DatabaseManager } from '../database-manager.js';
import type { KeptSearchRecord } from '../kept-search.js';
import { sameModel } from '../vectors/model.js';
import type { VectorCollection } from '../vectors/types.js';
import type { Kept, KeptVector, Kind } from './lines.js';
import type { FoundLines, ReadLines } from './lines-process.js';

export interface RestoredLines {
  added: number;
  /** Records that were here already. */
  here: number;
  /** Lines that could not be read. */
  rejected: number;
}

/** Megabytes, and milliseconds for about 200 records. */
const limits = { heap: 512, memory: 1024, silence: 30_000 };

interface Reading<K extends Kind> {
  kind: K;
  bytes: Readable;
  signal: AbortSignal | undefined;
  /** Stores records. @returns how many of them are new */
  add: (records: readonly Kept[K][]) => Promise<number>;
}

/** Reads a file in a separate process. */
async function restoreLines<K extends Kind>({ kind, bytes, signal, add }: Reading<K>): Promise<RestoredLines> {
  const done: RestoredLines = { added: 0, here: 0, rejected: 0 };
  const pieces = bytes[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
  const event = async ({ found, rejected, wantsMore }: FoundLines): Promise<Uint8Array | undefined> => {
    if (found.length > 0) {
      const added = await add(found as Kept[K][]);
      done.added += added;
      done.here += found.length - added;
    }
    done.rejected += rejected.length;
    return wantsMore ? (await pieces.next()).value : undefined;
  };
  const script = threadScript('workers/papers/backup/lines-process');
  try {
    await runInProcess<ReadLines>(script, kind, { ...limits, signal, event });
  } finally {
    bytes.destroy();
  }
  return done;
}

export const restorePapers = (
  database: DatabaseManager,
  bytes: Readable,
  signal?: AbortSignal,
): Promise<RestoredLines> =>
  restoreLines({
    ...{ kind: 'papers', bytes, signal },
    async add(papers) {
      const missing = new Set(await database.unknownUids(papers.map(({ uid }) => uid)));
      await database.storePapers(papers.filter(({ uid }) => missing.has(uid)));
      return missing.size;
    },
  });

/** @param add adds those that are not here. Returns how many that are */
export const restoreSearches = (
  add: (searches: readonly KeptSearchRecord[]) => Promise<number>,
  bytes: Readable,
  signal?: AbortSignal,
): Promise<RestoredLines> => restoreLines({ kind: 'searches', bytes, signal, add });

/** @returns also the number of papers here that have another note; it is kept */
export async function restoreSaved(
  database: DatabaseManager,
  bytes: Readable,
  signal?: AbortSignal,
): Promise<RestoredLines & { otherNotes: number }> {
  let otherNotes = 0;
  const done = await restoreLines({
    ...{ kind: 'saved', bytes, signal },
    async add(copies) {
      const { added, others } = await database.addSavedCopies(copies);
      otherNotes += others;
      return added;
    },
  });
  return { ...done, otherNotes };
}

interface Vectors {
  database: DatabaseManager;
  collection: VectorCollection;
  /** The name under which the database notes what the collection holds (`embeddingNotes`). */
  notes: string;
  /** The model in the settings. */
  model: string;
}

/** @returns also the model of the vectors in the backup, if it is another one; then none is added */
export async function restoreVectors(
  { database, collection, notes, model }: Vectors,
  bytes: Readable,
  signal?: AbortSignal,
): Promise<RestoredLines & { otherModel: string | null }> {
  const { model: seen } = await collection.facts();
  let otherModel: string | null = null;
  const isOther = ({ model: own }: KeptVector): boolean => own !== null && !sameModel(own, model);
  const done = await restoreLines({
    ...{ kind: 'vectors', bytes, signal },
    async add(vectors) {
      otherModel ??= vectors.find(isOther)?.model ?? null;
      if (otherModel !== null) return 0;
      const known = new Set((await collection.get(vectors.map(({ record }) => record.id))).map(({ id }) => id));
      const missing = new Map(
        vectors.filter(({ record }) => !known.has(record.id)).map((vector) => [vector.record.id, vector]),
      );
      const added = [...missing.values()];
      if (added.length === 0) return 0;
      await collection.upsert(
        added.map(({ record }) => record),
        { model, seen },
      );
      await note({ database, notes, vectors: added });
      return added.length;
    },
  });
  return { ...done, otherModel };
}

/** Notes the vectors of papers that are here, so that they are not embedded again. */
async function note({
  database,
  notes,
  vectors,
}: Pick<Vectors, 'database' | 'notes'> & { vectors: readonly KeptVector[] }): Promise<void> {
  const gone = new Set(await database.unknownUids(vectors.map(({ record }) => record.id)));
  const papers = vectors.flatMap(({ record: { id: uid }, hash }) =>
    hash === null || gone.has(uid) ? [] : [{ uid, hash }],
  );
  if (papers.length > 0) await database.embedded({ collection: notes, owner: 'restore', papers });
}
