/** Keys in addresses are shown to nobody. */
import { describe, expect, it } from '@jest/globals';
import { holdsMask, maskedUrl, secretMask, urlSecrets } from '../../../../workers/base/text/url-secrets.js';

describe('an address', () => {
  it.each([
    ['https://key@host/v1', 'https://********@host/v1', ['key']],
    ['https://ghp_abc:x-oauth-basic@host', 'https://********@host', ['ghp_abc']],
    ['https://sk_live:@host', 'https://********@host', ['sk_live']],
    ['http://me:pass%20word@host:8000', 'http://********@host:8000', ['pass%20word', 'pass word']],
    ['redis://:hunter2@host:6379/0', 'redis://********@host:6379/0', ['hunter2']],
    ['redis://default:hunter2@host', 'redis://********@host', ['hunter2']],
    ['postgres://me:s%2Fcr@et@db/papers', 'postgres://me:********@db/papers', ['s%2Fcr@et', 's/cr@et']],
    [
      'postgresql://me@db/p?password=a&sslmode=require',
      'postgresql://me@db/p?password=********&sslmode=require',
      ['a'],
    ],
    ['http://host/v1?api-key=KEY1', 'http://host/v1?api-key=********', ['KEY1']],
    ['http://host?version=2&apiKey=KEY1&x=y', 'http://host?version=2&apiKey=********&x=y', ['KEY1']],
    ['http://host?a=b;token=t%3D1', 'http://host?a=b;token=********', ['t%3D1', 't=1']],
    ['http://host?subscription-key=K&sig=S', 'http://host?subscription-key=********&sig=********', ['K', 'S']],
    [
      'http://host?api%2Dkey=KEY1#access_token=T',
      'http://host?api%2Dkey=********#access_token=********',
      ['KEY1', 'T'],
    ],
    ['http://host?X-Amz-Signature=S', 'http://host?X-Amz-Signature=********', ['S']],
    ['http://ke y@ho st/?token=x@y', 'http://********@y', ['ke y@ho st/?token=x']],
    ['postgres://me:pa/ss@db/papers', 'postgres://me:********@db/papers', ['pa/ss']],
    ['host/v1?api-key=KEY1', 'host/v1?api-key=********', ['KEY1']],
  ])('%s is shown as %s', (text, shown, secrets) => {
    expect(maskedUrl(text)).toBe(shown);
    expect(urlSecrets(text)).toEqual(secrets);
    expect([holdsMask(text), holdsMask(shown)]).toEqual([false, true]);
    expect(maskedUrl(shown)).toBe(shown);
  });

  it.each([
    'http://localhost:1234/v1?api-version=2024-02-01',
    'postgresql://me@db:5432/papers?sslmode=require&sslkey=/etc/k.pem&index=hnsw&keepalives=1',
    '/home/me/papers@home.db',
    'C:\\papers.db',
    '~/a?b=c',
    'text-embedding:v1.5',
    'http://host/path@v2/x',
    '',
    'http://host?token=',
  ])('%s has none', (text) => {
    expect([maskedUrl(text), urlSecrets(text), holdsMask(text)]).toEqual([text, [], false]);
  });

  it('without its scheme is shown without its password', () =>
    expect([maskedUrl('me:secret@host/v1'), urlSecrets('me:secret@host')]).toEqual(['********@host/v1', ['secret']]));

  it('keeps its mask when the host around it is changed', () =>
    expect(holdsMask(`https://${secretMask}@evil.example`)).toBe(true));
});
