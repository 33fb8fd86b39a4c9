import { expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { onBothDatabases, record } from './databases.js';
import { importPapers } from '../../../workers/papers/ingest/import-papers.js';
import { readPapers } from '../../../workers/papers/ingest/read-papers.js';
import type { PaperTaker } from '../../../workers/papers/ingest/batches.js';
import type { Paper } from '../../../workers/papers/types.js';
import { times } from '../../support/times.js';

const lines = (records: readonly unknown[]): string =>
  records.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n');

async function* each(records: Iterable<unknown>): AsyncGenerator<string> {
  for (const one of records) yield `${JSON.stringify(one)}\n`;
}

await onBothDatabases((ground) => {
  it('puts untidy records in, reports what it mended, and changes nothing the second time', async () => {
    const database = await ground.database();
    const source = lines([
      record({ original_id: 'main.1', session: null, poster_position: null, colour: 'red' }),
      '{"title": "cut off',
      record({ original_id: 'main.2', title: 'A paper', abstract: 'with \u0002 in it' }),
      record({ title: '' }),
      record({ original_id: 'main.3', authors: [], session: null, id: 7, colour: 'blue' }),
    ]);
    const progress: [number, number][] = [];
    const put = () =>
      importPapers(
        database,
        {
          bytes: Readable.from([source]),
          format: 'jsonl',
          size: Buffer.byteLength(source),
        },
        { batchSize: 2, progress: (...now) => progress.push(now) },
      );
    const report = {
      read: 5,
      rejected: [
        { line: 2, reason: expect.stringContaining('JSON cannot be read') as unknown },
        { line: 4, reason: 'title is missing.' },
      ],
      rejected_count: 2,
      mended: [
        { line: 1, what: 'session: missing, now "No session"' },
        { line: 3, what: 'abstract: control characters dropped' },
        { line: 5, what: 'authors: missing' },
        { line: 5, what: 'session: missing, now "No session"' },
      ],
      mended_counts: {
        'session: missing, now "No session"': 2,
        'abstract: control characters dropped': 1,
        'authors: missing': 1,
      },
      rejected_kinds: [
        { reason: expect.stringContaining('JSON cannot be read') as unknown, count: 1, lines: [2] },
        { reason: 'title is missing.', count: 1, lines: [4] },
      ],
      shapes: { Tonstift: 3 },
      taken: [],
      unknown_keys: ['colour', 'id'],
      import_id: expect.any(Number),
      recognized: 0,
    };
    const told = async (): Promise<unknown> => JSON.parse(JSON.stringify(await put()));
    expect(await told()).toEqual({ ...report, added: 3, updated: 0, unchanged: 0 });
    expect(await told()).toEqual({ ...report, added: 0, updated: 0, unchanged: 3 });
    expect((await database.searchPapers()).map(({ original_id: id, abstract }) => [id, abstract])).toEqual(
      expect.arrayContaining([['main.2', 'with  in it']]),
    );
    expect(progress.at(-1)).toEqual([Buffer.byteLength(source), Buffer.byteLength(source)]);
  });

  it('stops when it is told to, and keeps what it has', async () => {
    const database = await ground.database();
    const stop = new AbortController();
    async function* endless(): AsyncGenerator<string> {
      for (let at = 0; ; at++) yield `${JSON.stringify(record({ original_id: at }))}\n`;
    }
    const progress = (done: number): void => (done > 100_000 ? stop.abort() : undefined);
    await expect(
      importPapers(database, { bytes: endless(), format: 'jsonl' }, { signal: stop.signal, progress, batchSize: 10 }),
    ).rejects.toMatchObject({ name: 'AbortError' });
    expect((await database.countPapers()).papers).toBeGreaterThan(10);
  });

  it('stores many batches in order: the last record of a uid rules, and progress only grows', async () => {
    const database = await ground.database();
    const many = Array.from({ length: 333 }, (_, at) => record({ uid: `u${(at * 7) % 300}`, title: `T${at}` }));
    const progress: number[] = [];
    const options = { batchSize: 10, progress: (done: number) => progress.push(done) };
    const report = await importPapers(database, { bytes: each(many), format: 'jsonl' }, options);
    expect(report).toMatchObject({ read: 333, added: 300, updated: 33, unchanged: 0 });
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.at(-1)).toBe(Buffer.byteLength(lines([...many, ''])));
    const titles = await database.query('select uid, title from papers');
    const last = new Map(many.map(({ uid, title }) => [uid, title]));
    expect(new Map(titles.map(({ uid, title }) => [uid, title]))).toEqual(last);
  });

  it('takes the records of a conference', async () => {
    const database = await ground.database();
    const source = lines(
      Array.from({ length: 2000 }, (_, at) =>
        record({
          original_id: `main.${at}`,
          abstract: `${at} `.repeat(250),
          authors: ['A B', 'C D', 'E F'],
          session: at % 4 === 0 ? null : 'S',
        }),
      ),
    );
    const report = await importPapers(database, {
      bytes: Readable.from([source]),
      format: 'jsonl',
    });
    expect(report).toMatchObject({
      read: 2000,
      added: 2000,
      rejected_count: 0,
      mended_counts: { 'session: missing, now "No session"': 500 },
    });
  });
});

