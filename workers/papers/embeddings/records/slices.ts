/** A slice: the records of one conference and one year. */
import { lenientMetadata } from '../../metadata.js';
import type { PaperLike } from '../../types.js';
import { optionsProblem, type Known } from '../../../base/input/options.js';
import type { VectorCollection, VectorRecord, Where } from '../../vectors/types.js';
import { checkedConference, checkedYear } from '../arguments.js';
import { ValueError } from '../../embedding-api/errors.js';
import type { RecordMetadata } from '../search/search-similar.js';

/** Lists of equal length, one entry per record. Plain lists and numbers, so that they can be converted to JSON. */
export interface ExportedEmbeddings {
  ids: string[];
  documents: string[];
  metadatas: RecordMetadata[];
  embeddings: number[][];
  /** The model of the embeddings; missing if it is unknown. */
  model?: string;
}

/** An export of `exportEmbeddings`, also after JSON. Metadata may be canonical or all text. */
export interface ImportedEmbeddings {
  ids: readonly (string | number)[];
  documents: readonly string[];
  metadatas: readonly PaperLike[];
  embeddings: readonly ArrayLike<number>[];
  /** The model of the embeddings; missing in exports of a former version. */
  model?: string;
}

export interface ImportOptions {
  /**
   * Records per check of existing ids (100). All records are written in one step, so that a crash leaves either the old
   * slice or the new one.
   */
  batchSize?: number;
}

/** Both values as metadata stores them. */
export type Slice = Readonly<Record<'conference' | 'year', string>>;

/** @throws EmbeddingsError for an invalid conference or year */
export const sliceOf = (conference: string, year: number): Slice => ({
  conference: checkedConference(conference),
  year: checkedYear(year),
});

export const sliceWhere = ({ conference, year }: Slice): Where => ({
  conference: { $eq: conference },
  year: { $eq: year },
});

const batch = 500;

export async function exportSlice(collection: VectorCollection, slice: Slice): Promise<ExportedEmbeddings> {
  const result: ExportedEmbeddings = { ids: [], documents: [], metadatas: [], embeddings: [] };
  const ids = await collection.ids(sliceWhere(slice));
  for (let from = 0; from < ids.length; from += batch) {
    for (const record of await collection.get(ids.slice(from, from + batch), { embeddings: true }))
      append(result, record);
  }
  const { model } = await collection.facts();
  return model === null || ids.length === 0 ? result : { ...result, model };
}

function append(result: ExportedEmbeddings, { id, document, metadata, embedding }: VectorRecord): void {
  result.ids.push(id);
  result.documents.push(document);
  result.metadatas.push(lenientMetadata(metadata));
  result.embeddings.push(Array.from(embedding));
}

export interface DeleteFilter {
  /** Exact and case-sensitive. */
  conference?: string | null;
  year?: number | null;
}

const known: Known<DeleteFilter> = { conference: true, year: true };

/**
 * @returns how many records were deleted
 * @throws ValueError if both are missing, because that would delete everything, and for an unknown criterion
 */
export async function deleteByFilter(
  collection: () => Promise<VectorCollection>,
  filter?: DeleteFilter | null,
): Promise<number> {
  const problem = optionsProblem(filter, known);
  if (problem !== undefined) throw new ValueError(`deleteEmbeddingsByFilter ${problem}`);
  const givenConference = filter?.conference ?? undefined;
  const givenYear = filter?.year ?? undefined;
  if (givenConference === undefined && givenYear === undefined) {
    throw new ValueError(
      'deleteEmbeddingsByFilter needs a conference, a year or both; without them it would delete the whole collection.',
    );
  }
  const where: Where = {
    ...(givenConference === undefined ? {} : { conference: { $eq: checkedConference(givenConference) } }),
    ...(givenYear === undefined ? {} : { year: { $eq: checkedYear(givenYear) } }),
  };
  const opened = await collection();
  return opened.delete(await opened.ids(where));
}
