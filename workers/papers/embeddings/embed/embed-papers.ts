import { tableColumns, type PaperLike } from '../../types.js';
import type { Words } from '../../../base/language/sentence.js';
import { silentLog, type Clock, type Log } from '../../../base/ports.js';
import type { Metadata, VectorCollection, VectorRecord } from '../../vectors/types.js';
import type { ModelInput } from '../../embedding-api/model-input.js';
import type { Embeds } from './ask.js';
import { BatchEmbedder } from './embed-batches.js';
import { OtherModelError } from '../../vectors/model.js';
import { checkModel, otherModel } from '../model.js';
import type { ForeignRecord } from '../records/record-of.js';
import { nothingToEmbed, paperText, type PaperText } from './paper-record.js';

/**
 * `unchanged`: the same text is stored already; different metadata was updated. `failed`: skipped for now, with the
 * reason.
 */
export type PaperOutcome = { kind: 'embedded' } | { kind: 'unchanged' } | { kind: 'failed'; reason: string };

export interface EmbedPapersOptions {
  api: Embeds;
  collection: VectorCollection;
  /** Noted in the collection with its first vectors (`ModelInUse`). */
  modelName: string;
  /** Words and fields that are sent besides the texts (none). */
  input?: ModelInput;
  /** Stops with the signal's reason; vectors received until then are saved. */
  signal?: AbortSignal;
  /** The most texts per request (100). */
  batchSize?: number;
  /** Embeds papers again even if the same text is stored. */
  force?: boolean;
  /** Records that have another id than their paper, by the paper's id (none). */
  foreign?: ReadonlyMap<string, ForeignRecord>;
  /** Waits for minutes if the API has too many requests (true). */
  waits?: boolean;
  /** Called for each paper once it is saved or skipped. */
  onPaper?: (uid: string, outcome: PaperOutcome) => void;
  /** Empties the collection, whatever its model, as soon as the first new vectors are received. */
  clears?: boolean;
  /**
   * The model of the collection when it was compared, null for none. If missing, it is read when the first texts are
   * sent.
   */
  seen?: string | null;
  /** Called once after the first vectors are received, before they are stored. */
  beforeFirstSave?: () => Promise<void>;
  /** Called before each wait that the API requests, with its answer as a sentence. */
  onWait?: (words: Words) => void;
  log?: Log;
  clock?: Clock;
}

export interface EmbedReport {
  embedded: number;
  unchanged: number;
  failed: number;
}

export interface PaperEmbedder {
  /** Queues papers, and embeds them as soon as a request is full. */
  add(papers: Iterable<PaperLike>): Promise<void>;
  /** Embeds the remaining papers and returns the counts so far. More papers may be added afterwards. */
  finish(): Promise<EmbedReport>;
}

/**
 * Embeds papers, with many texts per request, and saves after each request. Splits a rejected batch until the single
 * bad paper is found, logs it and skips it. Shortens batches for an API that rejects long ones. If a text is too long
 * for the model, embeds its beginning and notes the length in the metadata as `embedded_characters`.
 * @throws EmbeddingsError if the API is unreachable or rejects everything, or the collection has another model;
 *   VectorStoreError; the signal's reason. Vectors received until then are saved
 */
export async function embedPapers(papers: Iterable<PaperLike>, options: EmbedPapersOptions): Promise<EmbedReport> {
  const embedder = createPaperEmbedder(options);
  await embedder.add(papers);
  return embedder.finish();
}

/** Like `embedPapers`, for papers that arrive in parts: remembers which batch size works. */
export function createPaperEmbedder(options: EmbedPapersOptions): PaperEmbedder {
  const { collection, modelName, log = silentLog, batchSize = 100, force = false } = options;
  const counts: EmbedReport = { embedded: 0, unchanged: 0, failed: 0 };
  const pending = new Map<string, PaperText>();
  let batches: BatchEmbedder | undefined;
  let seen: string | null;
  let saved = false;

  const report = (uid: string, outcome: PaperOutcome): void => {
    counts[outcome.kind] += 1;
    options.onPaper?.(uid, outcome);
  };
  const fail = ({ id, metadata }: PaperText, reason: string): void => {
    const title = metadata['title'] ?? '';
    log.warn(`Skipped the paper "${id}": ${title === '' ? '' : `"${title}". `}${reason}`);
    report(id, { kind: 'failed', reason });
  };
  async function save(papers: PaperText[], vectors: Float32Array[]): Promise<void> {
    if (!saved) await beginSaving(options);
    saved = true;
    await put(papers, vectors, { collection, modelName, seen });
    for (const paper of papers) {
      tellPart(log, paper);
      report(paper.id, { kind: 'embedded' });
    }
  }

  /** @param least embeds multiples of this many papers, and keeps the rest queued */
  async function embed(least: number): Promise<void> {
    const ready = [...pending.values()].slice(0, pending.size - (pending.size % least));
    if (ready.length === 0) return;
    if (batches === undefined) {
      const first = await firstLook(options);
      seen = first.seen;
      batches = new BatchEmbedder({ ...options, ...{ log, batchSize, save, fail, dimension: first.dimension } });
    }
    for (const paper of ready) pending.delete(recordIdOf(paper));
    await batches.embed(ready);
  }

  return {
    async add(papers) {
      options.signal?.throwIfAborted();
      const texts = [...papers].map((paper) => withRecord(paperText(paper), options.foreign));
      const stored = await recordsOf(collection, force ? [] : texts);
      const changes = metadataChanges(texts, stored);
      if (changes.size > 0) await collection.updateMetadata(changes);
      for (const paper of texts) {
        if (paper.text === '') fail(paper, nothingToEmbed(paper.id));
        else if (stored.get(recordIdOf(paper))?.document === paper.text) report(paper.id, { kind: 'unchanged' });
        else {
          // If two papers have the same record, the later one wins.
          const earlier = pending.get(recordIdOf(paper));
          if (earlier) report(earlier.id, { kind: 'unchanged' });
          pending.set(recordIdOf(paper), paper);
        }
      }
      await embed(batchSize);
    },
    async finish() {
      await embed(1);
      return { ...counts };
    },
  };
}

