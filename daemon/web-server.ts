/** The web server: listens on the configured port, and explains why if it cannot. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Koa from 'koa';
import type { Config } from '../config/fields.js';
import { showsConnections } from '../http/security/socket-owner.js';
import { httpServer } from '../http/server.js';
import { systemCodeOf, TonstiftError } from '../workers/base/errors.js';
import type { OpenLibrary } from './library/open-library.js';
import { accountTrouble } from './machine-trouble.js';
import type { Reconcilers } from './reconcilers.js';

/** @returns URL of the pages, and the port. Throws TonstiftError `not_now` if the port is not available. */
export async function startWebServer(
  app: Koa,
  { settings, log, disposables }: OpenLibrary,
  { accounts }: Pick<Reconcilers, 'accounts'>,
): Promise<{ address: string; port: number }> {
  const server = httpServer(app);
  await listen(server, settings.current);
  const bound = server.address() as AddressInfo;
  disposables.push('The web server', () => close(server));
  accounts.areHidden = !(await showsConnections(bound.port));
  for (const { reason, advice } of accountTrouble(accounts.areHidden, settings.current))
    log.warn(`${String(reason)} ${String(advice)}`);
  return { address: urlOf(bound), port: bound.port };
}

function listen(server: Server, { host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const why: Record<string, string> = {
        EADDRINUSE: `Port ${port} of ${host} is in use by another program. Choose another with --port.`,
        EACCES: `This user may not use port ${port}. Choose one above 1023 with --port.`,
        EADDRNOTAVAIL: `This machine has no address ${host}.`,
        ENOTFOUND: `The host ${host} is unknown.`,
      };
      reject(
        new TonstiftError(
          'not_now',
          why[systemCodeOf(error) ?? ''] ?? `The web server cannot listen on ${host}:${port}: ${error.message}`,
          {},
          { cause: error },
        ),
      );
    });
    server.listen({ host, port }, () => resolve());
  });
}

/**
 * Returns the URL of this server on this machine. Not `localhost`: if the server listens on one address family only,
 * another account may have the same port of the other, and would receive our requests.
 */
export function urlOf({ address, port, family }: AddressInfo): string {
  const own = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address;
  return `http://${family === 'IPv6' ? `[${own}]` : own}:${port}/`;
}

async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  // Downloads get a moment; event streams would never end otherwise.
  const timer = setTimeout(() => server.closeAllConnections(), 500);
  await closed;
  clearTimeout(timer);
}
