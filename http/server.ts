/** The Node HTTP server that runs the Koa application. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type Koa from 'koa';
import { answerClientError, headersTimeout, mostHeaderBytes } from './response/client-error.js';

/** Milliseconds. Only the headers have a time limit here; bodies have theirs in `request/body-time.ts`. */
const timeouts = {
  headersTimeout,
  requestTimeout: 0,
  // Longer than proxies and clients keep an idle connection. If the server closed first, a request could hit the closed
  // connection.
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 5000,
};

/** File descriptors reserved for everything except client connections. */
const keptFree = 1000;
const mostConnections = 10_000;

/**
 * The maximum number of open connections. Without it, many connections could use up all file descriptors.
 * @param limits text of /proc/self/limits; empty if the system has none
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

/** The server does not listen yet. Event streams stay open, so stopping it also needs `closeAllConnections()`. */
export function httpServer(app: Koa): Server {
  const handle = app.callback();
  const options = { ...timeouts, maxHeaderSize: mostHeaderBytes };
  const server = createServer(options, (request, response) => void handle(request, response));
  server.on('clientError', answerClientError);
  server.maxConnections = connectionsFor(limitsOfProcess());
  return server;
}
