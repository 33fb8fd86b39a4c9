/** The vocabulary of input, sentence by sentence. */
import { describe, expect, it } from '@jest/globals';
import type * as z from 'zod/v4';
import { onlyKnown, readFields, readOr, readTogether, readValue } from '../../../../workers/base/input/read.js';
import {
  choice,
  emptyIsNull,
  integer,
  jsonList,
  line,
  must,
  refusedAs,
} from '../../../../workers/base/input/schema.js';
import { shown } from '../../../../workers/base/input/shown.js';
import * as zod from 'zod/v4';
import { TonstiftError } from '../../../../workers/base/errors.js';

/** The value, or the sentence that refuses it. */
function read(schema: z.ZodType, raw: unknown): unknown {
  const result = schema.safeParse(raw);
  return result.success ? result.data : result.error.issues.map(({ message }) => message);
}

describe('a whole number', () => {
  it.each([
    ['7', 7],
    [7, 7],
    ['0', 0],
    ['9', 9],
  ])('%j is %j', (raw, value) => expect(read(integer(0, 9), raw)).toBe(value));

  it.each([
    '07',
    '+7',
    '-7',
    '7.0',
    '1e0',
    '0x7',
    '７',
    ' 7',
    '7 ',
    '7x',
    '',
    '10',
    10,
    -1,
    7.5,
    NaN,
    null,
    true,
    [7],
    ['7'],
    {},
  ])('%j is refused in one sentence with the value as it was given', (raw) =>
    expect(read(integer(0, 9), raw)).toEqual([`must be a whole number from 0 to 9, not ${shown(raw)}.`]),
  );

  it('that is missing is refused as such', () =>
    expect(read(integer(0, 9), undefined)).toEqual(['must be a whole number from 0 to 9; it is missing.']));
});

describe('one line', () => {
  it('is trimmed', () => expect(read(line('not empty'), '  Grüße & 日本語 🎵 ')).toBe('Grüße & 日本語 🎵'));
  it.each([
    [7, 'must be one text, not 7.'],
    [null, 'must be one text, not null.'],
    [['a'], 'must be one text, not ["a"].'],
    ['a\nb', 'must be text without control characters, not "a\\nb".'],
    ['a\u0000b', 'must be text without control characters, not "a\\u0000b".'],
    ['a\u0085b', 'must be text without control characters, not "a\u0085b".'],
    ['\ud800', 'must be whole Unicode characters, not "\\ud800".'],
    ['', 'must not be empty.'],
    [' ', 'must not be empty.'],
  ])('%j: %s', (raw, sentence) => expect(read(line('not empty'), raw)).toEqual([sentence]));
  it('counts characters, not halves of them', () => {
    expect(read(line('not empty'), '😀'.repeat(300))).toBe('😀'.repeat(300));
    expect(read(line('not empty'), 'x'.repeat(301))).toEqual([
      expect.stringMatching(/^must be at most 300 characters long/),
    ]);
  });
  it('may be empty where that is said', () => expect(read(line('may be empty'), ' ')).toBe(''));
});

it('a choice names what there is', () => {
  expect(read(choice(['a', 'b']), 'b')).toBe('b');
  expect(read(choice(['a', 'b']), 'c')).toEqual(['must be one of a, b, not "c".']);
});

it('a sentence is made of the value as it was given, and of what is wrong with it', () => {
  const name = refusedAs(zod.string().trim().min(1, 'is blank'), (raw, problem) => `${shown(raw)} ${String(problem)}.`);
  expect([read(name, ' a '), read(name, ' ')]).toEqual(['a', ['" " is blank.']]);
});

it('empty and null are null', () => {
  expect(['', null, '7'].map((raw) => read(emptyIsNull(integer(1, 9)), raw))).toEqual([null, null, 7]);
  expect(read(emptyIsNull(integer(1, 9)), 'x')).toEqual(['must be a whole number from 1 to 9, not "x".']);
});

it('a list is itself, or JSON text of one', () => {
  expect(read(jsonList, [1])).toEqual([1]);
  expect(read(jsonList, ' [1, "a"]')).toEqual([1, 'a']);
  for (const raw of ['[1', '{}', 7, null])
    expect(read(must('a list', jsonList), raw)).toEqual([`must be a list, not ${shown(raw)}.`]);
});

it('a value is shown as JSON, and cut where it is long', () => {
  expect([shown('a"'), shown(NaN), shown(7n), shown(undefined), shown(() => 0), shown(null)]).toEqual([
    '"a\\""',
    'NaN',
    '7',
    'nothing',
    'function',
    'null',
  ]);
  expect(shown('x'.repeat(99))).toHaveLength(60);
  const circle: unknown[] = [];
  circle.push(circle);
  expect([shown(circle), shown({ id: 7n })]).toEqual(['a list', 'an object']);
});

describe('fields', () => {
  const schema = zod.object({ oid: integer(1, 992), title: line('not empty').optional() });
  const fieldsOf = (work: () => unknown): unknown => {
    try {
      return work();
    } catch (error) {
      return error instanceof TonstiftError && error.code === 'bad_field' ? error.fields : error;
    }
  };

  it('are read by a schema, and others left alone', () => {
    expect(readFields('An edit', schema, new Map([['oid', '7']]))).toEqual({ oid: 7 });
    const given = new Map(Object.entries({ oid: '7', action: 'x' }));
    expect(readFields('An edit', schema, given, ['action'])).toEqual({ oid: 7 });
  });

  it('name everything that is wrong at once', () => {
    const given = new Map(Object.entries({ oid: 'x', title: 7 }));
    expect(fieldsOf(() => readFields('An edit', schema, given))).toEqual({
      oid: 'must be a whole number from 1 to 992, not "x".',
      title: 'must be one text, not 7.',
    });
    expect(fieldsOf(() => readFields('An edit', schema, new Map()))).toEqual({
      oid: 'must be a whole number from 1 to 992; it is missing.',
    });
  });

  it('that are not known are named with what there is', () => {
    expect(fieldsOf(() => readFields('An edit', schema, new Map([['odi', '7']])))).toEqual({
      odi: 'is not a field of this request. An edit accepts: oid, title.',
    });
    expect(fieldsOf(() => onlyKnown(['x'], [], 'A login'))).toEqual({
      x: 'is not a field of this request. A login accepts no fields.',
    });
  });

  it('by themselves are refused as the reader likes', () => {
    expect(readOr(integer(1, 9), '3', (problem) => new Error(String(problem)))).toBe(3);
    expect(() => readOr(integer(1, 9), 0, (problem) => new RangeError(`n ${String(problem)}`))).toThrow(
      new RangeError('n must be a whole number from 1 to 9, not 0.'),
    );
  });

  it('by themselves are refused under their name', () => {
    expect(readValue('page', integer(1, 9), '3')).toBe(3);
    expect(fieldsOf(() => readValue('page', integer(1, 9), '0'))).toEqual({
      page: 'must be a whole number from 1 to 9, not "0".',
    });
  });

  it('of several reads are refused together', () => {
    const number = (name: string, raw: unknown) => () => readValue(name, integer(1, 9), raw);
    expect(readTogether(number('page', '3'), () => 'b')).toEqual([3, 'b']);
    expect(fieldsOf(() => readTogether(number('page', '0'), number('size', 'x'), number('dpi', '1')))).toEqual({
      page: 'must be a whole number from 1 to 9, not "0".',
      size: 'must be a whole number from 1 to 9, not "x".',
    });
    const other = new Error('of another kind');
    expect(
      fieldsOf(() =>
        readTogether(number('page', '0'), () => {
          throw other;
        }),
      ),
    ).toBe(other);
  });
});
