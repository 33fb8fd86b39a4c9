import { setImmediate as nextTurn } from 'node:timers/promises';
import { metadataOf } from '../../metadata.js';
import type { Metadata, VectorCollection, VectorRecord } from '../../vectors/types.js';
import type { Known } from '../../../base/input/options.js';
import { must, refusedAs } from '../../../base/input/schema.js';
import { shown } from '../../../base/input/shown.js';
import { checked, checkedCount, checkedId, checkedVector, checkOptions, list, object, text } from '../arguments.js';
import { EmbeddingsError } from '../../embedding-api/errors.js';
import { OtherModelError, sameModel } from '../../vectors/model.js';
import { otherModel } from '../model.js';
import { sliceWhere, type ImportedEmbeddings, type ImportOptions, type Slice } from './slices.js';

const known: Known<ImportOptions> = { batchSize: true };

/**
 * Replaces a slice after checking all records.
 * @returns the imported ids and the former ids
 * @throws EmbeddingsError that names the record or the other model; then no record has changed
 */
export async function importSlice(
  { collection, modelName }: { collection: VectorCollection; modelName: string },
  data: ImportedEmbeddings,
  slice: Slice,
  options: ImportOptions = {},
): Promise<{ ids: string[]; former: string[] }> {
  checkOptions('importEmbeddings', options, known);
  const batchSize = checkedCount('batchSize', options.batchSize ?? 100);
  const facts = await collection.facts();
  const records = await checkedRecords(data, slice, facts.dimension);
  for (let from = 0; from < records.length; from += batchSize) {
    const known = await collection.get(records.slice(from, from + batchSize).map(({ id }) => id));
    for (const { id, metadata } of known) refuseOther(`The id "${id}" is taken by a record`, metadata, slice, false);
  }
  const model = modelOf(data);
  if (model !== null && !sameModel(model, modelName)) throw otherModel('The data to import', model, modelName);
  const former = await collection.ids(sliceWhere(slice));
  await collection.replace(sliceWhere(slice), records, { model, seen: facts.model }).catch((thrown: unknown) => {
    if (!(thrown instanceof OtherModelError)) throw thrown;
    throw otherModel(`The collection "${collection.name}"`, thrown.stored, thrown.given);
  });
  return { ids: records.map(({ id }) => id), former };
}

/** Returns null for exports of a former version. */
export const modelOf = ({ model }: Pick<ImportedEmbeddings, 'model'>): string | null =>
  model === undefined || model === null ? null : checked('The model of the data to import', text, model);

const recordsInOneTurn = 50;

export const anObject = must('an object', object);

async function checkedRecords(
  data: ImportedEmbeddings,
  slice: Slice,
  dimension: number | null,
): Promise<VectorRecord[]> {
  const { ids, documents, metadatas, embeddings } = checkedLists(data);
  const seen = new Set<string>();
  let expected = dimension;
  const records: VectorRecord[] = [];
  for (const [i, given] of ids.entries()) {
    // 50 records of 4,096 numbers take some milliseconds.
    if (i % recordsInOneTurn === 0) await nextTurn();
    const id = checkedId(given);
    if (seen.has(id)) throw new EmbeddingsError(`The id "${id}" occurs twice; ids must be unique.`);
    seen.add(id);
    const document = checked(`The document of "${id}"`, text, documents[i]);
    const metadata = metadataOf(checked(`The metadata of "${id}"`, anObject, metadatas[i]));
    refuseOther(`The record "${id}" is`, metadata, slice, true);
    const embedding = checkedVector(`The embedding of "${id}"`, embeddings[i], expected);
    expected ??= embedding.length;
    records.push({ id, document, metadata: { ...metadata, ...slice, uid: metadata['uid'] || id }, embedding });
  }
  return records;
}

/** @throws EmbeddingsError if one is not a list or their lengths differ */
export function checkedLists(data: ImportedEmbeddings): ImportedEmbeddings {
  const names = ['ids', 'documents', 'metadatas', 'embeddings'] as const;
  for (const name of names) {
    const listOf = refusedAs(list, (raw) => `must have a list "${name}", not ${shown(raw)}.`);
    const { length } = checked('The data to import', listOf, (data as Partial<ImportedEmbeddings> | null)?.[name]);
    if (length !== data.ids.length) {
      const lengths = names.map((each) => `${each} ${data[each]?.length ?? 'none'}`).join(', ');
      throw new EmbeddingsError(`The lists to import must be equally long: ${lengths}.`);
    }
  }
  return data;
}

/** @param fillable a record without conference or year gets the slice's */
function refuseOther(what: string, metadata: Metadata, slice: Slice, fillable: boolean): void {
  for (const key of ['conference', 'year'] as const) {
    const own = metadata[key] ?? '';
    if (own === slice[key] || (fillable && own === '')) continue;
    throw new EmbeddingsError(
      `${what} of ${key} ${shown(own)}, but the import replaces ${shown(slice[key])}; no record was imported.`,
    );
  }
}
