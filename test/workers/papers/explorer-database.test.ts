/** The database of abstracts-explorer: its rows are papers, and it is left as it is. */
import { expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { importPapers, type ImportReport } from '../../../workers/papers/ingest/import-papers.js';
import type { Paper } from '../../../workers/papers/types.js';
import { temporaryFolders } from '../../support/folder.js';
import { paperList } from '../../support/paper-list.js';

const folder = temporaryFolders();

async function databaseWith(...statements: string[]): Promise<string> {
  const path = join(await folder(), 'abstracts.db');
  const database = new Database(path);
  for (const statement of statements) database.exec(statement);
  database.close();
  return path;
}

async function put(path: string): Promise<{ papers: Paper[]; report: ImportReport }> {
  const list = paperList();
  const report = await importPapers(list, { bytes: createReadStream(path), format: 'json' });
  return { papers: list.papers, report };
}

const table = `create table papers (uid text primary key, original_id text, title text not null, authors text,
  abstract text, session text, poster_position text, keywords text, year integer not null, conference text not null,
  created_at timestamp default current_timestamp)`;

it('is read whatever it is called, and stays byte for byte', async () => {
  const path = await databaseWith(
    table,
    `insert into papers values ('u1', '7', 'Pens', 'Ada One; Bo Two', 'Ink', 'S', 'P1', 'a, b', 2025, 'NeurIPS', null)`,
  );
  const hash = (): string => createHash('sha256').update(readFileSync(path)).digest('hex');
  const before = hash();
  const { papers, report } = await put(path);
  expect(report.rejected_kinds).toEqual([]);
  expect(papers).toEqual([
    {
      uid: 'u1',
      original_id: 7,
      title: 'Pens',
      authors: ['Ada One', 'Bo Two'],
      abstract: 'Ink',
      session: 'S',
      poster_position: 'P1',
      keywords: ['a', 'b'],
      year: 2025,
      conference: 'NeurIPS',
    },
  ]);
  expect(hash()).toBe(before);
  expect(readdirSync(join(path, '..'))).toEqual(['abstracts.db']);
});

it('without a table papers is refused with those that it has', async () => {
  const { report } = await put(await databaseWith('create table albums (a)', 'create table tracks (a)'));
  expect(report.rejected_kinds.map(({ reason }) => String(reason))).toEqual([
    'The database has no table papers; it has albums, tracks.',
  ]);
});

it('may have any names of columns', async () => {
  const { papers, report } = await put(
    await databaseWith(
      'create table papers (title text, year integer, conference text, "@length" integer, "a""b" text)',
      `insert into papers values ('Pens', 2025, 'NeurIPS', 123456789, 'c')`,
    ),
  );
  expect(report.rejected_kinds).toEqual([]);
  expect(papers).toMatchObject([{ title: 'Pens', year: 2025, conference: 'NeurIPS' }]);
});
