import { expect, it } from '@jest/globals';
import { labelledAddresses } from '../../../../workers/base/text/labelled-addresses.js';

it.each<[string, string[][]]>([
  [
    'code https://a.org/x; video https://b.org/y?z=1;',
    [
      ['code', 'https://a.org/x'],
      ['video', 'https://b.org/y?z=1'],
    ],
  ],
  ['project page  http://a.org;x;', [['project page', 'http://a.org;x']]],
  ['see: the code-base https://a.org', [['the code-base', 'https://a.org']]],
  [
    'a https://a.org https://b.org\nc https://c.org',
    [
      ['a', 'https://a.org'],
      ['c', 'https://c.org'],
    ],
  ],
  ['https://a.org', []],
  ['no address, javascript:alert(1), https://', []],
  ['', []],
])('%j has %j', (text, found) =>
  expect(labelledAddresses(text).map(({ label, address }) => [label, address])).toEqual(found),
);
