/** The Node server under the application. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type Koa from 'koa';

/** Milliseconds. Headers must come in time; for bodies see `request/body-time.ts`. */
const timeouts = {
  headersTimeout: 20_000,
  requestTimeout: 0,
  // Longer than proxies and clients keep a free connection: who closes first must not be the one who is asked.
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 5000,
};

/** Files and sockets that the process needs beside its connections. */
const keptFree = 1000;
const mostConnections = 10_000;

/**
 * How many may be open at once, or a crowd of connections would leave no descriptor to open a file with.
 * @param limits text of /proc/self/limits; empty where the system has none
 */
export function connectionsFor(limits: string): number {
  const [, open = '2000'] = /^Max open files +(\d+)/m.exec(limits) ?? [];
  return Math.min(mostConnections, Math.max(Number(open) - keptFree, Math.floor(Number(open) / 2)));
}

function limitsOfProcess(): string {
  try {
    return readFileSync('/proc/self/limits', 'latin1');
  } catch {
    return '';
  }
}

/** Not yet listening. Streams of events stay open: a server that shall stop needs `closeAllConnections()` too. */
export function httpServer(app: Koa): Server {
  const handle = app.callback();
  const options = { ...timeouts, maxHeaderSize: 16_384 };
  const server = createServer(options, (request, response) => void handle(request, response));
  server.maxConnections = connectionsFor(limitsOfProcess());
  return server;
}
