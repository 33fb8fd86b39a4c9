/**
 * papers → embeddings. Desired: each paper's text is embedded with the current model. Actual: what the paper database
 * notes as embedded, and what the vectors hold. Difference: embed it, in batches; several daemons may share the work.
 */
import type { EmbeddingsManager } from '../../workers/embeddings/manager.js';
import { dropGone } from '../../workers/embeddings/embed/drop-gone.js';
import { createPaperEmbedder, type PaperOutcome } from '../../workers/embeddings/embed/embed-papers.js';
import { recordHash } from '../../workers/papers/document.js';
import type { DatabaseManager } from '../../workers/papers/database-manager.js';
import type { Paper } from '../../workers/papers/types.js';
import { EmbeddingsError } from '../../workers/embedding-api/errors.js';
import { refusedPause } from '../../workers/embedding-api/retry.js';
import type { Words } from '../../workers/base/language/sentence.js';
import type { Clock, Log, Progress } from '../../workers/base/ports.js';
import { OtherModelError } from '../../workers/vectors/model.js';
import type { VectorCollection } from '../../workers/vectors/types.js';
import { checkModel, OtherModel } from './other-model.js';

export interface EmbeddingParts {
  manager: EmbeddingsManager;
  database: DatabaseManager;
  batchSize: number;
  /** Names who holds papers. The same after a crash, so that what was held then is free again; no two run at once. */
  owner: string;
  clock: Clock;
  log: Log;
  /** The API asks to wait: its answer as a sentence. */
  onWait?: (words: Words) => void;
  /** What was refused is sent once more before its time. */
  retryRefused?: boolean;
}

export interface EmbeddingReport {
  embedded: number;
  failed: number;
  /** Papers that others hold, or that came meanwhile. */
  left: number;
}

/** Milliseconds for which a paper is held; whoever ends in the middle blocks it no longer than that. */
const lease = 120_000;
/** Refused papers that are tried again at once. */
const mostRetried = 10_000;

/**
 * Embeds what is missing, and resolves when nothing is. What was done is kept, however it ends.
 * @throws OtherModel; EmbeddingsError where the API or the vector database is away; DatabaseError; the signal's reason
 */
export async function embedMissing(
  parts: EmbeddingParts,
  signal: AbortSignal,
  progress: Progress,
): Promise<EmbeddingReport> {
  const { manager, database, batchSize, owner, clock, log } = parts;
  const collection = await manager.collection;
  const notes = await manager.embeddingNotes();
  const facts = await checkModel(database, manager.modelName, () => collection.facts());
  await prepare(parts, collection, notes);
  const waiting = async (): Promise<number> => (await database.embeddingBacklog(notes, clock.now())).waiting;
  let total = await waiting();
  const report: EmbeddingReport = { embedded: 0, failed: 0, left: 0 };
  let outcomes = new Map<string, PaperOutcome>();
  let done = 0;
  /** Once for each run: a store that keeps losing what it acknowledged must not be filled for ever. */
  let looksLeft = 1;
  const embedder = createPaperEmbedder({
    api: manager.apiClient,
    collection,
    modelName: manager.modelName,
    seen: facts.model,
    ...{ signal, batchSize, log, clock },
    onWait: parts.onWait,
    onPaper(uid, outcome) {
      outcomes.set(uid, outcome);
      if (outcome.kind !== 'unchanged') report[outcome.kind]++;
      progress(++done, Math.max(done, total));
    },
    beforeFirstSave: async () => {
      if ((await database.getEmbeddingModel()) === null) await database.setEmbeddingModel(manager.modelName);
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
      // Others may have emptied or replaced vectors that were noted as embedded only after that.
      if (done > 0 && looksLeft-- > 0 && (await noticeLosses(parts, collection, notes)) > 0) continue;
      return { ...report, left: await waiting() };
    }
    const letGo = hold(parts, notes);
    try {
      await embedder.add(papers);
      await embedder.finish();
    } catch (thrown) {
      throw otherModelIn(thrown) ?? thrown;
    } finally {
      letGo();
      await note(parts, notes, papers, outcomes);
    }
    // More came meanwhile.
    if (done >= total) total = done + (await waiting());
  }
}

async function prepare(parts: EmbeddingParts, collection: VectorCollection, notes: string): Promise<void> {
  const { database, owner, log, retryRefused = false } = parts;
  await database.release({ collection: notes, owner });
  if (retryRefused) await forgetRefusals(parts, notes);
  await noticeLosses(parts, collection, notes);
  await dropGone({ collection, notes, log }, database);
}

/** Where another daemon has changed the model of the vectors meanwhile. */
const otherModelIn = (thrown: unknown): OtherModel | undefined => {
  const cause = thrown instanceof EmbeddingsError ? thrown.cause : undefined;
  return cause instanceof OtherModelError ? new OtherModel(cause.stored, cause.given) : undefined;
};

/** Holds the claims for as long as it takes. The function that comes back ends it. */
function hold({ database, owner, clock, log }: EmbeddingParts, collection: string): () => void {
  return clock.every(lease / 4, () => {
    database
      .extendClaims({ collection, owner, leaseMs: lease, now: clock.now() })
      .catch((error: unknown) => log.debug(`Papers cannot be held longer: ${String(error)}`));
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
 * Vectors that were deleted, or a collection that is another one now, are made again. By their ids: as many others may
 * have come.
 * @returns how many papers are embedded again
 */
async function noticeLosses(
  { database, log }: EmbeddingParts,
  collection: VectorCollection,
  notes: string,
): Promise<number> {
  const there = new Set(await collection.ids());
  const lost: string[] = [];
  for await (const uid of database.embeddedUids(notes)) if (!there.has(uid)) lost.push(uid);
  if (lost.length === 0) return 0;
  await database.forgetEmbedded({ collection: notes, uids: lost });
  log.info(
    `${lost.length} papers are embedded again: the collection "${collection.name}" does not hold them any more.`,
  );
  return lost.length;
}
