/**
 * A PostgreSQL with pgvector for tests: the one that PGVECTOR names by its URL, as a user who may do everything, else
 * PGlite from npm, fetched on first use, which is PostgreSQL with one session, behind a port.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { fetched } from './fetched.js';
import { killNow } from './processes.js';
import { freePort } from './servers.js';

const script = fileURLToPath(new URL('pglite-server.js', import.meta.url));

export interface Pgvector {
  /** A database without collections. */
  database(): Promise<string>;
  /** Ends all connections at once; PGlite with its process, as a power cut would. `start` brings it back. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const given = process.env['PGVECTOR'] ?? '';
// While the test file is loaded no timeout of a test applies, and the file fails once, with the reason.
if (given === '') await fetched('pglite');

export const startPgvector = (): Promise<Pgvector> => (given === '' ? startPglite() : useServer(given));

async function startPglite(): Promise<Pgvector> {
  const folder = await mkdtemp(join(tmpdir(), 'tonstift-pglite-'));
  const port = await freePort();
  let child: ChildProcess | undefined;
  let databases = 0;
  const server: Pgvector = {
    database: async () => `postgresql://postgres:sesame-word@127.0.0.1:${port}/database${++databases}`,
    kill: () => killNow(child),
    async start() {
      const started = spawn(process.execPath, [script, join(folder, 'data'), String(port)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      child = started;
      await new Promise<void>((resolve, reject) => {
        started.stdout.once('data', () => resolve());
        started.once('exit', (code) => reject(new Error(`PGlite ended with ${code}.`)));
      });
    },
    async stop() {
      await server.kill();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  await server.start();
  return server;
}

async function useServer(url: string): Promise<Pgvector> {
  const made: string[] = [];
  const admin = async (...statements: string[]): Promise<void> => {
    const client = new pg.Client(url);
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  return {
    async database() {
      const name = `tonstift_test_${process.pid}_${made.length}`;
      made.push(name);
      await admin(`create database ${name}`);
      return Object.assign(new URL(url), { pathname: `/${name}` }).href;
    },
    kill: () => admin('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()'),
    start: async () => undefined,
    stop: () => admin(...made.map((name) => `drop database ${name} with (force)`)),
  };
}
