/** What the indexes of three letters in a row find is what a look through the papers finds. */
import { expect, it } from '@jest/globals';
import Database from 'libsql';
import { Client } from 'pg';
import type { DatabaseManager } from '../../../workers/papers/database-manager.js';
import { foldCase } from '../../../workers/papers/fold.js';
import { matchOf } from '../../../workers/papers/sql/filters/trigrams.js';
import type { PaperSearch } from '../../../workers/papers/sql/paper-search.js';
import { seededRandom } from '../gme/random.js';
import { onBothDatabases, record, type Ground } from './databases.js';

const alphabet = [...'aab b"\'%_\\*:()-ßÅée\u0301学習深層😀👩‍🚀İΣς\n\tZz{}^'];
const whole = seededRandom(14);

const text = (least: number, most: number): string =>
  Array.from({ length: least + whole(most - least + 1) }, () => alphabet[whole(alphabet.length)]).join('');

const some = <T>(values: readonly T[]): T => values[whole(values.length)] as T;

/** Papers, of which some are changed, and some taken out again. */
async function papers(database: DatabaseManager, kind: Ground['kind'], place: string): Promise<void> {
  const uids = Array.from({ length: 300 }, (_, n) => `p${n}`);
  await database.addPapers(uids.map(paper));
  await database.addPapers(uids.filter(() => whole(3) === 0).map(paper));
  const gone = uids.filter(() => whole(10) === 0);
  await (kind === 'sqlite'
    ? takeOutOfFile(place, gone)
    : onServer(place, 'delete from papers where uid = any($1)', gone));
}

function takeOutOfFile(path: string, gone: readonly string[]): void {
  const file = new Database(path);
  for (const uid of gone)
    for (const table of ['papers_folded', 'papers']) file.prepare(`delete from ${table} where uid = ?`).run(uid);
  file.exec(`insert into paper_trigrams (paper_trigrams, rank) values ('integrity-check', 1)`);
  file.close();
}

async function onServer(place: string, statement: string, value?: readonly string[]): Promise<unknown[]> {
  const client = new Client(place);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement, value === undefined ? [] : [value])).rows;
  } finally {
    await client.end();
  }
}

const paper = (uid: string) => ({
  ...record({ uid }),
  title: `T${text(0, 40)}`,
  authors: [`Ada ${text(1, 9).replace(/[;\s]/g, '')}`, 'Bo Li'],
  year: 2018 + whole(5),
  session: some(['Oral A', 'oral a', 'Poster']),
  conference: some(['ICML', 'ACL']),
});

const holds = (of: string, value: string): boolean => foldCase(of).includes(foldCase(value));

await onBothDatabases((ground) => {
  it('finds the same papers, whatever stands in their texts and in the filter', async () => {
    const place = await ground.place();
    const database = await ground.database(place);
    await papers(database, ground.kind, place);
    // What was taken in may have been tidied; what is kept is what counts.
    const kept = await database.searchPapers();
    let found = 0;
    for (let tries = 0; tries < 400; tries++) {
      const { title } = some(kept);
      const from = whole(title.length);
      const part = tries % 4 === 0 ? text(1, 4) : [...title.slice(from, from + 1 + whole(8))].join('');
      if (/[\ud800-\udbff]$|^[\udc00-\udfff]/.test(part)) continue;
      const years = tries % 3 === 0 ? [2018, 2020, 2021] : [];
      const sessions = tries % 5 === 0 ? ['Oral A'] : [];
      const fieldFilters: PaperSearch['fieldFilters'] = [
        { field: 'title', value: part },
        ...(tries % 7 === 0 ? [{ field: 'conference' as const, value: 'cm' }] : []),
      ];
      const expected = kept.filter(
        (one) =>
          holds(one.title, part) &&
          (years.length === 0 || years.includes(one.year)) &&
          (sessions.length === 0 || sessions.includes(one.session)) &&
          (tries % 7 !== 0 || holds(one.conference, 'cm')),
      );
      const uids = await database.searchUids({ fieldFilters, years, sessions });
      expect({ part, uids: uids.sort() }).toEqual({ part, uids: expected.map(({ uid }) => uid).sort() });
      found += uids.length;
    }
    expect(found).toBeGreaterThan(1000);
  });

  it('has an index that is used', async () => {
    if (ground.kind === 'sqlite') return;
    const place = await ground.place();
    await (await ground.database(place)).addPapers([paper('one')]);
    const plan = await onServer(
      `${place}?options=-c%20enable_seqscan%3Doff`,
      `explain select uid from papers_folded where title like '%abc%'`,
    );
    expect(JSON.stringify(plan)).toContain('papers_folded_parts_of_title');
  });
});

it.each([
  ['ab', null],
  ['😀b', null],
  ['abc', '{title} : ("abc")'],
  ['abcd', '{title} : ("abc" AND "bcd")'],
  ['abcabc', '{title} : ("abc")'],
  ['a"b', '{title} : ("a""b")'],
  ['😀😀😀x', '{title} : ("😀😀😀" AND "😀😀x")'],
])('looks for the letters of %j', (given, expected) => {
  expect(matchOf('title', given)).toBe(expected);
});
