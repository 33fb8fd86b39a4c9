import Database from 'libsql';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { messageOf } from '../../../base/errors.js';
import { say } from '../../../base/language/sentence.js';
import { longestRecord } from '../limits.js';
import type { ReadRecord } from '../types.js';

/**
 * Reads the rows of the table `papers` of an SQLite database, as abstracts-explorer writes it. Reads a copy, because
 * SQLite may create files next to an open database and the original must not change. Views and generated columns are
 * left out: a file of 4 kB could compute any number of values of any length. The line is the row number.
 */
export async function* readSqlitePapers(
  bytes: AsyncIterable<Uint8Array | string>,
  folder: string,
): AsyncGenerator<ReadRecord> {
  const path = join(folder, 'copy.db');
  await pipeline(bytes, createWriteStream(path, { mode: 0o600 }));
  let database: Database.Database | undefined;
  let line = 1;
  try {
    database = new Database(path);
    database.pragma('query_only = on');
    for (const found of rowsOf(database)) {
      ({ line } = found);
      yield found;
    }
  } catch (thrown) {
    yield { line, reason: say('paper.no_sqlite', { why: messageOf(thrown) }) };
  } finally {
    database?.close();
  }
}

type Row = Record<string, unknown>;

function* rowsOf(database: Database.Database): Generator<ReadRecord> {
  const all = (statement: string): Row[] => database.prepare(statement).all() as Row[];
  const stored = `select name from sqlite_master where type = 'table' and sql not like 'create virtual %'`;
  const tables = all(stored).map(({ name }) => String(name));
  if (!tables.includes('papers')) {
    yield { line: 1, reason: say('paper.no_table', { names: tables.slice(0, 20).join(', ') || '–' }) };
    return;
  }
  const names = all('pragma table_xinfo(papers)')
    .filter(({ hidden }) => hidden === 0)
    .map(({ name }) => String(name));
  const columns = names.map((name) => `"${name.replaceAll('"', '""')}"`);
  const length = columns.map((column) => `coalesce(length(${column}), 0)`).join(' + ');
  const rows = database.prepare(`select ${length}, ${columns.join(', ')} from papers order by rowid`);
  let line = 1;
  for (const row of rows.raw(true).iterate()) {
    const [characters, ...cells] = row as unknown[];
    if (Number(characters) <= longestRecord)
      yield { line, record: Object.fromEntries(names.map((name, at) => [name, cells[at]])) };
    else yield { line, reason: say('paper.row_long', { most: String(longestRecord / 1024 / 1024) }) };
    line++;
  }
}
