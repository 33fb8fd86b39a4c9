/** Whoever leaves, sleeps or only asks for the head of a sheet. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import type { Server } from 'node:http';
import { Readable } from 'node:stream';
import Koa from 'koa';
import { httpServer } from '../../http/server.js';
import { sendSheet } from '../../http/response/files/send-sheet.js';
import { closeServer, portOf } from '../support/servers.js';

let server: Server;
afterEach(() => closeServer(server));

/** A client that has asked, and an answer made by `make`. */
async function asked(
  make: (signal: AbortSignal) => Promise<Readable>,
  { pause, method = 'GET' }: { pause?: number; method?: string } = {},
): Promise<Socket> {
  const app = new Koa();
  app.silent = true;
  app.use((ctx) => sendSheet(ctx, { type: 'application/pdf', disposition: 'inline', make }, pause));
  server = httpServer(app);
  const socket = connect(await portOf(server), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`${method} / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  return socket;
}

function* endless(): Generator<Buffer, void, void> {
  for (;;) yield Buffer.alloc(65_536);
}
const closed = (stream: Readable): Promise<unknown> => new Promise((resolve) => stream.on('close', resolve));

describe('sendSheet', () => {
  it('tells that the client has left while nothing is there yet', async () => {
    let socket: Socket | undefined;
    const reason = await new Promise<unknown>((resolve) => {
      void asked(
        (signal) =>
          new Promise((_, reject) => {
            signal.addEventListener('abort', () => {
              resolve(signal.reason);
              reject(signal.reason as Error);
            });
            socket?.destroy();
          }),
      ).then((one) => (socket = one));
    });
    expect(reason).toMatchObject({ code: 'aborted' });
  });

  it('ends the file of a client that leaves while it is sent', async () => {
    const file = Readable.from(endless());
    const socket = await asked(() => Promise.resolve(file));
    await once(socket, 'data');
    socket.destroy();
    await closed(file);
    expect(file.destroyed).toBe(true);
  });

  it('cuts off a client that takes nothing any more', async () => {
    const file = Readable.from(endless());
    const socket = await asked(() => Promise.resolve(file), { pause: 100 });
    socket.pause();
    await closed(file);
    socket.resume();
    await once(socket, 'close');
    expect(file.readableEnded).toBe(false);
  });

  it('breaks nothing off where all was taken', async () => {
    let signal: AbortSignal | undefined;
    const socket = await asked((given) => {
      signal = given;
      return Promise.resolve(Readable.from([Buffer.from('%PDF-')]));
    });
    let text = '';
    for await (const piece of socket) text += String(piece);
    expect(text).toMatch(/^HTTP\/1.1 200 OK[^]*Content-Type: application\/pdf[^]*%PDF-/i);
    expect(signal?.aborted).toBe(false);
  });

  it('makes nothing for HEAD, and says no length', async () => {
    const socket = await asked(() => Promise.reject(new Error('made')), { method: 'HEAD' });
    let text = '';
    for await (const piece of socket) text += String(piece);
    expect(text).toMatch(/^HTTP\/1.1 200 OK[^]*Content-Disposition: inline/i);
    expect(text).not.toMatch(/content-length/i);
  });
});
