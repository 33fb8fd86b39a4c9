import { describe, expect, it } from '@jest/globals';
import { onBothDatabases, record } from './databases.js';
import { checkedWhere } from '../../../workers/papers/sql/guard.js';
import { growthOf } from '../../support/linear.js';

const forever =
  'exists (with recursive counting as (select 1 as n union all select n + 1 from counting) ' +
  'select 1 from counting where n < 0)';

await onBothDatabases((ground) => {
  const filled = async (): Promise<Awaited<ReturnType<typeof ground.database>>> => {
    const database = await ground.database();
    await database.addPapers([
      record({ uid: 'a', decision: 'Accept' }),
      record({ uid: 'b', decision: "it's; -- (odd", year: 2020 }),
      record({ uid: 'c' }),
    ]);
    return database;
  };

  const selected: [string, string[]][] = [
    ["decision = 'Accept'", ['a']],
    ["decision = 'it''s; -- (odd'", ['b']],
    ["year in (2020, 2021) or lower(decision) like 'acc%'", ['a', 'b']],
    ['decision is null', ['c']],
    ['1 = 0', []],
    ["\"uid\" in (select uid from papers where year < 2024) and coalesce(decision, '') <> ''", ['b']],
    ["(case when year > 2020 then 'new' else 'old' end) = 'old'", ['b']],
  ];
  it('selects by a clause', async () => {
    const database = await filled();
    for (const [clause, uids] of selected) expect([clause, await database.uidsWhere(clause)]).toEqual([clause, uids]);
  });

  const refused: [string, string][] = [
    ['', 'empty'],
    ['  \n', 'empty'],
    ["decision = 'Accept'; drop table papers", 'it contains ";"'],
    ['1 = 1) or (1 = 1', 'a ")" has no "("'],
    ['(1 = 1', 'never closed'],
    ["decision = 'Accept", "a ' is never closed"],
    ['1 = 1 -- and nothing else', 'a comment'],
    ['1 = 1 /* and */', 'a comment'],
    ['uid = :a', 'a : is not allowed'],
    ['select 1', 'it is a statement'],
    ['delete from papers', 'syntax error'],
    ['1 = 1 order by uid', 'order'],
    ['1 = 1 limit 1', 'limit'],
    ['nope = 1', 'nope'],
    ["uid = E'\\' or 1 = 1 --'", 'a text that begins with E'],
    ['uid = $$x$$', '"$" is not allowed'],
    ['uid = ?', '"?" is not allowed'],
    ['pg_sleep(100) is null', 'the function pg_sleep'],
    ['"pg_terminate_backend"(1)', 'the function pg_terminate_backend'],
    ['exists (select pg_catalog.pg_sleep (100))', 'the function pg_sleep'],
    ["load_extension('x') is null", 'the function load_extension'],
    ["set_config('statement_timeout', '0', false) = '0'", 'the function set_config'],
    ["dblink('x', 'y') is null", 'the function dblink'],
  ];
  it('refuses what is no clause, or does more than select', async () => {
    const database = await filled();
    for (const [clause, words] of refused) {
      const failure: unknown = await database.uidsWhere(clause).catch((thrown: unknown) => thrown);
      expect({ clause, failure }).toMatchObject({
        clause,
        failure: { name: 'DatabaseError', message: expect.stringContaining(words) as unknown },
      });
      expect([clause, await database.uidsWhere()]).toEqual([clause, ['a', 'b', 'c']]);
    }
  });

  it('ends one that runs for ever, and goes on', async () => {
    const database = await filled();
    await expect(database.uidsWhere(forever, { timeoutMs: 700 })).rejects.toMatchObject({ name: 'DatabaseError' });
    expect(await database.uidsWhere("uid = 'a'")).toEqual(['a']);
  });

  it('refuses to wait for what is no number of milliseconds', async () => {
    const database = await filled();
    const words = 'timeoutMs must be a whole number of milliseconds from 1 to 2147483647';
    const message = expect.stringContaining(words) as unknown;
    for (const timeoutMs of [0, -1, 1.5, NaN, 2 ** 31, '1000']) {
      const options = { timeoutMs: timeoutMs as number };
      for (const ask of [() => database.uidsWhere("uid = 'a'", options), () => database.query('select 1', options)]) {
        const failure: unknown = await Promise.resolve(ask()).catch((thrown: unknown) => thrown);
        expect({ timeoutMs, failure }).toMatchObject({ timeoutMs, failure: { message } });
      }
    }
  });

  it('yields batches of at least one paper', async () => {
    const database = await filled();
    const batches = async (batchSize: number): Promise<string[][]> => {
      const found: string[][] = [];
      for await (const batch of database.papersMatching(null, { batchSize })) found.push(batch.map(({ uid }) => uid));
      return found;
    };
    expect(await batches(2)).toEqual([['a', 'b'], ['c']]);
    await expect(batches(0)).rejects.toThrow('batchSize must be a whole number of 1 or more, not 0.');
  });

  it('stops when it is told to', async () => {
    const database = await filled();
    await expect(database.uidsWhere(forever, { signal: AbortSignal.timeout(300) })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    await expect(database.papersMatching(undefined, { signal: AbortSignal.abort() }).next()).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  it('answers queries that read', async () => {
    const database = await filled();
    expect(
      await database.query(
        'select year, count(*) as papers, avg(year) as mean from papers group by year order by year;',
      ),
    ).toEqual([
      { year: 2020, papers: 1, mean: 2020 },
      { year: 2024, papers: 2, mean: 2024 },
    ]);
  });

  it('answers an integer that is too large for a number as text', async () => {
    const database = await filled();
    expect(
      await database.query(
        'select 9007199254740991 as largest, 9007199254740993 as larger, -9007199254740993 as smaller, 1.5 as half',
      ),
    ).toEqual([
      {
        ...{ largest: 9_007_199_254_740_991, larger: '9007199254740993', smaller: '-9007199254740993', half: 1.5 },
      },
    ]);
  });

  const notReading = [
    'delete from papers',
    'select 1; delete from papers',
    'drop table papers',
    "attach 'x' as y",
    'pragma query_only = 0',
    'with gone as (delete from papers returning uid) select * from gone',
    'explain analyze delete from papers',
    "select set_config('x.y', 'z', false)",
    'nonsense',
    '',
  ];
  it('answers none that does anything else', async () => {
    const database = await filled();
    for (const statement of notReading) {
      const failure: unknown = await database.query(statement).catch((thrown: unknown) => thrown);
      expect({ statement, failure }).toMatchObject({ statement, failure: { name: 'DatabaseError' } });
      expect([statement, await database.uidsWhere()]).toEqual([statement, ['a', 'b', 'c']]);
    }
  });

  describe('the parameters of a query', () => {
    const statement = "select uid from papers where year >= ? and title <> ? and '?' = '?' order by uid";

    it('stand for each "?"', async () => {
      const database = await filled();
      for (const given of [[2000, "it's"], { parameters: [2000, "it's"], timeoutMs: 20_000 }])
        expect(await database.query(statement, given as never)).toHaveLength(3);
      expect(await database.query('select count(*) as n from papers where uid = ?', ["' or 1 = 1 --"])).toEqual([
        { n: 0 },
      ]);
    });

    it('are none if none is given', async () => {
      const database = await filled();
      for (const given of [null, undefined, { parameters: null, timeoutMs: null }])
        expect(await database.query('select count(*) as n from papers', given as never)).toEqual([{ n: 3 }]);
    });

    const wrong: [unknown, string][] = [
      [[2000], 'it has 2 "?" but 1 parameters'],
      [[2000, 'a', 'b'], 'it has 2 "?" but 3 parameters'],
      [[2000, true], 'parameter 2 is true, expected a text, a number or null'],
      [[Number.NaN, 'a'], 'parameter 1 is NaN'],
      ['20', 'its parameters are "20", expected a list'],
    ];
    it('are refused where there are others than the statement needs', async () => {
      const database = await filled();
      for (const [parameters, reason] of wrong) {
        const failure: unknown = await database
          .query(statement, { parameters } as never)
          .catch((thrown: unknown) => thrown);
        const message = expect.stringContaining(reason) as unknown;
        expect({ parameters, failure }).toMatchObject({ parameters, failure: { message } });
      }
    });

    const others = ['select ?1', 'select uid from papers where uid ?| 1', 'select :a', 'select $1', 'select @a'];
    it('are refused where the statement has another kind of them', async () => {
      const database = await filled();
      for (const other of others) {
        const failure: unknown = await database.query(other, [1]).catch((thrown: unknown) => thrown);
        expect({ other, failure }).toMatchObject({ other, failure: { name: 'DatabaseError' } });
      }
    });
  });
});

describe('a where clause', () => {
  it('is checked in time that grows as its length', async () => {
    const brackets = (count: number) => expect(() => checkedWhere(`${'('.repeat(count)}1`)).toThrow('never closed');
    const quotes = (count: number) => expect(() => checkedWhere("'".repeat(count | 1))).toThrow('never closed');
    const names = (count: number) => expect(() => checkedWhere('a.'.repeat(count))).not.toThrow();
    for (const check of [brackets, quotes, names]) expect(await growthOf(check, 50_000)).toBe('linear');
  });
});
