/**
 * Reads their database from a copy, because SQLite creates files next to an open database. A corrupt database may crash
 * SQLite.
 */
import { mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf, systemCodeOf, TonstiftError } from '../../base/errors.js';
import { inFolder } from '../../base/files/held-folder.js';
import { makeFolder } from '../../base/files/make-folder.js';
import { openItself } from '../../base/files/seen-file.js';
import { readSqlite } from '../../base/sqlite/read-sqlite.js';
import { utf8OrWindows } from '../../base/text/encodings.js';
import type { Row } from './types.js';

const databaseName = 'config.sqlite';

/** Columns to read; versions have different ones. */
const columns = {
  config: ['param', 'value'],
  gme_library: [
    ...['oid', 'album_title', 'album_artist', 'album_year', 'picture_filename', 'gme_file', 'path', 'player_mode'],
  ],
  script_codes: ['script', 'code'],
  tracks: ['id', 'parent_oid', 'artist', 'disc', 'genre', 'title', 'track', 'filename', 'tt_script'],
} as const satisfies Record<string, readonly string[]>;

type Table = keyof typeof columns;

/** Columns without which no album can be imported. */
const needed: readonly [Table, string][] = [
  ['gme_library', 'oid'],
  ['gme_library', 'path'],
  ['tracks', 'parent_oid'],
  ['tracks', 'filename'],
];

export type TheirDatabase = Record<Table, Row[]>;

/** In bytes. A database with a thousand albums has two megabytes. */
const largestFile = 256 * 1024 * 1024;
const mostRows = 200_000;
/** In bytes. The longest path of Linux. */
const longestValue = 4096;
/** The bytes of all rows together. A crafted file can have the same page in many places. */
const mostMegabytes = 256;
const timeoutMs = 30_000;

/**
 * Reads the database in their folder, without changing it.
 * @param staging folder for a temporary copy; removed again if it did not exist
 * @throws TonstiftError `not_found` if there is none, `bad_field` if it belongs to another program, is broken or is
 *   being changed
 */
export async function readDatabase(folder: string, staging: string): Promise<TheirDatabase> {
  const made = makeFolder(staging);
  const copies = await mkdtemp(join(staging, 'database-'));
  try {
    const path = await copyOf(folder, copies);
    const known = await columnsIn(path, folder);
    for (const [table, column] of needed)
      if (known.get(table)?.has(column) !== true)
        throw refused(folder, `has no column ${column} in a table ${table}: it is not from ttmp32gme`);
    return await rowsOf(known, { path, folder });
  } finally {
    await rm(copies, { recursive: true, force: true });
    if (made !== undefined) await removeEmpty(staging, made);
  }
}

/** Removes a folder and its parents up to `top`. Keeps those in which another process has created something. */
async function removeEmpty(folder: string, top: string): Promise<void> {
  const isGone = await rmdir(folder).then(
    () => true,
    () => false,
  );
  if (isGone && folder !== top) await removeEmpty(dirname(folder), top);
}

/** Also copies SQLite's journal files, which exist if their program has crashed. */
async function copyOf(folder: string, copies: string): Promise<string> {
  const before = await theirFile(folder, databaseName);
  for (const ending of ['', '-wal', '-journal']) {
    const name = `${databaseName}${ending}`;
    const file = ending === '' ? before : await theirFile(folder, name);
    if (file === null) continue;
    if (ending === '' && !file.bytes.subarray(0, 16).equals(sqliteHeader))
      throw refused(folder, 'is not a SQLite database: it starts with other bytes');
    // Danger: SQLite deletes the file that such a journal names, anywhere on the machine.
    if (ending === '-journal' && file.bytes.subarray(-8).equals(journalMagic))
      throw refused(folder, `has a journal of several databases, ${name}. Remove it to import the library without it`);
    await writeFile(join(copies, name), file.bytes);
  }
  if ((await theirFile(folder, databaseName))?.changed !== before?.changed)
    throw refused(folder, 'was changed while it was read. Close ttmp32gme and try again');
  return join(copies, databaseName);
}

