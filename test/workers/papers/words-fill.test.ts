/** A database that has papers since before it had an index of words. */
import { afterEach, expect, it } from '@jest/globals';
import Database from 'libsql';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { DatabaseManager } from '../../../workers/papers/database-manager.js';
import { importPapers } from '../../../workers/papers/ingest/import-papers.js';
import { temporaryFolders } from '../../support/folder.js';
import { until } from '../../support/patience.js';
import { dropIdentifiers, dropRecords, onBothDatabases, record, type Ground } from './databases.js';

const folders = temporaryFolders();
const open: DatabaseManager[] = [];
afterEach(async () => {
  for (const database of open.splice(0)) await database.close();
});

function manager(path: string): DatabaseManager {
  const database = new DatabaseManager(path);
  open.push(database);
  return database;
}

/** A search waits for the index, but only for seconds, which a busy machine may exceed. */
const indexed = (database: DatabaseManager): Promise<boolean> =>
  until('the whole index', async () => (await database.check()).isIndexed);

/** As the former version left it. */
async function formerDatabase(count: number): Promise<string> {
  const path = join(await folders(), 'papers.db');
  const database = manager(path);
  await database.addPapers(Array.from({ length: count }, (_, n) => record({ uid: `p${n}`, title: `Number n${n}` })));
  await database.close();
  const file = new Database(path);
  for (const name of ['in', 'new', 'changed', 'gone']) file.exec(`drop trigger paper_words_${name}`);
  file.exec(`${dropRecords('sqlite')} drop table paper_words; drop view paper_texts; drop table paper_ids;
    delete from paper_migrations where name >= '0003-words'`);
  for (const name of ['title', 'abstract', 'authors', 'keywords'])
    file.exec(`alter table papers_folded drop column plain_${name}`);
  for (const name of ['new', 'changed', 'gone']) file.exec(`drop trigger paper_filters_${name}`);
  file.exec('drop table paper_trigrams; drop table paper_filters; drop trigger papers_gone; drop table saved_papers');
  file.close();
  return path;
}

it('is opened at once, and its papers are found by words and author', async () => {
  const path = await formerDatabase(450);
  const database = manager(path);
  const whole = await until('a search in the whole index', async () => {
    const found = await database.searchWords('n449');
    return found.isWhole && found;
  });
  expect(whole.uids).toEqual(['p449']);
  expect(await database.searchWords('number', { limit: 1000 })).toMatchObject({ uids: { length: 450 } });
  expect(await database.searchAuthors('Ada One', { limit: 3 })).toHaveLength(3);
});

it('goes on where it was ended, and finds what was changed, added and removed meanwhile', async () => {
  const path = await formerDatabase(2000);
  const first = manager(path);
  await first.connect();
  await first.addPapers([
    record({ uid: 'p1999', title: 'Changed before its turn' }),
    record({ uid: 'p0', title: 'Changed after it' }),
    record({ uid: 'a-new-one', title: 'New' }),
  ]);
  await first.close();
  const file = new Database(path);
  const left = file.prepare('select count(*) as number from paper_ids').get() as { number: number };
  expect(left.number).toBeLessThan(2001);
  file.exec(`delete from papers_folded where uid in ('p5', 'p1998'); delete from papers where uid in ('p5', 'p1998')`);
  file.close();

  const database = manager(path);
  await indexed(database);
  expect((await database.searchWords('turn')).uids).toEqual(['p1999']);
  const uids = async (text: string) => (await database.searchWords(text)).uids;
  expect([await uids('n1999'), await uids('n0'), await uids('n5'), await uids('n1998')]).toEqual([[], [], [], []]);
  expect([await uids('new'), await uids('changed'), await uids('n1997')]).toEqual([
    ['a-new-one'],
    expect.arrayContaining(['p0', 'p1999']),
    ['p1997'],
  ]);
  await database.close();
  const whole = new Database(path);
  // Compares the index with the texts, and throws where they differ.
  for (const name of ['paper_words', 'paper_trigrams'])
    whole.exec(`insert into ${name} (${name}, rank) values ('integrity-check', 1)`);
  for (const name of ['paper_ids', 'paper_filters'])
    expect(whole.prepare(`select count(*) as number from ${name}`).get()).toMatchObject({ number: 1999 });
  whole.close();
});

