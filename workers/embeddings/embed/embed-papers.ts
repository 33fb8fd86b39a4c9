import { tableColumns, type PaperLike } from '../../papers/types.js';
import type { Words } from '../../base/language/sentence.js';
import { silentLog, type Clock, type Log } from '../../base/ports.js';
import type { Metadata, VectorCollection, VectorRecord } from '../../vectors/types.js';
import type { Embeds } from './ask.js';
import { BatchEmbedder } from './embed-batches.js';
import { OtherModelError } from '../../vectors/model.js';
import { checkModel, otherModel } from '../model.js';
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
  /** Called with each paper once it is saved, or left. */
  onPaper?: (uid: string, outcome: PaperOutcome) => void;
  /** What the collection holds, of whichever model, goes as soon as the first vectors have come. */
  anew?: boolean;
  /** The model of the collection when it was compared, null for none; without it, when the first texts are sent. */
  seen?: string | null;
  /** Called once when the first vectors have come, before they are stored. */
  beforeFirstSave?: () => Promise<void>;
  /** Called before each wait that the API asks for, with its answer as a sentence. */
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
  /** Embeds as soon as a request is full. */
  add(papers: Iterable<PaperLike>): Promise<void>;
  /** Embeds what is left, and answers the counts so far. More may be added afterwards. */
  finish(): Promise<EmbedReport>;
}

/**
 * Embeds papers with many texts a request, and saves after each. A refused batch is split down to the single bad paper,
 * which is logged and left; an API that refuses long batches gets shorter ones. Of a text that is too long for the
 * model the beginning is embedded, and `embedded_characters` among the metadata tells how much of it.
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
  const fail = ({ id }: PaperText, reason: string): void => {
    log.warn(`The paper "${id}" is not embedded: ${reason}`);
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

  /** @param least leaves fewer pending for more */
  async function embed(least: number): Promise<void> {
    const ready = [...pending.values()].slice(0, pending.size - (pending.size % least));
    if (ready.length === 0) return;
    if (batches === undefined) {
      const first = await firstLook(options);
      seen = first.seen;
      batches = new BatchEmbedder({ ...options, ...{ log, batchSize, save, fail, dimension: first.dimension } });
    }
    for (const { id } of ready) pending.delete(id);
    await batches.embed(ready);
  }

  return {
    async add(papers) {
      options.signal?.throwIfAborted();
      const texts = [...papers].map(paperText);
      const stored = await recordsOf(collection, force ? [] : texts);
      const changes = metadataChanges(texts, stored);
      if (changes.size > 0) await collection.updateMetadata(changes);
      for (const paper of texts) {
        if (paper.text === '') fail(paper, nothingToEmbed(paper.id));
        else if (stored.get(paper.id)?.document === paper.text) report(paper.id, { kind: 'unchanged' });
        else {
          // Of two with one uid the later counts.
          if (pending.has(paper.id)) report(paper.id, { kind: 'unchanged' });
          pending.set(paper.id, paper);
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
  anew,
  seen,
}: EmbedPapersOptions): Promise<{ dimension: number | null; seen: string | null }> {
  if (anew === true) return { dimension: null, seen: modelName };
  const facts = await collection.facts();
  checkModel(collection.name, facts, modelName);
  return { dimension: facts.dimension, seen: seen === undefined ? facts.model : seen };
}

/** @throws EmbeddingsError as `checkModel` */
async function beginSaving({ collection, modelName, anew, beforeFirstSave }: EmbedPapersOptions): Promise<void> {
  if (anew !== true) checkModel(collection.name, await collection.facts(), modelName);
  // Before the vectors go: a program that begins with the former model after that does not begin.
  await beforeFirstSave?.();
  if (anew === true) await collection.clear({ model: modelName });
}

/** @throws EmbeddingsError where somebody has changed the model while the texts were at the API */
async function put(
  papers: readonly PaperText[],
  vectors: readonly Float32Array[],
  { collection, modelName: model, seen }: Pick<EmbedPapersOptions, 'collection' | 'modelName' | 'seen'>,
): Promise<void> {
  const records = papers.map((paper, i) => recordOf(paper, vectors[i] ?? []));
  await collection.upsert(records, { model, seen }).catch((thrown: unknown) => {
    if (!(thrown instanceof OtherModelError)) throw thrown;
    throw otherModel(`The collection "${collection.name}"`, thrown.stored, model, thrown);
  });
}

function tellPart(log: Log, { id, text, embeddedCharacters: part }: PaperText): void {
  if (part === undefined) return;
  log.info(`The model takes no more than the first ${part} of the ${text.length} characters of the paper "${id}".`);
}

/** The document is whole, so that it is known whether the paper has changed; the metadata tell how much is embedded. */
function recordOf({ id, text, metadata, embeddedCharacters: part }: PaperText, embedding: VectorRecord['embedding']) {
  const mark = part === undefined ? undefined : { embedded_characters: String(part) };
  return { id, document: text, metadata: { ...metadata, ...mark }, embedding };
}

async function recordsOf(
  collection: VectorCollection,
  papers: readonly PaperText[],
): Promise<ReadonlyMap<string, VectorRecord>> {
  if (papers.length === 0) return new Map();
  const records = await collection.get(papers.map(({ id }) => id));
  return new Map(records.map((record) => [record.id, record]));
}

/** Of texts that need no vector: the metadata that are others now. */
function metadataChanges(
  papers: readonly PaperText[],
  stored: ReadonlyMap<string, VectorRecord>,
): ReadonlyMap<string, Metadata> {
  const changes = new Map<string, Metadata>();
  for (const { id, text, metadata } of papers) {
    const record = stored.get(id);
    if (record?.document !== text) continue;
    // What a paper has no more is empty, as what it never had is in a search.
    const gone = tableColumns
      .filter((column) => (record.metadata[column] ?? '') !== '' && metadata[column] === undefined)
      .map((column) => [column, '']);
    const differs = gone.length > 0 || Object.entries(metadata).some(([key, value]) => record.metadata[key] !== value);
    if (differs) changes.set(id, { ...metadata, ...(Object.fromEntries(gone) as Metadata) });
  }
  return changes;
}