const sqliteHeader = Buffer.from('SQLite format 3\0');
/** Ends the name of a super-journal. Source: "The Super-Journal File" in SQLite's file format. */
const journalMagic = Buffer.from('d9d505f920a163d7', 'hex');

interface TheirFile {
  bytes: Buffer;
  /** Time of the last change. */
  changed: bigint;
}

/** Returns null if a journal is missing. */
async function theirFile(folder: string, name: string): Promise<TheirFile | null> {
  try {
    return await inFolder(folder, '', async (held) => {
      await using file = await openItself(held.at(name));
      const { size, mtimeNs } = await file.stat({ bigint: true });
      if (size > largestFile) throw refused(folder, `has ${size} bytes; the limit is ${largestFile}`);
      return { bytes: await file.readFile(), changed: mtimeNs };
    });
  } catch (error) {
    if (error instanceof TonstiftError) throw error;
    if (systemCodeOf(error) !== 'ENOENT')
      throw new TonstiftError('not_found', `${name} in ${folder} cannot be read: ${messageOf(error)}.`);
    if (name !== databaseName) return null;
    throw new TonstiftError('not_found', `${folder} has no ${name}, which every library of ttmp32gme has.`);
  }
}

/** Returns their tables with the stored columns, in lower case. Computed ones can have any length. */
async function columnsIn(path: string, folder: string): Promise<Map<string, Set<string>>> {
  const names = Object.keys(columns)
    .map((name) => `'${name}'`)
    .join(', ');
  const statement =
    'select lower(m.name) as "table", lower(p.name) as "column" ' +
    `from sqlite_master as m, pragma_table_info(m.name) as p where lower(m.name) in (${names}) ` +
    "and m.type = 'table' and m.sql not like 'create virtual %'";
  const found = new Map<string, Set<string>>();
  for (const { table, column } of await ask(statement, { path, folder })) {
    const name = String(table);
    found.set(name, (found.get(name) ?? new Set()).add(String(column)));
  }
  return found;
}

interface Place {
  /** Path of the copy. */
  path: string;
  /** Folder of the original, for messages. */
  folder: string;
}

const hexOf = (name: string): string =>
  `iif("${name}" is null, null, hex(substr(cast("${name}" as blob), 1, ${longestValue})))`;

/**
 * Reads all tables with one query, because each query starts a process. Values are returned as hexadecimal bytes: a
 * text may not be UTF-8, and a number may be stored as text.
 */
async function rowsOf(known: ReadonlyMap<string, ReadonlySet<string>>, place: Place): Promise<TheirDatabase> {
  const tables = (Object.keys(columns) as Table[]).filter((table) => known.has(table));
  const parts = tables.map((table) => {
    const values = columns[table].map((name) => (known.get(table)?.has(name) === true ? hexOf(name) : 'null'));
    return `select '${table}' as "table", json_array(${values.join(', ')}) as "values" from "${table}"`;
  });
  const found = await ask(`${parts.join(' union all ')} limit ${mostRows + 1}`, place);
  if (found.length > mostRows) throw refused(place.folder, `has more than ${mostRows} rows`);
  const read: TheirDatabase = { config: [], gme_library: [], script_codes: [], tracks: [] };
  for (const { table, values } of found) {
    const texts = (JSON.parse(String(values)) as unknown[]).map(textOf);
    const names = columns[table as Table];
    read[table as Table].push(Object.fromEntries(names.map((name, n) => [name, texts[n] ?? null])));
  }
  return read;
}

/** Version 1 wrote some texts as Latin-1, which is invalid UTF-8 if it contains an umlaut. */
const textOf = (hex: unknown): string | null =>
  typeof hex === 'string' ? utf8OrWindows(Buffer.from(hex, 'hex')) : null;

const ask = (statement: string, { path, folder }: Place): Promise<Record<string, unknown>[]> =>
  readSqlite({ path, statement, timeoutMs, most: mostMegabytes }).catch((error: unknown) => {
    throw refused(folder, `cannot be read: ${messageOf(error)}`);
  });

const refused = (folder: string, why: string): TonstiftError =>
  new TonstiftError('bad_field', `${databaseName} in ${folder} ${why}.`);
