/** What is read without the schemas is read as they read it. */
import { describe, expect, it } from '@jest/globals';
import { fieldNames, fieldOf, type FieldName } from '../../config/fields.js';
import { plainValue } from '../../config/plain-values.js';
import { parseField } from '../../config/validate.js';

const base = { user: '/home/ada', folder: '/srv/here' };
const given = (field: FieldName, raw: unknown) => plainValue({ field, raw, base, source: 'environment', name: 'X' });

const raws = [
  ...['', '/', '/a', '/a/', '//a', '/a//b', '/a/b.db', '/a/./b', '/a/../b', '/a/..', '/a/...', '/.a/b', '/..a/b'],
  ...['a', './a', '~', '~/a', '/~/a', '/a b', ' /a', '/a ', '/a\n', '/a\u0000', '/ä/b', '/a/%41', 'C:\\a', '/a:b/c'],
  ...[
    'postgres://u:p@h/d',
    '/http://h',
    '/********',
    '********',
    'a********',
    'qwen3:4b',
    'org/model-1.5@main',
    'x\ty',
  ],
  ...[
    'http://h',
    'https://h:1/v1',
    'http://h:99999',
    'http://h:65535/',
    'http://1.2.3.4:80',
    'http://1.2.3.999',
    'http://-',
  ],
  ...[
    'http://.',
    'http://a..b',
    'http://_',
    'http://h/..',
    'http://h//',
    'ftp://h',
    'http:/h',
    'http://',
    'HTTP://H',
    'http://ü',
  ],
  ...[
    'http://u:p@h',
    'http://h?x',
    'http://h#x',
    'http://[::1]:1',
    'http://0x7f.1',
    'http://1',
    'http://xn--',
    'http://h:0',
  ],
  ...[1, null, true, ['/a'], { a: 1 }],
];

describe.each(fieldNames)('%s', (field) => {
  it('is read as by its schema, or left to it', () => {
    for (const raw of raws) {
      const value = given(field, raw);
      if (value !== undefined) expect([raw, value]).toEqual([raw, parseField(field, raw, base)]);
    }
  });
});

it('reads plain paths of all fields for paths', () => {
  for (const field of fieldNames)
    expect([field, given(field, '/srv/a-b_c/papers.db')]).toEqual([
      field,
      fieldOf(field).type === 'path' || /^(paper|embedding)_db$|^embedding_model$|_auth_token$/.test(field)
        ? { value: '/srv/a-b_c/papers.db' }
        : undefined,
    ]);
});

it('reads the address, the token and the model of a server', () => {
  for (const [field, raw] of [
    ['llm_backend_url', 'http://localhost:1234'],
    ['llm_backend_url', 'https://api.example.org/v1'],
    ['llm_backend_auth_token', 'sk-abc_DEF.123'],
    ['embedding_model', 'text-embedding-qwen3-embedding-4b'],
  ] as const)
    expect(given(field, raw)).toEqual({ value: raw });
});
