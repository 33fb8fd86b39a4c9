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

  it.each<[string, string[]]>([
    ["decision = 'Accept'", ['a']],
    ["decision = 'it''s; -- (odd'", ['b']],
    ["year in (2020, 2021) or lower(decision) like 'acc%'", ['a', 'b']],
    ['decision is null', ['c']],
    ['1 = 0', []],
    ["\"uid\" in (select uid from papers where year < 2024) and coalesce(decision, '') <> ''", ['b']],
    ["(case when year > 2020 then 'new' else 'old' end) = 'old'", ['b']],
  ])('selects by %s', async (clause, uids) => {
    expect(await (await filled()).uidsWhere(clause)).toEqual(uids);
  });

  it.each([
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
  ])('refuses %j', async (clause, words) => {
    const database = await filled();
    await expect(database.uidsWhere(clause)).rejects.toMatchObject({
      name: 'DatabaseError',
      message: expect.stringContaining(words) as unknown,
    });
    expect(await database.uidsWhere()).toEqual(['a', 'b', 'c']);
  });

  it('ends one that runs for ever, and goes on', async () => {
    const database = await filled();
    await expect(database.uidsWhere(forever, { timeoutMs: 700 })).rejects.toMatchObject({ name: 'DatabaseError' });
    expect(await database.uidsWhere("uid = 'a'")).toEqual(['a']);
  });

  it.each([0, -1, 1.5, NaN, 2 ** 31, '1000'])('refuses to wait for %j ms', async (timeoutMs) => {
    const database = await filled();
    const options = { timeoutMs: timeoutMs as number };
    const refusal = /timeoutMs must be a whole number of milliseconds from 1 to 2147483647/;
    await expect(database.uidsWhere("uid = 'a'", options)).rejects.toThrow(refusal);
    await expect(database.query('select 1', options)).rejects.toThrow(refusal);
  });

  it('yields batches of at least one paper', async () => {
    const database = await filled();
    const sizes = async (batchSize: number): Promise<number[]> => {
      const found: number[] = [];
      for await (const papers of database.papersMatching(null, { batchSize })) found.push(papers.length);
      return found;
    };
    expect(await sizes(2)).toEqual([2, 1]);
    await expect(sizes(0)).rejects.toThrow('batchSize must be a whole number of 1 or more, not 0.');
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

  it('gives papers in batches', async () => {
    const batches = [];
    for await (const batch of (await filled()).papersMatching(null, { batchSize: 2 }))
      batches.push(batch.map(({ uid }) => uid));
    expect(batches).toEqual([['a', 'b'], ['c']]);
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

  it.each([
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
  ])('answers none that is %j', async (statement) => {
    const database = await filled();
    await expect(database.query(statement)).rejects.toMatchObject({ name: 'DatabaseError' });
    expect(await database.uidsWhere()).toHaveLength(3);
  });

  describe('the parameters of a query', () => {
    const statement = "select uid from papers where year >= ? and title <> ? and '?' = '?' order by uid";

    it.each([[[2000, "it's"]], [{ parameters: [2000, "it's"], timeoutMs: 20_000 }]])(
      'stand for each "?": %j',
      async (given) => {
        const database = await filled();
        expect(await database.query(statement, given as never)).toHaveLength(3);
        expect(await database.query('select count(*) as n from papers where uid = ?', ["' or 1 = 1 --"])).toEqual([
          { n: 0 },
        ]);
      },
    );

    it.each([null, undefined, { parameters: null, timeoutMs: null }])('are none if %j is given', async (given) => {
      const database = await filled();
      expect(await database.query('select count(*) as n from papers', given as never)).toEqual([{ n: 3 }]);
    });

    it.each([
      [[2000], 'it has 2 "?" but 1 parameters'],
      [[2000, 'a', 'b'], 'it has 2 "?" but 3 parameters'],
      [[2000, true], 'parameter 2 is true, expected a text, a number or null'],
      [[Number.NaN, 'a'], 'parameter 1 is NaN'],
      ['20', 'its parameters are "20", expected a list'],
    ])('%j are refused', async (parameters, reason) => {
      const database = await filled();
      await expect(database.query(statement, { parameters } as never)).rejects.toThrow(reason);
    });

    it.each(['select ?1', 'select uid from papers where uid ?| 1', 'select :a', 'select $1', 'select @a'])(
      '%j has another kind of them, which is refused',
      async (other) => {
        const database = await filled();
        await expect(database.query(other, [1])).rejects.toMatchObject({ name: 'DatabaseError' });
      },
    );
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
