import { describe, expect, it } from '@jest/globals';
import { onBothDatabases, record } from './databases.js';
import { DatabaseManager } from '../../../workers/papers/database-manager.js';
import { excludedFilters, unknownFilters } from '../../../workers/papers/field-filters.js';
import { foldCase } from '../../../workers/papers/fold.js';
import type { PaperSearch } from '../../../workers/papers/sql/paper-search.js';
import { growthOf } from '../../support/linear.js';

await onBothDatabases((ground) => {
  const filled = async (): Promise<(search: PaperSearch) => Promise<string[]>> => {
    const database = await ground.database();
    await database.addPapers([
      record({
        uid: 'street',
        title: 'Straße im Nebel',
        abstract: 'ΟΔΟΣ',
        authors: ['Jörg Äpfel'],
        year: 2020,
        session: 'S1',
      }),
      record({
        uid: 'percent',
        title: '100% of a_b',
        abstract: 'C:\\temp',
        authors: ['Kim'],
        keywords: ['Ozean'],
        year: 2021,
        session: 'S2',
        conference: 'X',
      }),
      record({
        uid: 'plain',
        title: '100 of aXb',
        abstract: 'temp',
        authors: ['Ann'],
        year: 2021,
        decision: 'Accept (Oral)',
        original_id: 42,
      }),
      record({ uid: 'Upper', title: 'zebra', authors: [], year: 2021, award: null }),
    ]);
    return async ({ limit, ...search }) => {
      const uids = (await database.searchPapers({ ...search, limit })).map(({ uid }) => uid);
      if (limit === undefined) expect((await database.searchUids(search)).sort()).toEqual([...uids].sort());
      return uids;
    };
  };

  it.each<[string, PaperSearch, string[]]>([
    ['everything, newest year first, then by title', {}, ['plain', 'percent', 'Upper', 'street']],
    ['a keyword in another case', { keyword: ' STRASSE ' }, ['street']],
    ['a keyword with a final sigma', { keyword: 'οδος' }, ['street']],
    ['a keyword among the authors', { keyword: 'jörg ä' }, ['street']],
    ['a keyword among the keywords', { keyword: 'OZEAN' }, ['percent']],
    ['a percent sign as itself', { keyword: '0%' }, ['percent']],
    ['an underscore as itself', { keyword: 'a_b' }, ['percent']],
    ['a backslash as itself', { keyword: '\\TEMP' }, ['percent']],
    ['a quote as itself', { keyword: "'" }, []],
    ['a field', { fieldFilters: [{ field: 'decision', value: 'oral' }] }, ['plain']],
    [
      'several fields, all of them',
      {
        fieldFilters: [
          { field: 'year', value: '202' },
          { field: 'authors', value: 'KIM' },
        ],
      },
      ['percent'],
    ],
    ['an id', { fieldFilters: [{ field: 'original_id', value: '42' }] }, ['plain']],
    ['a uid', { fieldFilters: [{ field: 'uid', value: 'upper' }] }, ['Upper']],
    ['sessions, exactly', { sessions: ['S1', 'S'] }, ['street']],
    ['years and conferences', { years: [2021], conferences: ['X', 'x'] }, ['percent']],
    [
      'empty lists as no filter',
      { sessions: [], years: [], conferences: [], keyword: ' ' },
      ['plain', 'percent', 'Upper', 'street'],
    ],
    ['no more than the limit', { limit: 1 }, ['plain']],
    ['nothing for a limit of 0', { limit: 0 }, []],
    ['"author" as the authors', { fieldFilters: [{ field: 'author' as never, value: 'kim' }] }, ['percent']],
    ['years that are text', { years: ['2020' as never] }, ['street']],
  ])('finds %s', async (_, search, uids) => {
    expect(await (await filled())(search)).toEqual(uids);
  });

  it.each<[object, RegExp]>([
    [{ limit: -1 }, /^limit must be a whole number of 0 or more, not -1\.$/],
    [{ limit: 1.5 }, /^limit must be a whole number of 0 or more, not 1\.5\.$/],
    [{ limit: NaN }, /^limit must be a whole number of 0 or more, not NaN\.$/],
    [{ limit: '3' }, /^limit must be a whole number of 0 or more, not "3"\.$/],
    [{ conferences: 'ICML' }, /^conferences must be a list of texts, not "ICML"\.$/],
    [{ sessions: [true] }, /^sessions must be a list of texts, not \[true\]\.$/],
    [{ years: 2020 }, /^years must be a list of years such as 2025, not 2020\.$/],
    [{ years: [NaN] }, /^years must be a list of years such as 2025, not \[null\]\.$/],
    [{ keyword: 5 }, /^keyword must be text, not 5\.$/],
    [{ fieldFilters: 'title' }, /^fieldFilters must be a list of filters such as .*, not "title"\.$/],
    [{ fieldFilters: [{ field: 'title', value: null }] }, /^fieldFilters must be a list of filters such as .*\.$/],
    [
      { fieldFilters: [{ field: 'colour', value: 'red' }] },
      /^fieldFilters has no field "colour"; the fields are original_id, title, .*, author\.$/,
    ],
  ])('refuses %p in a sentence', async (search, message) => {
    const database = await ground.database();
    await database.connect();
    const given = search as PaperSearch;
    for (const find of [
      () => database.searchPapers(given),
      () => database.searchUids(given),
      () => database.searchAuthors('Ann', given),
      () => database.searchWords('temp', given),
      () => database.sortedPapers({ ...given, sort: 'newest' }),
      ...(given.limit === undefined ? [() => database.countPapers(given)] : []),
    ])
      await expect(find()).rejects.toMatchObject({
        name: 'DatabaseError',
        message: expect.stringMatching(message) as unknown,
      });
  });

  it('takes null as not given, and Infinity as no limit', async () => {
    const database = await ground.database();
    await database.addPapers(Array.from({ length: 12 }, (_, n) => record({ uid: `u${n}`, title: `Birds ${n}` })));
    const nulls = { keyword: null, fieldFilters: null, sessions: null, years: null, conferences: null } as object;
    for (const search of [null, { ...nulls, limit: null }, { ...nulls, limit: Infinity }] as object[]) {
      expect(await database.searchPapers(search)).toHaveLength(12);
      expect(await database.searchAuthors('Ada One', search)).toHaveLength(12);
    }
    expect((await database.searchWords('birds', { ...nulls, limit: null } as object)).uids).toHaveLength(10);
    expect((await database.searchWords('birds', { ...nulls, limit: Infinity })).uids).toHaveLength(12);
    const sorted = await database.sortedPapers({ ...nulls, sort: 'newest', limit: Infinity });
    expect(sorted.uids).toHaveLength(12);
    expect((await database.countPapers({ ...nulls, words: null } as object)).papers).toBe(12);
    expect(await database.searchUids(nulls)).toHaveLength(12);
  });
});

