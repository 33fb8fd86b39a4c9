/** A host or port that is saved must be one on which the next start can listen. */
import { createServer } from 'node:net';
import type { BeforeUpdate } from '../config/settings.js';
import { ConfigError } from '../config/problems.js';
import { messageOf, systemCodeOf } from '../workers/errors.js';

/** A hook of the settings: tries the address for a moment. */
export const refuseDeafAddress: BeforeUpdate = async ({ changed, before, after }) => {
  if (!changed.includes('host') && !changed.includes('port')) return;
  // Our own port is taken, by us; then only the host can be tried.
  const port = after.port === before.port ? 0 : after.port;
  const failure = await tryToListen(after.host, port);
  if (failure === undefined) return;
  const field = ['EADDRINUSE', 'EACCES'].includes(systemCodeOf(failure) ?? '') && changed.includes('port') ? 'port' : 'host';
  const what = `cannot be listened on: ${messageOf(failure)}.`;
  throw new ConfigError([{ field, source: field, what }]);
};

function tryToListen(host: string, port: number): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen({ host, port }, () => server.close(() => resolve(undefined)));
  });
}
