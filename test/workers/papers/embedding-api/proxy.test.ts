import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { createEmbeddingApi } from '../../../../workers/papers/embedding-api/client.js';
import { startEmbeddingServer, type EmbeddingServer } from '../../../support/embedding-server.js';

const names = ['http_proxy', 'https_proxy', 'no_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'];

describe('proxies of the environment', () => {
  let server: EmbeddingServer;
  let proxy: Server;
  let tunnelled: string[];
  let before: Record<string, string | undefined>;
  const sockets = new Set<Socket>();

  beforeEach(async () => {
    before = Object.fromEntries(names.map((name) => [name, process.env[name]]));
    for (const name of names) delete process.env[name];
    server = await startEmbeddingServer();
    tunnelled = [];
    proxy = createServer().on('connect', (request, socket: Socket) => {
      tunnelled.push(request.url ?? '');
      const [host, port] = (request.url ?? '').split(':');
      const there = connect(Number(port), host, () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        there.pipe(socket).pipe(there);
      });
      for (const end of [socket, there]) sockets.add(end.on('error', () => end.destroy()));
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    await server.close();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => proxy.close(resolve));
  });
  const embed = async () => {
    const api = createEmbeddingApi({ apiUrl: server.url, modelName: 'm', requestsPerMinute: 0 });
    await api.embed(['a']);
    await api.close();
  };

  it('are used', async () => {
    process.env['HTTP_PROXY'] = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    await embed();
    expect(tunnelled).toEqual([new URL(server.url).host]);
    expect(server.requests).toHaveLength(1);
  });

  it('are passed by where no_proxy says so', async () => {
    process.env['HTTP_PROXY'] = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    process.env['NO_PROXY'] = 'localhost,127.0.0.1';
    await embed();
    expect(tunnelled).toEqual([]);
    expect(server.requests).toHaveLength(1);
  });
});