/** As the version before the index of every script left it: it had its own folding. */
async function withFormerFolding(ground: Ground, place: string): Promise<void> {
  const columns = ['title', 'abstract', 'authors', 'keywords'];
  const forget = `${dropRecords(ground.kind)} delete from paper_migrations where name >= '0009';`;
  const drop = columns.map((column) => `alter table papers_folded drop column plain_${column};`).join('');
  if (ground.kind === 'postgres')
    return ground.run(
      place,
      `${forget} drop trigger paper_words_in on papers_folded; drop function tonstift_words_in; ${drop}
      update paper_words set words = (select setweight(to_tsvector('english', title), 'A') ||
        setweight(to_tsvector('english', authors), 'C') from papers_folded where uid = paper_words.uid)`,
    );
  const triggers = ['in', 'new', 'changed', 'gone'].map((name) => `drop trigger paper_words_${name};`).join('');
  return ground.run(
    place,
    `${triggers} drop table paper_words; drop view paper_texts; ${forget} ${drop}
    create view paper_texts as select id, ${columns.join()} from paper_ids join papers_folded using (uid);
    create virtual table paper_words using fts5(${columns.join()}, content = 'paper_texts', content_rowid = 'id',
      tokenize = 'unicode61 remove_diacritics 2');
    insert into paper_words (paper_words) values ('rebuild');
    create trigger paper_words_gone after delete on papers_folded begin
      delete from paper_ids where uid = old.uid;
    end`,
  );
}

await onBothDatabases((ground) => {
  it('has an index with the former folding made again, once, and finds what that lost', async () => {
    const place = await ground.place();
    const former = await ground.database(place);
    await former.addPapers([
      record({ uid: 'korean', title: '한국어 기계 번역', authors: ['김철수'] }),
      record({ uid: 'latin', title: 'Über Dinge', authors: ['José Núñez'] }),
      record({ uid: 'russian', title: 'Глубокий учёт', authors: ['Пётр Семёнов'] }),
    ]);
    await former.close();
    await withFormerFolding(ground, place);

    const database = await ground.database(place);
    await indexed(database);
    expect(await database.searchWords('번역')).toEqual({ uids: ['korean'], isWhole: true });
    expect((await database.searchAuthors('김철수')).map(({ uid }) => uid)).toEqual(['korean']);
    expect((await database.searchWords('uber nunez')).uids).toEqual(['latin']);
    expect((await database.searchWords('учет глубокий')).uids).toEqual(['russian']);
    expect((await database.searchAuthors('семенов')).map(({ uid }) => uid)).toEqual(['russian']);
    await database.addPapers([record({ uid: 'korean', title: '다른 제목' })]);
    expect((await database.searchWords('번역')).uids).toEqual([]);
    expect((await database.searchWords('제목')).uids).toEqual(['korean']);
    await database.deletePapers(['latin']);
    expect((await database.searchWords('dinge')).uids).toEqual([]);
  });

  it('folds papers with signs and barred letters of a former version again, also after an interruption', async () => {
    const place = await ground.place();
    const former = await ground.database(place);
    const others = Array.from({ length: 450 }, (_, n) => record({ uid: `p${n}`, title: `Number n${n}` }));
    const few = ['a', 'z'].map((uid) => record({ uid, title: `Code ${uid} in C++`, authors: ['Søren Łuk'] }));
    await former.addPapers([...few, ...others]);
    await former.close();
    await ground.run(
      place,
      `${dropIdentifiers(ground.kind)}
      update papers_folded set plain_title = null, plain_authors = null where uid in ('a', 'z');
      delete from paper_migrations where name >= '0012'`,
    );
    const interrupted = await ground.database(place);
    expect((await interrupted.searchWords('n449')).uids).toEqual(['p449']);
    await interrupted.close();
    const database = await ground.database(place);
    await until('the folded papers', async () => (await database.searchWords('C++')).uids.length === 2);
    expect((await database.searchAuthors('soren luk')).map(({ uid }) => uid).sort()).toEqual(['a', 'z']);
    expect((await database.searchWords('code')).uids.sort()).toEqual(['a', 'z']);
  });

  it('folds raised and lowered digits of a former version again, and knows the paper by its plain title', async () => {
    const place = await ground.place();
    const former = await ground.database(place);
    const title = 'Capture of CO₂ in porous glasses';
    await former.addPapers([record({ uid: 'a', title, abstract: 'With ℓ₁ and 𝑘-means, 5 m² each.' })]);
    await former.close();
    await ground.run(
      place,
      `update papers_folded set plain_title = 'capture of co₂ in porous glasses', plain_abstract = 'with ℓ₁';
      delete from paper_identifiers where uid = 'a';
      delete from paper_migrations where name >= '0015'`,
    );
    const database = await ground.database(place);
    await until('the folded paper', async () => (await database.searchWords('CO2')).uids.length === 1);
    for (const words of ['co₂', 'l1', '"k-means"', 'm2', 'm²'])
      expect([words, (await database.searchWords(words)).uids]).toEqual([words, ['a']]);
    const again = record({ title: title.replace('₂', '2') });
    const bytes = Readable.from([JSON.stringify([again])]);
    expect(await importPapers(database, { bytes, format: 'json' })).toMatchObject({ recognized: 1, rejected_count: 0 });
  });
});
