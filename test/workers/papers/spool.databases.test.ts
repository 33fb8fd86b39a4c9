import { expect, it } from '@jest/globals';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { importPapers } from '../../../workers/papers/ingest/import-papers.js';
import { Spool } from '../../../workers/papers/ingest/spool.js';
import type { Paper } from '../../../workers/papers/types.js';
import { temporaryFolders } from '../../support/folder.js';
import { onBothDatabases, record } from './databases.js';

const folder = temporaryFolders();

const paper = (uid: string, title = uid): Paper => ({
  ...{ uid, title, authors: ['A B'], abstract: '', session: '', poster_position: '', year: 2020, conference: 'C' },
});

/** Files without a name that this process has open. */
function spoolsOpen(): number {
  if (!existsSync('/proc/self/fd')) return 0;
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes('.spool');
    } catch {
      return false;
    }
  }).length;
}

async function sorted(batches: readonly Paper[][], size: number): Promise<Paper[][]> {
  const place = await folder();
  const spool = await Spool.open(place);
  for (const batch of batches) await spool.add(batch);
  expect(spool.count).toBe(batches.flat().length);
  expect(await readdir(place)).toEqual([]);
  const found: Paper[][] = [];
  for await (const batch of spool.sorted(size)) found.push(batch);
  await spool.close();
  expect(spoolsOpen()).toBe(0);
  return found;
}

it('answers all in the order of their uids, those of one uid as they came', async () => {
  const all = Array.from({ length: 40 }, (_, run) =>
    Array.from({ length: 70 }, (_, at) => paper(`u${(run * 31 + at * 17) % 500}`, `${run * 70 + at}`)),
  );
  const found = await sorted(all, 64);
  expect(found.map(({ length }) => length)).toEqual([...Array<number>(43).fill(64), 48]);
  const byUid = all.flat().toSorted((a, b) => (a.uid < b.uid ? -1 : Number(a.uid > b.uid)));
  expect(found.flat()).toEqual(byUid);
});

it('gives texts of any length and any characters back as they were', async () => {
  const long = (length: number): Paper => ({
    ...paper(`long ${length}`),
    abstract: '𝄞 a\nb\u2028 '.repeat(length / 8),
  });
  const strange = { ...paper('ü\n"'), keywords: ['\ud800 alone', ''], links: '\u0085', original_id: 7 };
  const all = [[long(200_000), strange, long(8)], [long(1_000_000), paper('')], []];
  expect(await sorted(all, 100)).toEqual([[paper(''), long(1_000_000), long(200_000), long(8), strange]]);
});

const few = { batchSize: 10, spools: { behind: 30, of: 50 } };

async function* lines(records: Iterable<Record<string, unknown>>): AsyncGenerator<string> {
  for (const one of records) yield `${JSON.stringify(one)}\n`;
}

await onBothDatabases((ground) => {
  it('brings all of a long import in by way of it, and the last of those with one uid', async () => {
    const database = await ground.database();
    const records = Array.from({ length: 333 }, (_, at) => record({ uid: `u${(at * 7) % 300}`, title: `T${at}` }));
    const progress: number[] = [];
    const options = { ...few, progress: (done: number) => progress.push(done) };
    const put = () => importPapers(database, { bytes: lines(records), format: 'jsonl' }, options);
    expect(await put()).toMatchObject({ read: 333, added: 300, updated: 33, unchanged: 0 });
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.at(-1)).toBe(records.reduce((sum, one) => sum + JSON.stringify(one).length + 1, 0));
    const titles = await database.query('select uid, title from papers order by uid');
    const last = new Map(records.map(({ uid, title }) => [uid, title]));
    expect(new Map(titles.map(({ uid, title }) => [uid, title]))).toEqual(last);
    expect(spoolsOpen()).toBe(0);
  });

  it('is given up where the import is', async () => {
    const database = await ground.database();
    const stop = new AbortController();
    let given = 0;
    async function* endless(): AsyncGenerator<string> {
      for (; ; given++) yield `${JSON.stringify(record({ uid: `u${given}` }))}\n`;
    }
    const progress = (): void => (given > 500 ? stop.abort() : undefined);
    await expect(
      importPapers(database, { bytes: endless(), format: 'jsonl' }, { ...few, signal: stop.signal, progress }),
    ).rejects.toMatchObject({ name: 'AbortError' });
    expect(spoolsOpen()).toBe(0);
    expect((await database.statistics()).papers).toBeGreaterThan(30);
  });
});

it('lets an import fail for what the database says of a later batch', async () => {
  const place = await folder();
  let stored = 0;
  const full = {
    async storePapers(papers: readonly Paper[]) {
      await nextTurn();
      stored += papers.length;
      if (stored > 120) throw new Error('the disk is full');
      return { added: papers.length, updated: 0, unchanged: 0 };
    },
    sync: async () => undefined,
    scratchFolder: async () => place,
  };
  const records = Array.from({ length: 1000 }, (_, at) => record({ uid: `u${at}` }));
  await expect(importPapers(full, { bytes: lines(records), format: 'jsonl' }, few)).rejects.toThrow('the disk is full');
  expect(spoolsOpen()).toBe(0);
});
