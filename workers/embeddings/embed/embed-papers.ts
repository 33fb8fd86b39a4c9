import { paperColumns, type PaperLike } from '../../papers/types.js';
import { silentLog, type Clock, type Log } from '../../base/ports.js';
import type { Metadata, VectorCollection, VectorRecord } from '../../vectors/types.js';
import type { Embeds } from './ask.js';
import { createBatches } from './embed-batches.js';
import { checkModel, claimModel } from '../model.js';
import { nothingToEmbed, paperText, type PaperText } from './paper-record.js';

/**
 * `unchanged`: its text is stored already; metadata that differed was brought up to date.
 * `failed`: left for another time, and why.
 */
export type PaperOutcome = { kind: 'embedded' } | { kind: 'unchanged' } | { kind: 'failed'; reason: string };

export interface EmbedPapersOptions {
  api: Embeds;
  collection: VectorCollection;
  /** Noted in the collection with its first vectors. */
  modelName: string;
  /** Ends it with the signal's reason; what was answered is saved. */
  signal?: AbortSignal;
  /** At most so many texts a request (100). */
  batchSize?: number;
  /** Embeds what is stored with the same text too. */
  force?: boolean;
  /** Told of each paper once it is saved, or left. */
  onPaper?: (uid: string, outcome: PaperOutcome) => void;
  /** What the collection holds, of whichever model, goes as soon as the first vectors have come. */
  anew?: boolean;
  /** Called once when the first vectors have come, before they are stored. */
  beforeFirstSave?: () => Promise<void>;
  log?: Log;
  clock?: Clock;
}

export interface EmbedReport {
  embedded: number;
  unchanged: number;
  failed: number;
}

export interface PaperEmbedder {
  /** Embeds as soon as a request is full. */
  add(papers: Iterable<PaperLike>): Promise<void>;
  /** Embeds what is left, and answers the counts so far. More may be added afterwards. */
  finish(): Promise<EmbedReport>;
}

/**
 * Embeds papers with many texts a request, and saves after each. A refused batch is split down to the single bad paper,
 * which is logged and left; an API that refuses long batches gets shorter ones.
 * @throws EmbeddingsError where the API is away or refuses everything, or the collection is of another model;
 *   VectorStoreError; the signal's reason. What was answered until then is saved
 */
export async function embedPapers(papers: Iterable<PaperLike>, options: EmbedPapersOptions): Promise<EmbedReport> {
  const embedder = createPaperEmbedder(options);
  await embedder.add(papers);
  return embedder.finish();
}

/** As `embedPapers`, for papers that come in pieces: it remembers which size of batches works. */
export function createPaperEmbedder(options: EmbedPapersOptions): PaperEmbedder {
  const { collection, modelName, anew = false, log = silentLog, batchSize = 100, force = false } = options;
  const report: EmbedReport = { embedded: 0, unchanged: 0, failed: 0 };
  const waiting = new Map<string, PaperText>();
  let batches: ReturnType<typeof createBatches> | undefined;
  let saved = false;

  const tell = (uid: string, outcome: PaperOutcome): void => {
    report[outcome.kind] += 1;
    options.onPaper?.(uid, outcome);
  };
  const fail = ({ id }: PaperText, reason: string): void => {
    log.warn(`The paper "${id}" is not embedded: ${reason}`);
    tell(id, { kind: 'failed', reason });
  };
  async function beforeSaving(): Promise<void> {
    if (anew) await collection.clear();
    await claimModel(collection, modelName);
    await options.beforeFirstSave?.();
  }
  async function save(papers: PaperText[], vectors: Float32Array[]): Promise<void> {
    if (!saved) await beforeSaving();
    saved = true;
    await collection.upsert(
      papers.map(({ id, text, metadata }, i) => ({ id, document: text, metadata, embedding: vectors[i] ?? [] })),
    );
    for (const { id } of papers) tell(id, { kind: 'embedded' });
  }

  /** @param least leaves fewer waiting for more */
  async function embed(least: number): Promise<void> {
    const ready = [...waiting.values()].slice(0, waiting.size - (waiting.size % least));
    if (ready.length === 0) return;
    batches ??= createBatches({ ...options, log, batchSize, save, fail, dimension: await dimensionToCome() });
    for (const { id } of ready) waiting.delete(id);
    await batches(ready);
  }

  async function dimensionToCome(): Promise<number | null> {
    if (anew) return null;
    const facts = await collection.facts();
    checkModel(collection.name, facts, modelName);
    return facts.dimension;
  }

  async function storedRecords(papers: readonly PaperText[]): Promise<Map<string, VectorRecord>> {
    if (force || papers.length === 0) return new Map();
    const records = await collection.get(papers.map(({ id }) => id));
    return new Map(records.map((record) => [record.id, record]));
  }

  /** Texts that need no vector, with metadata that are others now. */
  async function renewMetadata(papers: readonly PaperText[], stored: ReadonlyMap<string, VectorRecord>): Promise<void> {
    const changes = new Map<string, Metadata>();
    for (const { id, text, metadata } of papers) {
      const record = stored.get(id);
      if (record?.document !== text) continue;
      // What a paper has no more is empty, as what it never had is in a search.
      const gone = paperColumns
        .filter((column) => (record.metadata[column] ?? '') !== '' && metadata[column] === undefined)
        .map((column) => [column, '']);
      const differs =
        gone.length > 0 || Object.entries(metadata).some(([key, value]) => record.metadata[key] !== value);
      if (differs) changes.set(id, { ...metadata, ...(Object.fromEntries(gone) as Metadata) });
    }
    if (changes.size > 0) await collection.updateMetadata(changes);
  }

  return {
    async add(papers) {
      options.signal?.throwIfAborted();
      const texts = [...papers].map(paperText);
      const stored = await storedRecords(texts);
      await renewMetadata(texts, stored);
      for (const paper of texts) {
        if (paper.text === '') fail(paper, nothingToEmbed(paper.id));
        else if (stored.get(paper.id)?.document === paper.text) tell(paper.id, { kind: 'unchanged' });
        else {
          // Of two with one uid the later counts.
          if (waiting.has(paper.id)) tell(paper.id, { kind: 'unchanged' });
          waiting.set(paper.id, paper);
        }
      }
      await embed(batchSize);
    },
    async finish() {
      await embed(1);
      return { ...report };
    },
  };
}
