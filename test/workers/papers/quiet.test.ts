/** Neither the disk nor a hostile table keeps the event loop from everything else. */
import { expect, it } from '@jest/globals';
import Database from 'libsql';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseManager } from '../../../workers/papers/database-manager.js';
import { importPapers } from '../../../workers/papers/ingest/import-papers.js';
import { readPapers } from '../../../workers/papers/ingest/read-papers.js';
import { paperList } from '../../support/paper-list.js';
import { times } from '../../support/times.js';
import { processorTime } from '../../support/linear.js';
import { suiteFolder } from '../../support/folder.js';

const folder = suiteFolder();

it('waits for another writer of the file in a thread, not in the event loop', async () => {
  const path = join(folder, 'papers.db');
  await using database = new DatabaseManager(path);
  await database.connect();
  const other = new Database(path);
  other.exec('begin immediate');
  let isStored = false;
  const storing = database.addPaper({ title: 'T', year: 2020, conference: 'C' }).then(() => (isStored = true));
  // With SQLite in this thread nothing would happen before it has given up, after ten seconds.
  await pause(300);
  expect(isStored).toBe(false);
  other.exec('commit');
  other.close();
  await storing;
  expect(await database.searchPapers()).toHaveLength(1);
});

/** Milliseconds of the processor for a row, the best of some. */
async function perRow(head: string, row: string): Promise<number> {
  const rows = times(6_000, 20_000);
  const text = `${head}\n${`${row}\n`.repeat(rows)}`;
  let best = Infinity;
  for (let tries = 0; tries < 3; tries++) {
    const time = await processorTime(async () => {
      let read = 0;
      for await (const one of readPapers(Readable.from([Buffer.from(text)]), 'csv', ''))
        read += 'record' in one ? 1 : 0;
      expect(read).toBe(rows);
    });
    best = Math.min(best, time / rows);
  }
  return best;
}

it('a row with fewer cells than there are columns costs no more than a full one', async () => {
  const columns = Array.from({ length: 300 }, (_, n) => `column${n}`);
  const full = await perRow('title,year,conference', 'a,2020,c');
  expect(await perRow('title,year,conference', 'a')).toBeLessThan(4 * full);
  expect(await perRow(['title', ...columns].join(','), 'a')).toBeLessThan(4 * full);
});

it('a table is read elsewhere: this process gets a turn again and again', async () => {
  const table = `title,year,conference\n${'a,2020,c\n'.repeat(20_000)}`;
  let turns = 0;
  let isRead = false;
  const turn = (): void => void (isRead || (turns++, setImmediate(turn)));
  setImmediate(turn);
  const taker = paperList();
  const { read } = await importPapers(taker, { bytes: Readable.from([Buffer.from(table)]), format: 'csv' });
  isRead = true;
  expect(read).toBe(20_000);
  expect(turns).toBeGreaterThan(100);
});
