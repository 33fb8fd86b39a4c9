import { z } from 'zod';
import { must } from '../../base/input/schema.js';
import { checked, checkedCount } from '../arguments.js';
import type { Context } from '../context.js';
import { createPaperEmbedder } from './embed-papers.js';
import { otherModel, sameModel } from '../model.js';

export interface EmbedFromDatabaseOptions {
  /** One SQL expression on the columns of the paper table: `decision = 'Accept' AND year >= 2020`. */
  whereClause?: string | null;
  /**
   * After every paper, skipped and failed ones too; the last call is `(total, total)`.
   * What it throws ends the embedding.
   */
  progressCallback?: ((current: number, total: number) => void) | null;
  /** Embeds what is embedded already too. Without a where clause it also changes over to another model. */
  forceRecreate?: boolean | null;
}

const callback = must(
  'a function',
  z.custom((given) => typeof given === 'function'),
).nullish();

/**
 * Papers that are looked at in one step.
 * Of those that need no vector the metadata are written together: a file of the store holds hundreds.
 */
const atOnce = 1_000;

/**
 * Embeds the papers of the manager's paper database that are missing or whose text has changed.
 * @returns how many were embedded
 */
export async function embedFromDatabase(
  context: Context,
  options: EmbedFromDatabaseOptions = {},
  batchSize = 100,
): Promise<number> {
  const { collection, modelName, signal } = context;
  const { progressCallback } = options;
  const force = options.forceRecreate ?? false;
  const whereClause = options.whereClause ?? undefined;
  checkedCount('batchSize', batchSize);
  checked('progressCallback', callback, progressCallback);

  const database = context.database();
  const stored = await database.getEmbeddingModel();
  const facts = await collection.facts();
  const other = [stored, facts.count > 0 ? facts.model : null].find(
    (model) => typeof model === 'string' && !sameModel(model, modelName),
  );
  const anew = typeof other === 'string' && force && whereClause === undefined;
  if (typeof other === 'string' && !anew)
    throw otherModel(
      other === stored ? 'The paper database says that the collection' : `The collection "${collection.name}"`,
      other,
      modelName,
    );

  const uids = await database.uidsWhere(whereClause, { signal });
  const total = uids.length;
  let current = 0;
  // Papers that go meanwhile must not leave the count short.
  const step = (): void => {
    if (current === total) return;
    current += 1;
    progressCallback?.(current, total);
  };
  const embedder = createPaperEmbedder({
    ...context,
    batchSize,
    force,
    anew,
    onPaper: step,
    beforeFirstSave: async () => {
      if (stored === null || !sameModel(stored, modelName)) await database.setEmbeddingModel(modelName);
    },
  });
  for (let from = 0; from < total; from += atOnce)
    await embedder.add(await database.getPapersByUids(uids.slice(from, from + atOnce)));
  const { embedded } = await embedder.finish();
  while (current < total) step();
  return embedded;
}

/** `null` in place of a batch size would be a mistake that goes unseen. */
export function batchSizeOf(given: number | { batchSize?: number } | undefined): number {
  const size = typeof given === 'object' ? (given as { batchSize?: number } | null)?.batchSize : given;
  return given === null ? checkedCount('batchSize', given) : (size ?? 100);
}
