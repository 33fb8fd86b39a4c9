/** Requests that Node rejects before any route sees them. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { answerClientError } from '../../http/response/client-error.js';
import { start } from './client.js';
import { forAllTests } from '../support/opened.js';

const running = forAllTests(start, (one) => one.stop());

const raw = (text: string, port = running.port): Promise<string> =>
  new Promise((done, failed) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('close', () => done(answer));
    socket.on('error', (error) => (answer === '' ? failed(error) : undefined));
  });

const get = (length: number, headers: string): string =>
  `GET /library?q=${'x'.repeat(length)} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n`;

it('answers an address that is too long with a sentence', async () => {
  const page = await raw(get(66_000, 'Accept: text/html\r\nAccept-Language: de'));
  expect(page).toMatch(/^HTTP\/1\.1 431 /);
  expect(page).toMatch(/<p>.*(65,536|65\.536).*<\/p>/);
  const json = await raw(get(10, `Accept: application/json\r\nX-Long: ${'y'.repeat(66_000)}`));
  expect(json).toMatch(/^HTTP\/1\.1 431 /);
});

it('answers a request that is no HTTP with a sentence', async () => {
  expect(await raw('HELLO\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [^]*<p>The request is malformed\.<\/p>/);
  const json = await raw('GET / HTTP/1.1\r\nHost: a\r\nAccept: application/json\r\nBad Header: x\r\n\r\n');
  expect(json).toContain('{"success":false,"error":{"code":"bad_request","message":"The request is malformed."');
});

it('answers headers that do not arrive with a sentence', async () => {
  const server = createServer({ headersTimeout: 50, connectionsCheckingInterval: 10 });
  server.on('clientError', answerClientError);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const answer = await raw('GET / HTTP/1.1\r\nHost: a\r\n', (server.address() as AddressInfo).port);
  server.close();
  expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*<p>The headers of the request did not arrive within 20 s\./);
});
