/** Papers are read in a process of its own: what its end costs, and that its copies do not stay. */
import { beforeEach, expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { importPapers } from '../../../workers/papers/ingest/import-papers.js';
import { temporaryFolders } from '../../support/folder.js';
import { paperList } from '../../support/paper-list.js';
import { until } from '../../support/patience.js';
import { childrenWith } from '../../support/processes.js';

const newFolder = temporaryFolders();
let folder: string;
beforeEach(async () => void (folder = await newFolder()));

const readers = (): number[] => childrenWith('reading-process');

/** Two papers are more than what is checked for the encoding of a source. */
const abstract = 'a'.repeat(40_000);
const paper = (n: number): string => `${JSON.stringify({ title: `T${n}`, year: 2020, conference: 'C', abstract })}\n`;

it('a process that ends rejects the rest of its source, and no other source', async () => {
  const list = paperList();
  async function* killing(): AsyncGenerator<string> {
    yield paper(1) + paper(2);
    await until('the process', () => readers().length === 1);
    for (const pid of readers()) process.kill(pid, 'SIGKILL');
    yield paper(3);
  }
  const report = await importPapers(list, { bytes: killing(), format: 'jsonl' }, { folder });
  expect(report).toMatchObject({ read: 3, rejected_count: 1, rejected: [{ line: 2 }] });
  expect(String(report.rejected[0]?.reason)).toMatch(/^From here on, the file was not read: .* 1024 MB/);
  expect(list.papers.map(({ title }) => title)).toEqual(['T1', 'T2']);
  const next = await importPapers(list, { bytes: Readable.from([paper(4)]), format: 'jsonl' }, { folder });
  expect(next).toMatchObject({ read: 1, rejected_count: 0 });
  expect(await readdir(folder)).toEqual([]);
});

it('a source that can be opened again loses nothing when its process ends once', async () => {
  const list = paperList();
  let opened = 0;
  async function* bytes(): AsyncGenerator<string> {
    opened++;
    yield paper(1) + paper(2);
    if (opened === 1) {
      await until('the process', () => readers().length === 1);
      for (const pid of readers()) process.kill(pid, 'SIGKILL');
    }
    yield paper(3);
  }
  const report = await importPapers(list, { bytes, format: 'jsonl' }, { folder });
  expect(report).toMatchObject({ read: 3, added: 3, unchanged: 0, rejected_count: 0 });
  expect(list.papers.map(({ title }) => title)).toEqual(['T1', 'T2', 'T3']);
  expect([opened, await readdir(folder)]).toEqual([2, []]);
});

it('a source whose process ends twice is rejected from the second place on', async () => {
  const list = paperList();
  let opened = 0;
  async function* bytes(): AsyncGenerator<string> {
    opened++;
    for (let n = 1; n <= 5; n++) {
      yield paper(n);
      if (n !== 1 + opened) continue;
      await until('the process', () => readers().length === 1);
      for (const pid of readers()) process.kill(pid, 'SIGKILL');
      await until('its end', () => readers().length === 0);
    }
  }
  const report = await importPapers(list, { bytes, format: 'jsonl' }, { folder });
  expect(report).toMatchObject({ rejected_count: 1, rejected_kinds: [{ count: 1 }] });
  expect(list.papers.map(({ title }) => title)).toEqual(['T1', 'T2']);
  expect([opened, report.read, await readdir(folder)]).toEqual([2, 3, []]);
});

it('a process that ends does not wait for a source that sends nothing more', async () => {
  async function* hanging(): AsyncGenerator<string> {
    yield paper(1) + paper(2);
    await until('the process', () => readers().length === 1);
    for (const pid of readers()) process.kill(pid, 'SIGKILL');
    await new Promise(() => undefined);
  }
  const report = await importPapers(paperList(), { bytes: hanging(), format: 'jsonl' }, { folder });
  expect(report).toMatchObject({ read: 3, rejected_count: 1 });
});

it('an error of the source itself is thrown, and what came before it is kept', async () => {
  const list = paperList();
  async function* breaking(): AsyncGenerator<string> {
    yield paper(1);
    throw new Error('the disk is broken');
  }
  await expect(importPapers(list, { bytes: breaking(), format: 'jsonl' }, { folder })).rejects.toThrow(
    'the disk is broken',
  );
  expect(await readdir(folder)).toEqual([]);
});

it('neither views nor generated columns of a database are computed', async () => {
  const path = join(folder, 'hostile.db');
  const database = new Database(path);
  database.exec('create table papers (title text, year integer, conference text, huge text as (zeroblob(400000000)))');
  database.exec(`insert into papers values ('T', 2020, 'C')`);
  database.close();
  const list = paperList();
  const report = await importPapers(list, { bytes: createReadStream(path), format: 'sqlite' }, { folder });
  expect(report).toMatchObject({ read: 1, added: 1, rejected: [] });
  const views = new Database(join(folder, 'views.db'));
  views.exec(`create view papers as select 'T' as title, 2020 as year, 'C' as conference, zeroblob(400000000) as huge`);
  views.close();
  const bytes = createReadStream(join(folder, 'views.db'));
  const { rejected } = await importPapers(list, { bytes, format: 'sqlite' }, { folder });
  expect(String(rejected[0]?.reason)).toContain('no table papers');
});
