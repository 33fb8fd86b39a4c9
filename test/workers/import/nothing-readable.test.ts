/** A folder of thousands of files of which none can be read, such as a protected collection, is refused. */
import { expect, it } from '@jest/globals';
import { problemBody, problemOf } from '../../../http/response/errors.js';
import { say } from '../../../workers/base/language/sentence.js';
import { nothingReadable } from '../../../workers/import/inspect/inspect.js';
import type { Batch } from '../../../workers/import/types.js';

const refusalOf = (count: number) =>
  nothingReadable(
    { name: 'Old' } as Batch,
    Array.from({ length: count }, (_, n) => ({ filename: `${n}.m4p`, reason: say('wrong.archive') })),
  );

it('names all of a few files', () => {
  expect(refusalOf(2).message).toMatch(/^"Old" contains no readable audio\. 0\.m4p: [^;]*; 1\.m4p: [^;]*$/);
});

it('names some of many files, and has all of them for a program', () => {
  const refusal = refusalOf(10_000);
  expect(refusal.message).toMatch(/; 99\.m4p: [^;]*; 9,900 more$/);
  const problem = problemOf(refusal);
  expect(problem?.words.toString()).toBe(refusal.message);
  expect(Object.keys(problem?.fields ?? {})).toHaveLength(10_000);
  expect(JSON.stringify(problem && problemBody(problem))).toContain('9999.m4p');
});
