/**
 * Glossary
 *
 * collection  a named set of records with one dimension, made with one model
 * record      id, document, metadata and embedding of one paper
 * slice       the records of one conference and one year, according to their metadata
 * where       a filter on metadata (`where.ts`)
 */
import type { Words } from '../../base/language/words.js';

/** All values are text. A missing value is "" (docs/decisions/embeddings.md, "Text and metadata"). */
export type Metadata = Readonly<Record<string, string>>;

export interface VectorRecord {
  id: string;
  document: string;
  metadata: Metadata;
  /** As many finite numbers as the collection has dimensions, not all zero. Stored as 32-bit floats. */
  embedding: ArrayLike<number>;
}

/** `$eq $ne $gt $gte $lt $lte $in $nin $and $or`, several keys in one object mean AND. Checked by `parseWhere`. */
export type Where = Readonly<Record<string, unknown>>;

export interface Hit {
  id: string;
  /** Exact Euclidean distance. */
  distance: number;
}

export interface Restriction {
  /** The caller must not change it afterwards. */
  where?: Where;
  /** Limits the operation to these ids. Unknown ids are ignored; an empty list matches no record. */
  ids?: readonly string[];
}

export interface Nearest extends Restriction {
  /** The most hits. */
  limit?: number;
  /** The largest distance of a hit, inclusive. */
  radius?: number;
}

export interface Within extends Restriction {
  radius: number;
}

/**
 * `model` made the new vectors. The store compares and notes it in the same transaction that writes them, because
 * another program may have just changed the model. Null: unknown. Missing: neither compared nor noted.
 */
export interface OfModel {
  model?: string | null;
  /** The model when the writer started. The write fails if the collection was emptied for another model since then. */
  seen?: string | null;
}

export interface CollectionFacts {
  count: number;
  /** Null while the collection is empty. */
  dimension: number | null;
  /** The model of the vectors; null if none was noted. */
  model: string | null;
}

/**
 * The operations that EmbeddingsManager needs of a vector database. One suite,
 * `test/workers/papers/vectors/collection-contract.ts`, tests every implementation. A write is durable once its promise
 * resolves. Operations fail with `VectorStoreError`, or `WhereError` for an invalid filter. After a failure each record
 * is either completely new or unchanged.
 */
export interface VectorCollection {
  readonly name: string;
  facts(): Promise<CollectionFacts>;
  /**
   * Adds records, or replaces those with the same id.
   * @throws OtherModelError if the collection holds vectors of another model than `options.model`
   */
  upsert(records: readonly VectorRecord[], options?: OfModel): Promise<void>;
  /** Returns the ids of all records that match, in the order of first insertion if the store knows it. */
  ids(where?: Where): Promise<string[]>;
  /** Returns records in the order of `ids` and skips unknown ids. Without `embeddings` the vectors are empty. */
  get(ids: readonly string[], options?: { embeddings?: boolean }): Promise<VectorRecord[]>;
  /** Nearest first; equal distances in the order of their ids. */
  nearest(embedding: ArrayLike<number>, options: Nearest): Promise<Hit[]>;
  /** Returns the ids of all hits that `nearest` finds within a radius, unordered. */
  within(embedding: ArrayLike<number>, options: Within): Promise<string[]>;
  /** Counts the records that match. */
  count(options?: Restriction): Promise<number>;
  /** Merges into each record's metadata and skips unknown ids. Returns how many of the ids exist. */
  updateMetadata(changes: ReadonlyMap<string, Metadata>): Promise<number>;
  /** Skips unknown ids. Returns how many records were deleted. */
  delete(ids: readonly string[]): Promise<number>;
  /**
   * Deletes all records that match `where` and adds the new ones. After a crash the collection holds either the old or
   * the new records (stores over HTTP add first and delete then).
   * @throws OtherModelError as `upsert`, if other records remain
   */
  replace(where: Where, records: readonly VectorRecord[], options?: OfModel): Promise<void>;
  /** Deletes all records and the dimension. Notes the model of future vectors, null without one. */
  clear(options?: { model?: string }): Promise<void>;
}

/** A damaged file of a collection. The store has moved it out of the way. */
export interface Damage {
  collection: string;
  /** Absolute path under the former name. */
  file: string;
  /** How many records are missing now. */
  records: number;
  /** The end of a sentence: `it is gone`. */
  reason: string;
}

export interface VectorStore {
  /** Creates the collection if it is missing. Returns the same object for the same name. */
  collection(name: string): Promise<VectorCollection>;
  /** Deletes the collection. Does not fail if it is missing. */
  drop(name: string): Promise<void>;
  names(): Promise<string[]>;
  /** Waits for running operations. */
  close(): Promise<void>;
}

/**
 * The store is unreachable, damaged or owned by another process, or it cannot store the given value. The message is a
 * sentence for a person.
 */
export class VectorStoreError extends Error {
  override readonly name = 'VectorStoreError';

  /** @param words a sentence that can be shown in the reader's language if it has a key */
  constructor(
    readonly words: Words,
    options?: ErrorOptions,
  ) {
    super(String(words), options);
  }
}
