/** Reads and writes records as rows. */
import type { CheckedRecord } from '../check-records.js';
import type { Metadata, VectorRecord } from '../types.js';
import { VectorStoreError } from '../types.js';
import { vectorOf, vectorsBytes } from './bytes.js';
import { setDimension, type Entry } from './catalogue.js';
import type { Query } from './database.js';
import type { Restricted } from './restrict.js';
import { decode, encode, joinMetadata, splitMetadata } from './texts.js';

/** Limits of one statement: records, and bytes of vectors. */
const batch = { records: 1_000, bytes: 8_000_000 };
/** Bytes. PostgreSQL allows 2,704 in an index. */
const longestId = 2_000;

/** Returns how many records of a dimension fit in one statement. */
export const rowsAtOnce = (dimension: number): number =>
  Math.max(1, Math.min(batch.records, Math.floor(batch.bytes / (dimension * 4))));

export async function hasRows(query: Query, { table }: Entry): Promise<boolean> {
  return (await query(`select 1 from ${table} limit 1`)).length > 0;
}

/** @param checked all of one dimension; it must equal the table's dimension while the table has rows */
export async function writeRecords(query: Query, entry: Entry, checked: readonly CheckedRecord[]): Promise<void> {
  const [first] = checked;
  if (first === undefined) return;
  const dimension = first.embedding.length;
  for (const { id } of checked)
    if (Buffer.byteLength(encode(id)) > longestId)
      throw new VectorStoreError(`The id "${id.slice(0, 40)}…" is longer than ${longestId} bytes.`);
  if (dimension !== entry.dimension) await setDimension(query, entry, dimension);
  const size = rowsAtOnce(dimension);
  for (let from = 0; from < checked.length; from += size)
    await writeBatch(query, entry, checked.slice(from, from + size));
}

async function writeBatch(query: Query, { table, type }: Entry, records: readonly CheckedRecord[]): Promise<void> {
  const metadata = records.map((record) => splitMetadata(record.metadata));
  await query(
    `insert into ${table} (id, document, metadata, texts, embedding)
      select * from unnest($1::text[], $2::text[], $3::jsonb[], $4::jsonb[], $5::vector[])
      on conflict (id) do update set document = excluded.document, metadata = excluded.metadata,
        texts = excluded.texts, embedding = excluded.embedding`,
    [
      records.map(({ id }) => encode(id)),
      records.map(({ document }) => encode(document)),
      metadata.map(({ values }) => values),
      metadata.map(({ texts }) => texts),
      vectorsBytes(
        records.map(({ embedding }) => embedding),
        type,
      ),
    ],
  );
}

interface Row {
  id: string;
  document: string;
  metadata: Record<string, unknown>;
  texts: Record<string, unknown>;
  embedding?: Buffer;
}

/** Returns the records in the order of `ids`. */
export async function readRecords(
  query: Query,
  { table, dimension }: Entry,
  ids: readonly string[],
  { embeddings = false }: { embeddings?: boolean },
): Promise<VectorRecord[]> {
  const found = new Map<string, VectorRecord>();
  const columns = `id, document, metadata, texts${embeddings ? ', vector_send(embedding) as embedding' : ''}`;
  const asked = [...new Set(ids)];
  const size = embeddings ? rowsAtOnce(dimension ?? 1) : batch.records;
  for (let from = 0; from < asked.length; from += size) {
    const rows = await query<Row>(`select ${columns} from ${table} where id = any($1::text[])`, [
      asked.slice(from, from + size).map(encode),
    ]);
    for (const row of rows) {
      const id = decode(row.id);
      const metadata = joinMetadata(row.metadata, row.texts);
      const embedding = row.embedding ? vectorOf(row.embedding) : [];
      found.set(id, { id, document: decode(row.document), metadata, embedding });
    }
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}

export async function countRows(query: Query, { table }: Entry, { sql, values }: Restricted): Promise<number> {
  const [row] = await query<{ count: number }>(`select count(*) from ${table} where ${sql}`, values);
  return row?.count ?? 0;
}

/** In the order of first insertion. */
export async function idsOf(query: Query, { table }: Entry, { sql, values }: Restricted): Promise<string[]> {
  const rows = await query<{ id: string }>(`select id from ${table} where ${sql} order by place`, values);
  return rows.map(({ id }) => decode(id));
}

/** Returns how many of the ids exist. */
export async function mergeMetadata(
  query: Query,
  { table }: Entry,
  changes: ReadonlyMap<string, Metadata>,
): Promise<number> {
  const all = [...changes].map(([id, change]) => ({ id, ...splitMetadata(change) }));
  let known = 0;
  for (let from = 0; from < all.length; from += batch.records) {
    const some = all.slice(from, from + batch.records);
    // A value that has grown or shrunk past the limit moves to the other column.
    const rows = await query(
      `update ${table} as t set
        metadata = (t.metadata - array(select jsonb_object_keys(c.texts))) || c.metadata,
        texts = (t.texts - array(select jsonb_object_keys(c.metadata))) || c.texts
      from unnest($1::text[], $2::jsonb[], $3::jsonb[]) as c(id, metadata, texts)
      where t.id = c.id collate "C" returning 1`,
      [some.map(({ id }) => encode(id)), some.map(({ values }) => values), some.map(({ texts }) => texts)],
    );
    known += rows.length;
  }
  return known;
}

/** Returns how many rows were deleted. */
export async function deleteRows(query: Query, { table }: Entry, { sql, values }: Restricted): Promise<number> {
  const [row] = await query<{ count: number }>(
    `with gone as (delete from ${table} where ${sql} returning 1) select count(*) from gone`,
    values,
  );
  return row?.count ?? 0;
}
