/** The address that commands and browsers of this machine are sent to. */
import { expect, it } from '@jest/globals';
import { urlOf } from '../../daemon/web-server.js';

it.each([
  ['127.0.0.1', 'IPv4', 'http://127.0.0.1:10020/'],
  ['192.168.1.7', 'IPv4', 'http://192.168.1.7:10020/'],
  ['::1', 'IPv6', 'http://[::1]:10020/'],
  ['0.0.0.0', 'IPv4', 'http://127.0.0.1:10020/'],
  ['::', 'IPv6', 'http://[::1]:10020/'],
])('a server on %s is asked where it listens itself', (address, family, url) => {
  expect(urlOf({ address, family, port: 10_020 })).toBe(url);
});
