import { expect, it } from '@jest/globals';
import { isTrustedProxy } from '../../../daemon/settings/trusted-proxies.js';

it.each([
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['172.18.0.7', true],
  ['::ffff:172.18.0.7', true],
  ['172.19.0.7', false],
  ['192.168.1.2', true],
  ['192.168.1.3', false],
  ['fe80::1%eth0', true],
  ['fe80::2%eth0', false],
  // The client has gone.
  ['', false],
])('%s is a trusted proxy: %s', (address, isTrusted) => {
  expect(isTrustedProxy(['loopback', '172.18.0.0/16', '192.168.1.2', 'fe80::1'], address)).toBe(isTrusted);
  expect(isTrustedProxy([], address)).toBe(false);
});
