import * as z from 'zod/v4';
import type { Known } from '../../../base/input/options.js';
import type { DatabaseManager } from '../../database-manager.js';
import { must } from '../../../base/input/schema.js';
import { checked, checkedCount, checkOptions } from '../arguments.js';
import { embedText, type Context } from '../context.js';
import { dropGone } from './drop-gone.js';
import { createPaperEmbedder } from './embed-papers.js';
import { createNotes } from './notes.js';
import { foreignRecords, type ForeignRecord } from '../records/record-of.js';
import { sameModel } from '../../vectors/model.js';
import type { CollectionFacts, VectorCollection } from '../../vectors/types.js';
import { otherModel } from '../model.js';
import { EmbeddingsError } from '../../embedding-api/errors.js';

export interface EmbedFromDatabaseOptions {
  /** One SQL expression on the columns of the paper table: `decision = 'Accept' AND year >= 2020`. */
  whereClause?: string | null;
  /**
   * Called after every paper, including skipped and failed ones; the last call is `(total, total)`. An exception or
   * rejection stops the embedding.
   */
  progressCallback?: ((current: number, total: number) => unknown) | null;
  /** Embeds all papers again, including unchanged ones. Without a where clause it also switches to another model. */
  forceRecreate?: boolean | null;
}

const known: Known<EmbedFromDatabaseOptions> = { whereClause: true, progressCallback: true, forceRecreate: true };

const callback = must(
  'a function',
  z.custom((given) => typeof given === 'function'),
).nullish();

/**
 * Papers per step. The metadata of papers that need no vector are written together, because one file of the store holds
 * hundreds of records.
 */
const atOnce = 1_000;

/**
 * Embeds the papers of the manager's paper database that have no vector or whose text has changed.
 * @returns how many papers were embedded
 */
export async function embedFromDatabase(
  context: Context,
  options: EmbedFromDatabaseOptions = {},
  batchSize = 100,
): Promise<number> {
  checkOptions('embedFromDatabase', options, known);
  const { signal } = context;
  const { progressCallback } = options;
  const force = options.forceRecreate ?? false;
  const whereClause = options.whereClause ?? undefined;
  const isForAll = force && whereClause === undefined;
  const { name: modelName, input } = isForAll ? context.fresh : { name: context.modelName, input: context.input };
  checkedCount('batchSize', batchSize);
  checked('progressCallback', callback, progressCallback);

  const database = context.database();
  const { stored, seen, clears } = await modelOf({ ...context, modelName, input }, database, isForAll);
  const notedAs = await context.notes();
  // Before anything is deleted, because this checks the where clause.
  const uids = await database.uidsWhere(whereClause, { signal });
  await dropGone({ ...context, notes: notedAs }, database);
  const foreign = clears ? undefined : await foreignIn(context.collection, uids);
  const total = uids.length;
  let current = 0;
  const told = createTold(progressCallback);
  // Count papers that are deleted meanwhile too, so that the count reaches the total.
  const step = (): void => {
    if (current === total) return;
    current += 1;
    told.call(current, total);
  };
  const notes = createNotes(database, notedAs);
  const embedder = createPaperEmbedder({
    ...context,
    ...{ modelName, input, batchSize },
    ...{ force, clears, seen, foreign },
    onPaper(uid, { kind }) {
      // The notes are compared with the ids of records.
      notes.done(uid, kind !== 'failed' && foreign?.has(uid) !== true);
      step();
    },
    beforeFirstSave: async () => {
      if (stored === null || !sameModel(stored, modelName)) await database.setEmbeddingModel(modelName);
    },
  });
  try {
    for (let from = 0; from < total; from += atOnce) {
      const papers = await database.getPapersByUids(uids.slice(from, from + atOnce));
      notes.look(papers);
      await embedder.add(papers);
      await notes.write();
      await told.ended();
    }
    const { embedded } = await embedder.finish();
    while (current < total) step();
    await told.ended();
    return embedded;
  } finally {
    await notes.write();
  }
}

/** Finds the records of papers that were imported with another id than the uid. */
async function foreignIn(
  collection: VectorCollection,
  uids: readonly string[],
): Promise<ReadonlyMap<string, ForeignRecord> | undefined> {
  const ids = new Set(await collection.ids());
  const missing = uids.filter((uid) => !ids.has(uid));
  // All records belong to these papers. This saves a scan of the metadata during the first run.
  if (ids.size === uids.length - missing.length) return undefined;
  return foreignRecords(
    collection,
    missing.map((id) => ({ id, isUid: true })),
  );
}

/** Calls a callback that may be asynchronous. An unhandled rejection would end the process. */
function createTold(callback: EmbedFromDatabaseOptions['progressCallback']) {
  let underWay: Promise<void>[] = [];
  let failed: { reason: unknown } | undefined;
  const check = (): void => {
    if (failed !== undefined) throw failed.reason;
  };
  return {
    call(current: number, total: number): void {
      check();
      const call = Promise.resolve(callback?.(current, total));
      underWay.push(
        call.then(
          () => undefined,
          (reason: unknown) => void (failed ??= { reason }),
        ),
      );
    },
    /** Resolves when all calls have; rejects with the first reason. */
    async ended(): Promise<void> {
      const calls = underWay;
      underWay = [];
      await Promise.all(calls);
      check();
    },
  };
}

/** @throws EmbeddingsError if the vectors come from another model and not all are to be replaced */
async function modelOf(
  { collection, modelName, ...context }: Context,
  database: DatabaseManager,
  isForAll: boolean,
): Promise<{ stored: string | null; seen: string | null; clears: boolean }> {
  // Keep this order: a program that empties the collection for another model notes that in the database first.
  const facts = await collection.facts();
  const stored = await database.getEmbeddingModel();
  const other = [stored, facts.count > 0 ? facts.model : null].find(
    (model) => typeof model === 'string' && !sameModel(model, modelName),
  );
  if (typeof other !== 'string')
    return { stored, seen: facts.model, clears: isForAll && (await hasOtherDimension(context, facts)) };
  if (isForAll) return { stored, seen: facts.model, clears: true };
  if (facts.count === 0)
    throw new EmbeddingsError(
      `The collection "${collection.name}" is empty, but the paper database notes the model "${other}" for it, and ` +
        `the current model is "${modelName}". forceRecreate without a where clause changes the model.`,
    );
  const whose =
    other === stored ? 'The paper database says that the collection' : `The collection "${collection.name}"`;
  throw otherModel(whose, other, modelName);
}

/** Returns true if the model returns vectors of another length than it did for the collection, and does so twice. */
async function hasOtherDimension(
  { api, signal, input }: Pick<Context, 'api' | 'signal' | 'input'>,
  { dimension }: CollectionFacts,
): Promise<boolean> {
  if (dimension === null) return false;
  const isOther = async (): Promise<boolean> =>
    (await embedText({ api, signal, as: input.documents }, 'A paper.', null)).length !== dimension;
  return (await isOther()) && (await isOther());
}

/** Rejects `null` as a batch size, because it would otherwise be ignored silently. */
export function batchSizeOf(given: number | { batchSize?: number } | undefined): number {
  if (typeof given === 'object') checkOptions('createEmbeddingsFromDb', given, { batchSize: true });
  const size = typeof given === 'object' ? (given as { batchSize?: number } | null)?.batchSize : given;
  return given === null ? checkedCount('batchSize', given) : (size ?? 100);
}