/** @throws EmbeddingsError as `checkModel` */
async function firstLook({
  collection,
  modelName,
  clears,
  seen,
}: EmbedPapersOptions): Promise<{ dimension: number | null; seen: string | null }> {
  if (clears === true) return { dimension: null, seen: modelName };
  const facts = await collection.facts();
  checkModel(collection.name, facts, modelName);
  return { dimension: facts.dimension, seen: seen === undefined ? facts.model : seen };
}

/** @throws EmbeddingsError as `checkModel` */
async function beginSaving({ collection, modelName, clears, beforeFirstSave }: EmbedPapersOptions): Promise<void> {
  if (clears !== true) checkModel(collection.name, await collection.facts(), modelName);
  // Before the vectors are deleted, so that a program that starts with the former model afterwards stops at once.
  await beforeFirstSave?.();
  if (clears === true) await collection.clear({ model: modelName });
}

/** @throws EmbeddingsError if another program has changed the model while the texts were at the API */
async function put(
  papers: readonly PaperText[],
  vectors: readonly Float32Array[],
  { collection, modelName: model, seen }: Pick<EmbedPapersOptions, 'collection' | 'modelName' | 'seen'>,
): Promise<void> {
  const records = papers.map((paper, i) => recordFrom(paper, vectors[i] ?? []));
  await collection.upsert(records, { model, seen }).catch((thrown: unknown) => {
    if (!(thrown instanceof OtherModelError)) throw thrown;
    throw otherModel(`The collection "${collection.name}"`, thrown.stored, model, thrown);
  });
}

function tellPart(log: Log, { id, text, embeddedCharacters: part }: PaperText): void {
  if (part === undefined) return;
  log.info(`The model accepts only the first ${part} of the ${text.length} characters of the paper "${id}".`);
}

/**
 * Stores the whole text as the document, to detect changes to the paper. The metadata note how much of it is embedded.
 */
function recordFrom(paper: PaperText, embedding: VectorRecord['embedding']): VectorRecord {
  const { text, metadata, embeddedCharacters: part } = paper;
  const mark = part === undefined ? undefined : { embedded_characters: String(part) };
  return { id: recordIdOf(paper), document: text, metadata: { ...metadata, ...mark }, embedding };
}

const recordIdOf = ({ id, recordId = id }: PaperText): string => recordId;

/** The record keeps its uid, because searches find the paper by it. */
function withRecord(paper: PaperText, foreign?: ReadonlyMap<string, ForeignRecord>): PaperText {
  const record = foreign?.get(paper.id);
  if (record === undefined) return paper;
  return { ...paper, recordId: record.id, metadata: { ...paper.metadata, uid: record.uid || paper.id } };
}

async function recordsOf(
  collection: VectorCollection,
  papers: readonly PaperText[],
): Promise<ReadonlyMap<string, VectorRecord>> {
  if (papers.length === 0) return new Map();
  const records = await collection.get(papers.map(recordIdOf));
  return new Map(records.map((record) => [record.id, record]));
}

/** Returns the changed metadata of papers that need no new vector. */
function metadataChanges(
  papers: readonly PaperText[],
  stored: ReadonlyMap<string, VectorRecord>,
): ReadonlyMap<string, Metadata> {
  const changes = new Map<string, Metadata>();
  for (const paper of papers) {
    const { text, metadata } = paper;
    const record = stored.get(recordIdOf(paper));
    if (record?.document !== text) continue;
    // Store a deleted value as "": a search treats it like a value that never existed.
    const gone = tableColumns
      .filter((column) => (record.metadata[column] ?? '') !== '' && metadata[column] === undefined)
      .map((column) => [column, '']);
    const differs = gone.length > 0 || Object.entries(metadata).some(([key, value]) => record.metadata[key] !== value);
    if (differs) changes.set(record.id, { ...metadata, ...(Object.fromEntries(gone) as Metadata) });
  }
  return changes;
}
