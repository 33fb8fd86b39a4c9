/** The tables: one that lists the collections, and one per collection. */
import { say } from '../../../base/language/sentence.js';
import type { PostgresUrl } from '../../postgres/url.js';
import { messageOf } from '../../../base/errors.js';
import { VectorStoreError } from '../types.js';
import type { PostgresDatabase, Query } from './database.js';
import { stateOf } from './failure.js';
import { decode, encode } from './texts.js';

export interface Entry {
  /** `tonstift_vectors_7`: short and safe, independent of the collection's name. */
  table: string;
  model: string | null;
  /** The dimension of the column. It stays set if all records are deleted. */
  dimension: number | null;
  /** The oid of the type vector in this database. */
  type: number;
  /** The table has a valid HNSW index. */
  indexed: boolean;
}

const catalogue = 'tonstift_vector_collections';
/** Only one transaction at a time creates tables. A fixed number of our own identifies the lock. */
const turn = 'select pg_advisory_xact_lock(7365107434)';

/** Creates what is missing: pgvector and the list of collections. Does nothing if both exist. */
export async function prepare(database: PostgresDatabase): Promise<void> {
  const [found] = await database.read((query) =>
    query<{ typed: boolean; listed: boolean }>(
      `select to_regtype('vector') is not null as typed, to_regclass('${catalogue}') is not null as listed`,
    ),
  );
  if (found?.typed === true && found.listed) return;
  await database.write(async (query) => {
    await query(turn);
    if (found?.typed !== true) await addPgvector(query, database.url);
    await query(
      `create table if not exists ${catalogue} (
        number integer generated always as identity primary key,
        name text collate "C" not null unique,
        model text,
        dimension integer
      )`,
    );
  });
}

async function addPgvector(query: Query, { shown: address }: PostgresUrl): Promise<void> {
  await query('create extension if not exists vector').catch((thrown: unknown) => {
    const state = stateOf(thrown);
    if (state === undefined) throw thrown;
    // A server without pgvector answers feature_not_supported or reports a missing file.
    const key = state === '0A000' || state === '58P01' ? 'papers.pgvector_not_installed' : 'papers.pgvector_refused';
    throw new VectorStoreError(say(key, { address, why: messageOf(thrown) }), { cause: thrown });
  });
  const [elsewhere] = await query<{ schema: string }>(
    `select nspname as schema from pg_extension join pg_namespace n on n.oid = extnamespace
      where extname = 'vector' and to_regtype('vector') is null`,
  );
  if (elsewhere) throw new VectorStoreError(say('papers.pgvector_hidden', { address, schema: elsewhere.schema }));
}

export async function namesIn(query: Query): Promise<string[]> {
  return (await query<{ name: string }>(`select name from ${catalogue} order by number`)).map(({ name }) =>
    decode(name),
  );
}

/** Returns undefined if the collection is missing. @param lock blocks other writers until the transaction ends */
export async function find(query: Query, name: string, { lock = false } = {}): Promise<Entry | undefined> {
  // Lock first and read in a second statement: a statement that waited for a lock may see an old snapshot.
  if (lock) await query(`select 1 from ${catalogue} where name = $1 for update`, [encode(name)]);
  const [row] = await query<Omit<Entry, 'table'> & { number: number }>(
    `select number, model, dimension, 'vector'::regtype::oid::int8 as type, exists (
        select from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
        where i.indrelid = to_regclass('tonstift_vectors_' || number) and i.indisvalid and a.amname = 'hnsw'
      ) as indexed
      from ${catalogue} where name = $1`,
    [encode(name)],
  );
  if (row === undefined) return undefined;
  const { number, model, ...rest } = row;
  return { ...rest, model: model === null ? null : decode(model), table: `tonstift_vectors_${number}` };
}

/** Runs in a transaction. Locks the entry and creates it if it is missing. */
export async function own(query: Query, name: string): Promise<Entry> {
  const found = await find(query, name, { lock: true });
  if (found) return found;
  await query(turn);
  const made = await query<{ number: number }>(
    `insert into ${catalogue} (name) values ($1) on conflict do nothing returning number`,
    [encode(name)],
  );
  for (const { number } of made) await makeTable(query, `tonstift_vectors_${number}`);
  return (await find(query, name, { lock: true })) as Entry;
}

async function makeTable(query: Query, table: string): Promise<void> {
  await query(
    `create table ${table} (
      place bigint generated always as identity primary key,
      id text collate "C" not null unique,
      document text not null,
      metadata jsonb not null,
      texts jsonb not null,
      embedding vector not null
    )`,
  );
  // The most frequent lookups: single papers, a slice, the filters of a search.
  for (const key of ['uid', 'id', 'conference', 'year'])
    await query(`create index on ${table} ((metadata ->> '${key}'))`);
}

/** For an empty table only. Drops an index on the former vectors. */
export async function setDimension(query: Query, { table }: Entry, dimension: number): Promise<void> {
  const indexes = await query<{ name: string }>(
    `select i.indexrelid::regclass::text as name
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
      where i.indrelid = to_regclass($1) and a.amname in ('hnsw', 'ivfflat')`,
    [table],
  );
  for (const { name } of indexes) await query(`drop index ${name}`);
  // Keeps vectors of up to 2,000 numbers in the row: fetching each from TOAST makes a search ten times as slow.
  await query(
    `alter table ${table} alter column embedding type vector(${dimension}), alter column embedding set storage main`,
  );
  await query(`update ${catalogue} set dimension = $2 where ${named}`, [table, dimension]);
}

const named = `'tonstift_vectors_' || number = $1`;

export async function setModelOf(query: Query, { table }: Entry, model: string | null): Promise<void> {
  await query(`update ${catalogue} set model = $2 where ${named}`, [table, model === null ? null : encode(model)]);
}

export async function empty(query: Query, entry: Entry, model: string | null): Promise<void> {
  const { table } = entry;
  await query(`truncate ${table}`);
  await query(`update ${catalogue} set dimension = null where ${named}`, [table]);
  await setModelOf(query, entry, model);
}

export async function dropTable(query: Query, name: string): Promise<void> {
  const entry = await find(query, name, { lock: true });
  if (entry === undefined) return;
  await query(`delete from ${catalogue} where ${named}`, [entry.table]);
  await query(`drop table if exists ${entry.table}`);
}
