/** A TCP proxy in front of a real server, which stalls, breaks off or speaks nonsense. */
import { connect, createServer, type Socket } from 'node:net';
import { portOf } from './servers.js';

export interface TcpProxy {
  port: number;
  /**
   * `pass`: nothing is changed. `stall`: connections open, and nothing comes back. `cut`: the next answer ends in its
   * middle. `nonsense`: other bytes come back.
   */
  mode: 'pass' | 'stall' | 'cut' | 'nonsense';
  /** Ends all connections. */
  cut(): void;
  /** The number of open connections. */
  open(): number;
  close(): Promise<void>;
}

/** @param target `127.0.0.1:PORT` */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const [host, port] = target.split(':');
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const real = connect(Number(port), host);
    sockets.add(client);
    const end = (): void => {
      sockets.delete(client);
      client.destroy();
      real.destroy();
    };
    client.on('data', (bytes: Buffer) => real.write(bytes));
    real.on('data', (bytes: Buffer) => {
      if (proxy.mode === 'pass') client.write(bytes);
      if (proxy.mode === 'nonsense') client.write(Buffer.alloc(bytes.length, 'Z'));
      if (proxy.mode === 'cut') client.write(bytes.subarray(0, bytes.length / 2), end);
    });
    for (const socket of [client, real]) socket.on('error', end).on('close', end);
  });
  const cut = (): void => sockets.forEach((socket) => socket.destroy());
  const proxy: TcpProxy = {
    port: await portOf(server),
    mode: 'pass',
    cut,
    open: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
  return proxy;
}
