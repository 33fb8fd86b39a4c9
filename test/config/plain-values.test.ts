/** What is read without the schemas is read as they read it. */
import { describe, expect, it } from '@jest/globals';
import { fieldNames, fieldOf } from '../../config/fields.js';
import { plainValue } from '../../config/plain-values.js';
import { parseField } from '../../config/validate.js';

const base = { user: '/home/ada', folder: '/srv/here' };
const given = (field: (typeof fieldNames)[number], raw: unknown) =>
  plainValue({ field, raw, base, source: 'environment', name: 'X' });

const raws = [
  ...['', '/', '/a', '/a/', '//a', '/a//b', '/a/b.db', '/a/./b', '/a/../b', '/a/..', '/a/...', '/.a/b', '/..a/b'],
  ...['a', './a', '~', '~/a', '/~/a', '/a b', ' /a', '/a ', '/a\n', '/a\u0000', '/ä/b', '/a/%41', 'C:\\a', '/a:b/c'],
  ...['postgres://u:p@h/d', 'http://h', '/http://h', '/********', 1, null, true, ['/a'], { a: 1 }],
];

describe.each(fieldNames)('%s', (field) => {
  it('is read as by its schema, or left to it', () => {
    for (const raw of raws) {
      const value = given(field, raw);
      if (value !== undefined) expect([raw, value]).toEqual([raw, parseField(field, raw, base)]);
    }
  });
});

it('reads plain paths of all fields for paths, and nothing else', () => {
  const paths = fieldNames.filter((name) => fieldOf(name).type === 'path' || /^(paper|embedding)_db$/.test(name));
  expect(paths).toContain('paper_db');
  for (const field of fieldNames)
    expect([field, given(field, '/srv/a-b_c/papers.db')]).toEqual([
      field,
      paths.includes(field) ? { value: '/srv/a-b_c/papers.db' } : undefined,
    ]);
});
