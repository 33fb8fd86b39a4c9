/** Reads the rows of a Parquet file, as data sets of HuggingFace have them. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { decompress } from 'fzstd';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, type FileMetaData } from 'hyparquet';
import { isOfSystem, messageOf } from '../../../base/errors.js';
import { isRecord } from '../../../base/input/record.js';
import { say } from '../../../base/language/sentence.js';
import { mostFields } from '../limits.js';
import type { ReadRecord } from '../types.js';
import { copyOf, NotUnpacked, type Packed } from './unpacking.js';

/** The package has Snappy itself. */
const compressors = {
  GZIP: (bytes: Uint8Array, length: number) => gunzipSync(bytes, { maxOutputLength: Math.max(1, length) }),
  BROTLI: (bytes: Uint8Array, length: number) => brotliDecompressSync(bytes, { maxOutputLength: Math.max(1, length) }),
  ZSTD: (bytes: Uint8Array, length: number) => decompress(bytes, new Uint8Array(length)),
};

/**
 * Yields the rows, one group of them at a time. The line is the number of the row. Lists of numbers such as embeddings
 * are left out.
 */
export async function* readParquet(packed: Packed): AsyncGenerator<ReadRecord> {
  const path = await copyOf(packed, 'copy.parquet');
  const inside = packed.unpacking.inside();
  let line = 1;
  try {
    const file = await asyncBufferFromFile(path);
    const metadata = await parquetMetadataAsync(file);
    const columns = columnsOf(metadata);
    for (const group of metadata.row_groups) {
      const read = group.columns.filter(({ meta_data: data }) => columns.includes(data?.path_in_schema[0] ?? ''));
      for (const { meta_data: data } of read) inside.addUnpacked(Number(data?.total_uncompressed_size ?? 0));
      const [rowStart, rowEnd] = [line - 1, line - 1 + Number(group.num_rows)];
      const options = { file, metadata, columns, compressors, rowStart, rowEnd };
      for (const row of await parquetReadObjects(options)) yield { line: line++, record: plain(row) };
    }
  } catch (thrown) {
    if (isOfSystem(thrown) || thrown instanceof NotUnpacked) throw thrown;
    yield { line, reason: say('paper.no_parquet', { why: messageOf(thrown) }) };
  }
}

/** Returns the names of columns that may hold texts, years or lists of texts. */
function columnsOf({ schema, row_groups: groups }: FileMetaData): string[] {
  if ((schema[0]?.num_children ?? 0) > mostFields) throw new Error(`it has more than ${mostFields} columns`);
  const paths = groups[0]?.columns.flatMap(({ meta_data: data }) => (data === undefined ? [] : [data])) ?? [];
  const found = paths
    .filter(({ type, path_in_schema: path }) => path.length === 1 || type === 'BYTE_ARRAY')
    .map(({ path_in_schema: [name = ''] }) => name);
  return [...new Set(found)];
}

/** Converts values that JSON has not. Bytes are no text. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) return null;
  if (Array.isArray(value)) return value.map(plain);
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)])) : value;
}
