import { expect, it } from '@jest/globals';
import type { IncomingMessage } from 'node:http';
import { isFromHere } from '../../http/security/local.js';

it.each<[string | undefined, string, Record<string, string>, boolean]>([
  ['127.0.0.1', '127.0.0.1', {}, true],
  ['::1', '::1', {}, true],
  ['::ffff:127.0.0.1', '::ffff:127.0.0.1', {}, true],
  // The name of this computer may resolve to its address in the network.
  ['192.168.178.20', '192.168.178.20', {}, true],
  ['192.168.178.30', '192.168.178.20', {}, false],
  ['127.0.0.1', '127.0.0.1', { 'x-forwarded-for': '192.168.178.30' }, false],
  ['192.168.178.20', '192.168.178.20', { via: '1.1 proxy' }, false],
  // The client has gone.
  [undefined, '192.168.178.20', {}, false],
])('a request from %s to %s with %j comes from this computer: %s', (remoteAddress, localAddress, headers, isHere) => {
  const request = { headers, socket: { remoteAddress, localAddress } } as unknown as IncomingMessage;
  expect(isFromHere(request)).toBe(isHere);
});
