import { describe, expect, it } from '@jest/globals';
import type { Metadata, Where } from '../../../../workers/papers/vectors/types.js';
import { parseWhere, WhereError } from '../../../../workers/papers/vectors/where.js';
import { growthOf } from '../../../support/linear.js';

const paper: Metadata = {
  year: '2025',
  conference: 'NeurIPS',
  decision: '',
  title: 'Of "quotes" and \'more\'; 100 %',
  score: '1e3',
};
const holds = (where: Where, metadata: Metadata = paper) => parseWhere(where)(metadata);

describe('a where filter', () => {
  it.each<[Where, boolean]>([
    [{}, true],
    [{ year: 2025 }, true],
    [{ year: '2025' }, true],
    [{ year: 2025n }, true],
    [{ year: 2024 }, false],
    [{ conference: 'neurips' }, false],
    [{ year: 2025, conference: 'NeurIPS' }, true],
    [{ year: 2025, conference: 'ICML' }, false],
    [{ year: { $eq: 2025 } }, true],
    [{ year: { $ne: 2025 } }, false],
    [{ year: { $ne: '2024' } }, true],
    [{ year: { $gt: 2024 } }, true],
    [{ year: { $gt: 2025 } }, false],
    [{ year: { $gte: 2025 } }, true],
    [{ year: { $lt: 2025 } }, false],
    [{ year: { $lte: '2025.0' } }, true],
    [{ year: { $gte: 2020, $lt: 2025 } }, false],
    [{ score: { $gt: 999 } }, true],
    [{ year: { $gt: 300 } }, true],
    [{ year: { $in: [2024, 2025] } }, true],
    [{ year: { $in: ['2024'] } }, false],
    [{ year: { $in: [] } }, false],
    [{ year: { $nin: [] } }, true],
    [{ conference: { $nin: ['NeurIPS 2025', 'Neur'] } }, true],
    [{ year: { $nin: [2025] } }, false],
    [{ $and: [{ year: 2025 }, { conference: 'ICML' }] }, false],
    [{ $or: [{ year: 2025 }, { conference: 'ICML' }] }, true],
    [{ $or: [{ year: 1 }, { year: 2 }], conference: 'NeurIPS' }, false],
    [{ $and: [{ $or: [{ year: 1 }, { year: 2025 }] }, { conference: { $ne: 'ICML' } }] }, true],
    [{ title: 'Of "quotes" and \'more\'; 100 %' }, true],
    [{ title: "x' OR '1'='1" }, false],
    [{ title: 'Of %' }, false],
    [{ decision: '' }, true],
  ])('%j: %s', (where, expected) => expect(holds(where)).toBe(expected));

  it('holds in no order for what is no number', () => {
    for (const value of ['', ' ', 'unknown', 'NaN', 'Infinity', '0x7e9', '2025a', '2025-01-01']) {
      for (const operator of ['$gt', '$gte', '$lt', '$lte'])
        expect([value, operator, holds({ year: { [operator]: 0 } }, { year: value })]).toEqual([
          value,
          operator,
          false,
        ]);
    }
    expect(holds({ year: { $lt: 1 } }, { year: ' -5 ' })).toBe(true);
  });

  it('takes a missing key for unequal to everything', () => {
    expect(holds({ missing: '' })).toBe(false);
    expect(holds({ missing: { $ne: 'a' } })).toBe(true);
    expect(holds({ missing: { $nin: ['a'] } })).toBe(true);
    expect(holds({ missing: { $lte: 1 } })).toBe(false);
    expect(holds({ constructor: { $ne: 'a' }, toString: { $ne: 'b' } })).toBe(true);
    expect(holds(JSON.parse('{"__proto__": "a"}') as Where)).toBe(false);
  });

  const cyclic: Record<string, unknown> = {};
  cyclic['$and'] = [cyclic];
  it.each<[string, unknown]>([
    ['an unknown operator', { year: { $regex: '2' } }],
    ['an operator without its sign', { year: { gt: 2 } }],
    ['an unknown logic', { $not: [{ year: 1 }] }],
    ['a known and an unknown operator', { year: { $gt: 1, $like: '2' } }],
    ['an operator where a field should be', { $eq: 5 }],
    ['$and of nothing', { $and: [] }],
    ['$or of nothing', { $or: [] }],
    ['$or with an empty filter', { $or: [{}, { year: 1 }] }],
    ['$and of an object', { $and: { year: 1 } }],
    ['$in of text', { year: { $in: '2025' } }],
    ['$in of objects', { year: { $in: [{}] } }],
    ['no value', { year: undefined }],
    ['null', { year: null }],
    ['a list as a value', { year: [2025] }],
    ['an empty condition', { year: {} }],
    ['NaN', { year: NaN }],
    ['order with a word', { year: { $gt: 'abc' } }],
    ['order with a blank', { year: { $gt: '' } }],
    ['a date', { year: new Date(0) }],
    ['text', 'year = 2025'],
    ['a list', [{ year: 2025 }]],
    ['a map', new Map([['year', 2025]])],
    ['null as a whole', null],
    ['a circle', cyclic],
    ['too many statements', Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`k${i}`, i]))],
  ])('refuses %s', (_, where) => expect(() => parseWhere(where as Where)).toThrow(WhereError));

  it('says what is wrong', () => {
    expect(() => parseWhere({ year: { $regex: '2' } })).toThrow(
      'The filter on "year" does not support "$regex"; use $eq $ne $gt $gte $lt $lte $in $nin.',
    );
  });

  it('looks up long lists in time that grows as their length', async () => {
    const lookUp = (count: number): boolean => {
      const uids = Array.from({ length: count }, (_, i) => `uid${i}`);
      const inList = parseWhere({ uid: { $in: uids } });
      return uids.every((uid) => inList({ uid }));
    };
    expect(lookUp(50_000)).toBe(true);
    expect(await growthOf(lookUp, 50_000)).toBe('linear');
  });
});
