import { expect, it } from '@jest/globals';
import { fuse } from '../../../workers/papers/words/fuse.js';

it.each<[string, string[][], string[]]>([
  [
    'what is in both lists first',
    [
      ['a', 'b'],
      ['c', 'b'],
    ],
    ['b', 'a', 'c'],
  ],
  ['of equal ones that of the earlier list', [['a'], ['b']], ['a', 'b']],
  ['one list as it is', [['c', 'a', 'b'], []], ['c', 'a', 'b']],
  [
    'two good places before a best and a bad one',
    [
      ['a', 'b', 'c', 'd'],
      ['x', 'b', 'y', 'z', 'a'],
    ],
    ['b', 'a', 'x', 'c', 'y', 'd', 'z'],
  ],
  ['nothing', [[], []], []],
])('puts %s', (_, lists, fused) => expect(fuse(lists)).toEqual(fused));

it('counts a list for less by its weight', () => {
  expect(fuse([['a'], ['b', 'c']], [1, 0.5])).toEqual(['a', 'b', 'c']);
  expect(fuse([['a'], ['b', 'c']], [0.5])).toEqual(['b', 'c', 'a']);
});
