/** The commands of the virtual pen: their options and help. */
import { expect, it } from '@jest/globals';
import { parseArguments, problem } from '../../cli/usage.js';

it('helps with one of them', () =>
  expect(parseArguments(['oid', 'read', 'page.png', '-h']).help?.map(({ words }) => words)).toEqual(['oid read']));

it.each([
  [['run', '--out=x'], '"tonstift run" has no option --out. Type "tonstift help run" for help.'],
  [['gme', 'play', 'x', '--out'], '--out needs a value. Write --out=VALUE.'],
  [['gme', 'play', 'x', '--out='], '--out needs a folder. Type "tonstift --help" for help.'],
  [['gme', 'play'], '"tonstift gme play" needs FILE [CODE]. Usage: tonstift gme play FILE [CODE...]'],
])('refuses %j', (words, sentence) => {
  expect(problem(...words)).toBe(sentence);
});
