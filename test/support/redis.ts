/** A real Redis server, as the system has it. */
import { describe } from '@jest/globals';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { leaveOut } from './leave-out.js';
import { killNow } from './processes.js';
import { freePort } from './servers.js';

export interface RedisServer {
  host: string;
  url: string;
  start(): Promise<void>;
  /** Ends it at once; all it knew is gone. */
  kill(): Promise<void>;
}

const haveRedis = (): boolean => spawnSync('redis-server', ['--version']).error === undefined;

/** Tests that need Redis. Where there is none, one skipped test says so instead of them. */
export function withRedis(what: string, tests: () => void): void {
  describe(what, () => (haveRedis() ? tests() : leaveOut('on Redis', 'redis-server is not installed.')));
}

export const redisPassword = 'word-of-redis';

/** @throws where it is not installed */
export async function startRedis(): Promise<RedisServer> {
  if (!haveRedis()) throw new Error('redis-server is not installed');
  const port = await freePort();
  let child: ChildProcess | undefined;
  const server: RedisServer = {
    host: `127.0.0.1:${port}`,
    url: `redis://:${redisPassword}@127.0.0.1:${port}`,
    async start() {
      const started = spawn(
        'redis-server',
        [
          '--port',
          String(port),
          '--bind',
          '127.0.0.1',
          '--save',
          '',
          '--appendonly',
          'no',
          '--dir',
          tmpdir(),
          '--requirepass',
          redisPassword,
        ],
        { stdio: 'ignore' },
      );
      child = started;
      while (!(await listens(port))) {
        if (started.exitCode !== null) throw new Error(`redis-server ended with ${started.exitCode}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    kill: () => killNow(child),
  };
  await server.start();
  return server;
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => (socket.destroy(), resolve(true))).on('error', () =>
      resolve(false),
    );
  });
}