describe('filters in a query', () => {
  const filtersAX = [
    { field: 'title', value: 'a' },
    { field: 'uid', value: 'x' },
  ];

  it.each([
    ['title:"Deep Nets" of today', [{ field: 'title', value: 'Deep Nets' }], 'of today'],
    [
      'graphs author:"Müller" year:"2020" and trees',
      [
        { field: 'authors', value: 'Müller' },
        { field: 'year', value: '2020' },
      ],
      'graphs and trees',
    ],
    ['TITLE:"x"', [{ field: 'title', value: 'x' }], ''],
    ['title:"a%_\\b"', [{ field: 'title', value: 'a%_\\b' }], ''],
    ['title: "x" stays', [], 'title: "x" stays'],
    ['colour:"red" stays', [], 'colour:"red" stays'],
    ['subtitle:"x" xtitle:"x"', [], 'subtitle:"x" xtitle:"x"'],
    ['title:"never closed', [], 'title:"never closed'],
    ['  two  blanks ', [], 'two  blanks'],
    ['(decision:"oral")', [{ field: 'decision', value: 'oral' }], ''],
    [
      'title:"a", author:"b".',
      [
        { field: 'title', value: 'a' },
        { field: 'authors', value: 'b' },
      ],
      '',
    ],
    [
      'title:"a" AND decision:"oral"',
      [
        { field: 'title', value: 'a' },
        { field: 'decision', value: 'oral' },
      ],
      '',
    ],
    ['title:"a" OR', [{ field: 'title', value: 'a' }], 'OR'],
    ['title:"a" | AND', [{ field: 'title', value: 'a' }], ''],
    ['title:"a" AND b NOT c', [{ field: 'title', value: 'a' }], 'b NOT c'],
    ['b NOT c AND title:"a"', [{ field: 'title', value: 'a' }], 'b NOT c'],
    ['b AND title:"a" AND (uid:"x" AND c OR d)', filtersAX, 'b AND ( c OR d)'],
    ['b AND title:"a" AND uid:"x"', filtersAX, 'b'],
    ['(title:"a") AND (uid:"x")', filtersAX, ''],
    ['((title:"a")) AND b NOT c', [{ field: 'title', value: 'a' }], 'b NOT c'],
    ['title:"a", AND uid:"x",', filtersAX, ''],
    ['title:"a" AND NOT b', [{ field: 'title', value: 'a' }], 'NOT b'],
    ['title:"a" BRAND AND-OR “AND b”', [{ field: 'title', value: 'a' }], 'BRAND AND-OR “AND b”'],
    ['title:"a" C++', [{ field: 'title', value: 'a' }], 'C++'],
    ['?', [], '?'],
    ['title:“Deep Nets” of today', [{ field: 'title', value: 'Deep Nets' }], 'of today'],
    ['title:”typed on a phone”', [{ field: 'title', value: 'typed on a phone' }], ''],
    ['title:„Netze“', [{ field: 'title', value: 'Netze' }], ''],
    ['title:«\u00a0réseaux\u202f»', [{ field: 'title', value: 'réseaux' }], ''],
    ['title:"a “deep” net"', [{ field: 'title', value: 'a “deep” net' }], ''],
    ['title:“never closed', [], 'title:“never closed'],
  ])('%s', (query, filters, text) => {
    expect(DatabaseManager.parseFieldFilters(query)).toEqual({ filters, text });
  });

  it('names the unknown ones, in any quotes', () => {
    expect(unknownFilters('autor:"a" tytle:“b” title:„c“ Note: “d”')).toEqual(['autor', 'tytle']);
  });

  it('names those that a minus or NOT stands before', () => {
    const query = '-title:"a" (NOT Author:“b” NOT (year:"c" -title:"d") uid:"e" well-session:"f" not award:"g" NOT h';
    expect(excludedFilters(query)).toEqual(['title', 'Author', 'year']);
    expect(excludedFilters('NOT h title:"-uid:x" -i -colour:"j" NOT url: "k"')).toEqual([]);
  });

  it.each(['title:"', 'title:“', 'a'])(
    'are taken from a query of many %j in time that grows as their number',
    async (part) => {
      const parse = (count: number) => DatabaseManager.parseFieldFilters(part.repeat(count));
      expect(await growthOf(parse, 100_000)).toBe('linear');
    },
  );
});

describe('case folding', () => {
  it.each([
    ['Straße', 'STRASSE'],
    ['ẞ', 'ss'],
    ['ΟΔΟΣ', 'οδος'],
    ['ﬁn', 'FIN'],
    ['é', 'E\u0301'],
    ['Ā', 'ā'],
    ['Ⅷ', 'ⅷ'],
  ])('makes %s and %s one', (one, other) => {
    expect(foldCase(one)).toBe(foldCase(other));
  });
});
