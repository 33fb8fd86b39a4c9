import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { messageOf, systemCodeOf } from '../../../base/errors.js';
import { say } from '../../../base/language/sentence.js';
import { readSqlite } from '../../../base/sqlite/read-sqlite.js';
import type { ReadRecord } from '../types.js';

/** Rows held in memory at once. A row is a few kilobytes. */
const rowsAtOnce = 5000;
const timeoutMs = 60_000;

/**
 * Reads the rows of the table `papers` of an SQLite database, as abstracts-explorer writes it. Reads a copy in a
 * process without write permission, because SQLite may create files next to an open database and the original must not
 * change. The line is the row number.
 */
export async function* readSqlitePapers(bytes: AsyncIterable<Uint8Array | string>): AsyncGenerator<ReadRecord> {
  const folder = await mkdtemp(join(tmpdir(), 'tonstift-papers-'));
  try {
    const path = join(folder, 'copy.db');
    await pipeline(bytes, createWriteStream(path, { mode: 0o600 }));
    yield* rowsOf(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* rowsOf(path: string): AsyncGenerator<ReadRecord> {
  const ask = (statement: string): Promise<Record<string, unknown>[]> => readSqlite({ path, statement, timeoutMs });
  let after = -1;
  let line = 1;
  try {
    const tables = (await ask(`select name from sqlite_master where type in ('table', 'view')`)).map(({ name }) =>
      String(name),
    );
    if (!tables.includes('papers')) {
      yield { line: 1, reason: say('paper.no_table', { names: tables.slice(0, 20).join(', ') || '–' }) };
      return;
    }
    for (;;) {
      const rows = await ask(
        `select rowid as "@row", * from papers where rowid > ${after} order by rowid limit ${rowsAtOnce}`,
      );
      for (const { '@row': at, ...record } of rows) {
        after = Number(at);
        yield { line: line++, record };
      }
      if (rows.length < rowsAtOnce) return;
    }
  } catch (thrown) {
    if (systemCodeOf(thrown) !== undefined) throw thrown;
    yield { line, reason: say('paper.no_sqlite', { why: messageOf(thrown) }) };
  }
}
