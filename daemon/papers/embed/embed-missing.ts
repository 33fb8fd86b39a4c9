/**
 * Reconciles papers → embeddings. Desired: each paper's text is embedded with the current model. Actual: the papers
 * that the database notes as embedded, and the vectors. Embeds the difference in batches. Several daemons may share the
 * work.
 */
import type { EmbeddingsManager } from '../../../workers/papers/embeddings/manager.js';
import { dropGone } from '../../../workers/papers/embeddings/embed/drop-gone.js';
import { createPaperEmbedder, type PaperOutcome } from '../../../workers/papers/embeddings/embed/embed-papers.js';
import { recordHash } from '../../../workers/papers/document.js';
import type { DatabaseManager } from '../../../workers/papers/database-manager.js';
import type { Paper } from '../../../workers/papers/types.js';
import { EmbeddingsError, OtherDimensionError } from '../../../workers/papers/embedding-api/errors.js';
import { refusedPause } from '../../../workers/papers/embedding-api/retry.js';
import type { Words } from '../../../workers/base/language/sentence.js';
import type { Clock, Log, Progress } from '../../../workers/base/ports.js';
import { OtherModelError } from '../../../workers/papers/vectors/model.js';
import type { VectorCollection } from '../../../workers/papers/vectors/types.js';
import { checkModel, otherDimension, OtherModel } from './other-model.js';

export interface EmbeddingParts {
  manager: EmbeddingsManager;
  database: DatabaseManager;
  batchSize: number;
  /**
   * The owner of claims. The same after a crash, so that the former claims are free again. Two running daemons must
   * differ.
   */
  owner: string;
  clock: Clock;
  log: Log;
  /** Called when the API asks to wait, with its answer as a sentence. */
  onWait?: (words: Words) => void;
  /** Retries rejected texts before their retry time. */
  retryRefused?: boolean;
}

export interface EmbeddingReport {
  embedded: number;
  failed: number;
  /** Papers that others have claimed, or that were added meanwhile. */
  left: number;
}

/** Milliseconds of a claim. A daemon that crashes blocks its papers no longer than this. */
const lease = 120_000;
/** The most rejected papers that are retried at once. */
const mostRetried = 10_000;

/**
 * Embeds missing papers, and resolves when none is left. Finished work is kept, however it ends.
 * @throws OtherModel; EmbeddingsError if the API or the vector database is unreachable; DatabaseError; the signal's
 *   reason
 */
export async function embedMissing(
  parts: EmbeddingParts,
  signal: AbortSignal,
  progress: Progress,
): Promise<EmbeddingReport> {
  const { manager, database, batchSize, owner, clock, log } = parts;
  const collection = await manager.collection;
  const notes = await manager.embeddingNotes();
  const { name: modelName, input } = await manager.modelInUse();
  const facts = await checkModel(database, modelName, () => collection.facts());
  await prepare(parts, collection, notes);
  const waiting = async (): Promise<number> => (await database.embeddingBacklog(notes, clock.now())).waiting;
  let total = await waiting();
  const report: EmbeddingReport = { embedded: 0, failed: 0, left: 0 };
  let outcomes = new Map<string, PaperOutcome>();
  let done = 0;
  /** Once per run: a store that keeps losing acknowledged records must not be filled forever. */
  let looksLeft = 1;
  const embedder = createPaperEmbedder({
    api: manager.apiClient,
    collection,
    ...{ modelName, input },
    seen: facts.model,
    ...{ signal, batchSize, log, clock },
    onWait: parts.onWait,
    onPaper(uid, outcome) {
      outcomes.set(uid, outcome);
      if (outcome.kind !== 'unchanged') report[outcome.kind]++;
      progress(++done, Math.max(done, total));
    },
    beforeFirstSave: async () => {
      if ((await database.getEmbeddingModel()) === null) await database.setEmbeddingModel(modelName);
    },
  });
  for (;;) {
    signal.throwIfAborted();
    outcomes = new Map();
    const papers = await database.claimForEmbedding({
      collection: notes,
      owner,
      limit: batchSize,
      leaseMs: lease,
      now: clock.now(),
    });
    if (papers.length === 0) {
      // Another program may have deleted or replaced vectors after they were noted as embedded.
      if (done > 0 && looksLeft-- > 0 && (await noticeLosses(parts, collection, notes)) > 0) continue;
      return { ...report, left: await leftAtEnd(parts, notes) };
    }
    const letGo = hold(parts, notes);
    try {
      await embedder.add(papers);
      await embedder.finish();
    } catch (thrown) {
      throw otherModelIn(thrown, modelName) ?? thrown;
    } finally {
      letGo();
      await note(parts, notes, papers, outcomes);
    }
    // More papers were added meanwhile.
    if (done >= total) total = done + (await waiting());
  }
}

