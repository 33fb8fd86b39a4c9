import { describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { copyFile, readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { temporaryFolders } from '../../support/folder.js';
import { onBothDatabases, record } from './databases.js';
import { DatabaseManager } from '../../../workers/papers/database-manager.js';

const folder = temporaryFolders();

await onBothDatabases((ground) => {
  it('keeps one paper and one conference, whether a source composes its letters or not', async () => {
    const database = await ground.database();
    const given = record({ title: 'Über Café', conference: 'Kölner Tage', authors: ['Zoë'], original_id: 'é1' });
    const decomposed = JSON.parse(JSON.stringify(given).normalize('NFD')) as Record<string, unknown>;
    expect(await database.addPaper(decomposed)).toBe(await database.addPaper(given));
    expect(await database.searchPapers()).toMatchObject([given]);
    expect((await database.choices()).conferences).toEqual(['Kölner Tage']);
  });

  it('keeps a paper and answers it with every column, without what is missing', async () => {
    const database = await ground.database();
    const uid = await database.addPaper(record({ original_id: '17', keywords: ['a', 'b'], decision: 'Long', url: '' }));
    expect(uid).toMatch(/^[0-9a-f]{16}$/);
    expect(await database.getPaperByUid(uid)).toEqual({
      uid,
      title: 'A paper',
      abstract: 'About things.',
      authors: ['Ada One', 'Bo Two'],
      year: 2024,
      conference: 'CONF',
      session: 'Monday',
      poster_position: 'A1',
      original_id: 17,
      keywords: ['a', 'b'],
      decision: 'Long',
    });
    expect(await database.getPaperByUid('nobody')).toBeNull();
  });

  it('puts in by uid: a given one wins, what is the same is not touched, what differs is replaced wholly', async () => {
    const database = await ground.database();
    expect(await database.addPaper(record({ uid: 'mine', award: 'Best' }))).toBe('mine');
    expect(
      await database.addPapers([
        record({ uid: 'mine', award: 'Best', note: 'a', Award: 'b' }),
        record({ uid: 'mine', note: 'c' }),
        record(),
        record({ title: '', colour: 'd' }),
        7,
      ]),
    ).toEqual({
      added: 1,
      updated: 1,
      unchanged: 1,
      rejected: [
        { index: 3, reason: 'title is missing.' },
        { index: 4, reason: expect.stringContaining('not 7') as unknown },
      ],
      unknown: ['Award', 'note'],
    });
    expect(await database.getPaperByUid('mine')).not.toHaveProperty('award');
    await expect(database.addPaper(record({ year: 1776 }))).rejects.toThrow(
      'year is 1776, expected a whole number from 1900 to 2100',
    );
  });

  it('answers papers in the order asked, once for each time', async () => {
    const database = await ground.database();
    await database.addPapers(['b', 'a', 'c'].map((uid) => record({ uid, title: uid })));
    expect((await database.getPapersByUids(['c', 'x', 'a', 'c'])).map(({ uid }) => uid)).toEqual(['c', 'a', 'c']);
  });

  it('stays whole with quotes, wildcards, other scripts, an abstract of 100,000 characters', async () => {
    const database = await ground.database();
    const odd = record({
      uid: "'; drop table papers; --",
      title: `"x" 'y' %_\\ {{}} $1 ? 漢字 🖊`,
      abstract: 'é'.repeat(100_000),
      authors: [],
    });
    await database.addPaper(odd);
    expect(await database.getPaperByUid("'; drop table papers; --")).toEqual({ ...odd, authors: [] });
  });

  it('has another revision after each change, and the same after none', async () => {
    const database = await ground.database();
    const revisions: string[] = [];
    for (const change of [
      () => database.addPaper(record({ uid: 'a' })),
      () => database.addPaper(record({ uid: 'b' })),
      () => database.addPaper(record({ uid: 'b', abstract: 'About others.' })),
      () => database.deletePapers(['a']),
    ]) {
      await change();
      revisions.push((await database.revision()).revision);
    }
    expect(new Set(revisions).size).toBe(4);
    await database.addPaper(record({ uid: 'b', abstract: 'About others.' }));
    expect(await database.revision()).toEqual({ papers: 1, revision: revisions[3] });
  });

  it('keeps the model, and knows what it holds', async () => {
    const database = await ground.database();
    expect(await database.getEmbeddingModel()).toBeNull();
    await database.setEmbeddingModel('one');
    await database.setEmbeddingModel('two');
    await database.addPapers([
      record({ abstract: '' }),
      record({ year: 2023, conference: 'B' }),
      record({ session: '', title: 'C' }),
    ]);
    expect(await database.getEmbeddingModel()).toBe('two');
    expect(await database.choices()).toEqual({
      ...{ years: [2024, 2023], conferences: ['B', 'CONF'], sessions: ['Monday', 'No session'] },
    });
  });

  it('creates its tables, and counts the papers in them', async () => {
    const database = await ground.database();
    await database.createTables();
    expect(await database.statistics()).toEqual({ papers: 0, years: [], conferences: [], isWhole: true });
    await database.addPaper(record());
    const years = [{ year: 2024, papers: 1 }];
    expect(await database.statistics()).toEqual({
      ...{ papers: 1, years, conferences: [{ conference: 'CONF', papers: 1, years }], isWhole: true },
    });
  });

  it('is closed when a second close returns', async () => {
    const database = await ground.database();
    await database.addPaper(record({ uid: 'a' }));
    let isClosed = false;
    void database.close().then(() => (isClosed = true));
    await database.close();
    expect(isClosed).toBe(true);
  });

  it('is there again after close, with what it had', async () => {
    const database = await ground.database();
    await database.close();
    const uid = await database.addPaper(record());
    await database.close();
    await database.close();
    expect(await database.getPaperByUid(uid)).not.toBeNull();
  });

  it('makes its tables once, whoever comes first', async () => {
    const place = await ground.place();
    const many = await Promise.all([1, 2, 3].map(() => ground.database(place)));
    await Promise.all(many.map((database) => database.connect()));
    await many[0]?.addPaper(record({ uid: 'x' }));
    expect(await many[2]?.getPaperByUid('x')).not.toBeNull();
  });

  it('lets two write at once, each record whole', async () => {
    const place = await ground.place();
    const [one, two] = await Promise.all([ground.database(place), ground.database(place)]);
    const papers = (mark: string): unknown[] =>
      Array.from({ length: 300 }, (_, at) => record({ uid: `p${at}`, title: mark, abstract: mark }));
    await Promise.all([one.addPapers(papers('A')), two.addPapers(papers('B').reverse())]);
    const held = await one.searchPapers();
    expect(held).toHaveLength(300);
    expect(held.every(({ title, abstract }) => title === abstract)).toBe(true);
  });
});

it.each<[string, (database: DatabaseManager) => unknown, string]>([
  ['no papers', (db) => db.addPapers(null as never), 'addPapers takes a list of papers, not null.'],
  ['an object', (db) => db.addPapers({ a: 1 } as never), 'addPapers takes a list of papers, not {"a":1}.'],
  ['no uids', (db) => db.getPapersByUids(null as never), 'getPapersByUids takes a list of uids, not null.'],
  ['one uid', (db) => db.deletePapers('uid' as never), 'deletePapers takes a list of uids, not "uid".'],
  ['no words', (db) => db.searchWords(null as never), 'searchWords takes a text, not null.'],
  ['no name', (db) => db.searchAuthors(5 as never), 'searchAuthors takes a text, not 5.'],
  ['no text', (db) => db.wordsIn(null as never, []), 'wordsIn takes a text, not null.'],
  ['a list', (db) => db.uidsAllowed([] as never, []), 'uidsAllowed takes a text, not [].'],
  [
    'no query',
    async () => DatabaseManager.parseFieldFilters(null as never),
    'parseFieldFilters takes a text, not null.',
  ],
  ['no place', async () => new DatabaseManager(5 as never), 'of the paper database must be text, not number.'],
])('%s in place of an argument is refused in a sentence', async (_, call, message) => {
  await using database = new DatabaseManager(':memory:');
  await database.connect();
  await expect(call(database)).rejects.toMatchObject({
    name: 'DatabaseError',
    message: expect.stringContaining(message) as unknown,
  });
});

describe('the place of the database', () => {
  it('may be memory, for a while', async () => {
    await using database = new DatabaseManager(':memory:');
    await database.addPaper(record());
    expect(await database.query('select count(*) as papers from papers')).toEqual([{ papers: 1 }]);
  });

  it.each(['~/none/x.db', undefined])(
    'is in the home folder if it begins with "~": argument %p, or PAPER_DB',
    async (place) => {
      const before = process.env['PAPER_DB'];
      process.env['PAPER_DB'] = '~/none/x.db';
      const database = new DatabaseManager(place);
      if (before === undefined) delete process.env['PAPER_DB'];
      else process.env['PAPER_DB'] = before;
      const message = `There is no paper database at ${join(homedir(), 'none', 'x.db')}.`;
      await expect(database.statistics()).rejects.toThrow(message);
    },
  );

  it.each([
    ['', 'has no name'],
    ['libsql://host/x', 'cannot be at a URL that begins with libsql://'],
    ['/dev/null/papers.db', '/dev/null'],
    ['postgres://%zz:pw-of-mine@[/x', 'Cannot parse'],
  ])('%j is refused in words', async (place, words) => {
    await expect(new DatabaseManager(place).connect()).rejects.toMatchObject({
      name: 'DatabaseError',
      message: expect.stringContaining(words) as unknown,
    });
  });

  it('is refused where it holds something else, and leaves nothing there', async () => {
    const at = await folder();
    const path = join(at, 'letter.txt');
    await copyFile(new URL(import.meta.url), path);
    await expect(new DatabaseManager(path).connect()).rejects.toThrow('file is not a database');
    await expect(new DatabaseManager(at).connect()).rejects.toThrow('EISDIR');
    expect([await readdir(at), existsSync(`${at}.lock`)]).toEqual([['letter.txt'], false]);
  });

  it('never shows its password', async () => {
    const thrown: unknown = await new DatabaseManager('postgresql://me:pw-of%20mine@127.0.0.1:1/x?password=pw-of-yours')
      .connect()
      .catch((error: unknown) => error);
    const { inspect } = await import('node:util');
    expect(inspect(thrown, { depth: 10, showHidden: true })).toMatch(/postgresql:\/\/127\.0\.0\.1:1\/x.*ECONNREFUSED/s);
    expect(inspect(thrown, { depth: 10, showHidden: true })).not.toMatch(/pw-of/);
  });
});
