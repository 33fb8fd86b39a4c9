/** Servers of a test, on any free port of this machine. */
import { once } from 'node:events';
import { Server as HttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';

/**
 * Returns the port on which it listens from now on. It keeps idle connections for a day: a busy machine may send
 * nothing for minutes, and the client of the same process would use a connection that is just being closed. With 0, a
 * timeout that a response has set would still end its connection.
 */
export async function portOf(server: Server): Promise<number> {
  if (server instanceof HttpServer) server.keepAliveTimeout = 86_400_000;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** Ends it with all its connections. */
export async function closeServer(server: Server & { closeAllConnections?(): void }): Promise<void> {
  const ended = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections?.();
  await ended;
}

/** Nothing listens on it. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await portOf(server);
  await closeServer(server);
  return port;
}