/** A database that is slow, or whose disk fills up. */
function taker(store: (papers: readonly Paper[]) => Promise<void> | void): PaperTaker {
  return {
    startImport: async () => ({
      id: 1,
      async storePapers(papers) {
        await store(papers);
        return { added: papers.length, updated: 0, unchanged: 0, recognized: 0, refused: [] };
      },
      end: async () => undefined,
    }),
    sync: async () => undefined,
  };
}

it('fails with what the database says of a later batch, and leaves no batch in progress', async () => {
  let [stored, inProgress] = [0, 0];
  const full = taker(async (papers) => {
    inProgress++;
    await nextTurn();
    inProgress--;
    stored += papers.length;
    if (stored > 120) throw new Error('the disk is full');
  });
  const source = { bytes: each(Array.from({ length: 1000 }, () => record({}))), format: 'jsonl' } as const;
  await expect(importPapers(full, source, { batchSize: 10 })).rejects.toThrow('the disk is full');
  expect(inProgress).toBe(0);
});

it('hands a slow database at most three batches at a time', async () => {
  let [stored, waiting, most] = [0, 0, 0];
  const slow = taker(async (papers) => {
    most = Math.max(most, (waiting += 1));
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    waiting -= 1;
    stored += papers.length;
  });
  const source = { bytes: each(Array.from({ length: 1000 }, () => record({}))), format: 'jsonl' } as const;
  await importPapers(slow, source, { batchSize: 10 });
  expect([stored, most]).toEqual([1000, 3]);
});

/** Of a kilobyte each. */
const records = times(4_000, 20_000);

it.each(['json', 'jsonl', 'csv'] as const)('reads many megabytes of %s as they are asked for', async (format) => {
  const abstract = 'x'.repeat(1000);
  let [made, count, ahead] = [0, 0, 0];
  async function* list(): AsyncGenerator<string> {
    yield { json: '[', jsonl: '', csv: 'title,abstract\n' }[format];
    for (; made < records; made++)
      yield format === 'csv'
        ? `${made},${abstract}\n`
        : `{"title": "${made}", "abstract": "${abstract}"}${format === 'json' && made < records - 1 ? ',' : '\n'}`;
    yield format === 'json' ? ']' : '';
  }
  for await (const found of readPapers(list(), format, '')) {
    expect('record' in found).toBe(true);
    ahead = Math.max(ahead, made - ++count);
  }
  expect(count).toBe(records);
  // No more than a piece of the source is in memory.
  expect(ahead).toBeLessThan(records / 10);
});
