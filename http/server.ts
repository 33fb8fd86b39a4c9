/** The Node server under the application. */
import { createServer, type Server } from 'node:http';
import type Koa from 'koa';

/** Milliseconds. A body may take as long as it likes (an upload over a slow network), headers may not. */
const timeouts = {
  headersTimeout: 20_000,
  requestTimeout: 0,
  keepAliveTimeout: 10_000,
  connectionsCheckingInterval: 5000,
};

/** Not yet listening. Streams of events stay open: a server that shall stop needs `closeAllConnections()` too. */
export function httpServer(app: Koa): Server {
  const handle = app.callback();
  return createServer({ ...timeouts, maxHeaderSize: 16_384 }, (request, response) => void handle(request, response));
}