async function leftAtEnd({ database, clock }: EmbeddingParts, notes: string): Promise<number> {
  const { waiting } = await database.embeddingBacklog(notes, clock.now());
  if (waiting === 0) await database.forgetLost(notes);
  return waiting;
}

async function prepare(parts: EmbeddingParts, collection: VectorCollection, notes: string): Promise<void> {
  const { database, owner, log, retryRefused = false } = parts;
  await database.release({ collection: notes, owner });
  if (retryRefused) await forgetRefusals(parts, notes);
  await noticeLosses(parts, collection, notes);
  await dropGone({ collection, notes, log }, database);
}

/** Detects that another daemon has changed the vectors' model meanwhile, or the server its own. */
const otherModelIn = (thrown: unknown, model: string): OtherModel | undefined => {
  if (thrown instanceof OtherDimensionError) return otherDimension(model, thrown);
  const cause = thrown instanceof EmbeddingsError ? thrown.cause : undefined;
  return cause instanceof OtherModelError ? new OtherModel(cause.stored, cause.given) : undefined;
};

/** Extends the claims until the returned function is called. */
function hold({ database, owner, clock, log }: EmbeddingParts, collection: string): () => void {
  return clock.every(lease / 4, () => {
    database
      .extendClaims({ collection, owner, leaseMs: lease, now: clock.now() })
      .catch((error: unknown) => log.debug(`Cannot extend the claims on papers: ${String(error)}`));
  });
}

async function note(
  { database, clock, owner }: EmbeddingParts,
  collection: string,
  papers: readonly Paper[],
  outcomes: ReadonlyMap<string, PaperOutcome>,
): Promise<void> {
  const done: { uid: string; hash: string }[] = [];
  for (const paper of papers) {
    const outcome = outcomes.get(paper.uid);
    if (outcome === undefined) continue;
    const what = { uid: paper.uid, hash: recordHash(paper) };
    if (outcome.kind !== 'failed') done.push(what);
    else
      await database.embeddingFailed({
        collection,
        owner,
        ...what,
        reason: outcome.reason,
        retryAt: clock.now() + refusedPause,
      });
  }
  if (done.length > 0) await database.embedded({ collection, owner, papers: done });
  await database.release({ collection, owner });
}

async function forgetRefusals({ database }: EmbeddingParts, collection: string): Promise<void> {
  const refused = await database.embeddingFailures(collection, mostRetried);
  if (refused.length > 0) await database.forgetEmbedded({ collection, uids: refused.map(({ uid }) => uid) });
}

/**
 * Marks papers as missing if the collection has lost their vectors or was replaced. Compares ids, because as many other
 * vectors may have been added.
 * @returns how many papers will be embedded again
 */
async function noticeLosses(
  { database, log }: EmbeddingParts,
  collection: VectorCollection,
  notes: string,
): Promise<number> {
  const lost = await lostVectors(database, notes, await collection.ids());
  if (lost.length === 0) return 0;
  await database.vectorsLost({ collection: notes, uids: lost });
  log.info(`Embedding ${lost.length} papers again: the collection "${collection.name}" no longer has their vectors.`);
  return lost.length;
}

/** Returns the uids that the database notes as embedded in a collection with these ids, and that it lacks. */
export async function lostVectors(database: DatabaseManager, notes: string, ids: readonly string[]): Promise<string[]> {
  const there = new Set(ids);
  const lost: string[] = [];
  for await (const uid of database.embeddedUids(notes)) if (!there.has(uid)) lost.push(uid);
  return lost;
}
