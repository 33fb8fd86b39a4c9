/**
 * Glossary
 *
 * collection  a named set of records with one dimension, made with one model
 * record      id, document, metadata and embedding of one paper
 * slice       the records whose metadata say one conference and one year
 * where       a filter on metadata (`where.ts`)
 */
import type { Words } from '../base/language/words.js';
import type { FoundIds } from './found-ids.js';

/** Every value is text; what is missing is "" (docs/decisions/embeddings.md, "Text and metadata"). */
export type Metadata = Readonly<Record<string, string>>;

export interface VectorRecord {
  id: string;
  document: string;
  metadata: Metadata;
  /** As many finite numbers as the collection has dimensions, not all zero. Kept as 32-bit floats. */
  embedding: ArrayLike<number>;
}

/** `$eq $ne $gt $gte $lt $lte $in $nin $and $or`, several keys in one object mean AND. Checked by `parseWhere`. */
export type Where = Readonly<Record<string, unknown>>;

export interface Hit {
  id: string;
  /** True Euclidean. */
  distance: number;
}

export interface Restriction {
  /** Not to be changed afterwards. */
  where?: Where;
  /** Only these; unknown ones are ignored, an empty list finds nothing. */
  ids?: readonly string[];
}

export interface Nearest extends Restriction {
  /** At most so many hits. */
  limit?: number;
  /** Hits no farther than this, inclusive. */
  radius?: number;
}

export interface Within extends Restriction {
  radius: number;
}

/**
 * `model` made the vectors that come: it is compared and noted in the change that writes them, for another program may
 * have changed the model a moment ago. Null: nobody knows which. Missing: it is neither compared nor noted.
 */
export interface OfModel {
  model?: string | null;
  /** The model that the writer saw when it began. A collection that was emptied for another one since refuses it. */
  seen?: string | null;
}

export interface CollectionFacts {
  count: number;
  /** Null as long as it holds nothing. */
  dimension: number | null;
  /** The model that made the vectors; null where none was noted. */
  model: string | null;
}

/**
 * What EmbeddingsManager needs of a vector database. One suite, `test/workers/vectors/collection-contract.ts`, runs
 * against every implementation. What resolves is durable. Failures are `VectorStoreError`s (or `WhereError`s for a
 * filter that cannot be); after one nothing has changed, or a part of the records is wholly new and the rest wholly
 * old.
 */
export interface VectorCollection {
  readonly name: string;
  facts(): Promise<CollectionFacts>;
  /** Notes which model makes the vectors, whatever was noted. */
  setModel(model: string): Promise<void>;
  /**
   * Adds, or replaces wholly, by id.
   * Two records with one id, a wrong dimension, a zero vector, NaN: an error, and nothing is stored.
   * @throws OtherModelError where the collection holds vectors of another model than `options.model`
   */
  upsert(records: readonly VectorRecord[], options?: OfModel): Promise<void>;
  /** The ids of all records that match, in the order of their first adding where the store knows it. */
  ids(where?: Where): Promise<string[]>;
  /** Records by id, in the order asked; unknown ids are left out. Without `embeddings` they come empty. */
  get(ids: readonly string[], options?: { embeddings?: boolean }): Promise<VectorRecord[]>;
  /** Nearest first; equal distances in the order of their ids. */
  nearest(embedding: ArrayLike<number>, options: Nearest): Promise<Hit[]>;
  /** All that `nearest` answers for a radius. */
  within(embedding: ArrayLike<number>, options: Within): Promise<FoundIds>;
  /** How many match. */
  count(options?: Restriction): Promise<number>;
  /** Merges into each record's metadata; unknown ids are skipped. Answers how many were there. */
  updateMetadata(changes: ReadonlyMap<string, Metadata>): Promise<number>;
  /** Unknown ids are skipped. Answers how many were there. */
  delete(ids: readonly string[]): Promise<number>;
  /**
   * All that match `where` go and the records come,
   * so that a crash leaves the one or the other (HTTP stores: come first, go then).
   * @throws OtherModelError as `upsert`, where others stay
   */
  replace(where: Where, records: readonly VectorRecord[], options?: OfModel): Promise<void>;
  /** Empties it; the dimension is forgotten. Notes the model of the vectors that are to come, null without one. */
  clear(options?: { model?: string }): Promise<void>;
}

/** A file of a collection that was found broken and set aside. */
export interface Damage {
  collection: string;
  /** Absolute, under its former name. */
  file: string;
  /** That are missing now. */
  records: number;
  /** The end of a sentence: `it is gone`. */
  reason: string;
}

export interface VectorStore {
  /** Creates it where it is missing. The same name answers the same collection. */
  collection(name: string): Promise<VectorCollection>;
  /** Deletes it; none of that name is fine. */
  drop(name: string): Promise<void>;
  names(): Promise<string[]>;
  /** Waits for what is under way. */
  close(): Promise<void>;
}

/** The store is away, broken, owned by another process, or was given what it cannot hold. A sentence for a person. */
export class VectorStoreError extends Error {
  override readonly name = 'VectorStoreError';

  /** @param words a sentence; in whichever language it is read, where that is known */
  constructor(
    readonly words: Words,
    options?: ErrorOptions,
  ) {
    super(String(words), options);
  }
}
