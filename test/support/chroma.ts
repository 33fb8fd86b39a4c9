/** A real Chroma server, from npm, fetched into a cache folder on first use. */
import { describe, expect, it } from '@jest/globals';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * The server is in the platform's own package of `chromadb`; alone it is fetched in a fifth of the time. The newer
 * ones need glibc 2.38, which Debian 12 lacks.
 */
const version = '1.0.5';
const libc = ({ linux: '-gnu', win32: '-msvc' } as Record<string, string>)[process.platform] ?? '';
const packageName = `chromadb-js-bindings-${process.platform}-${process.arch}${libc}`;
const cache = join(tmpdir(), `tonstift-chroma-${version}-${userInfo().uid}`);

export interface Chroma {
  url: string;
  /** A database of its own: no other collections are in it. */
  database(): Promise<string>;
  /** Ends the server at once, as a power cut would; `start` brings it back with its data. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/** Tests that need Chroma. Where none can be started, one test says why instead of them. */
export async function withChroma(what: string, tests: (chroma: Chroma) => void): Promise<void> {
  const started = await startChroma().catch((thrown: unknown) => `${thrown as Error}`.split('\n')[0]);
  describe(what, () => {
    if (typeof started === 'object') return tests(started);
    const sentence = `No Chroma server can be started (${started}), so its tests are left out: ${what}.`;
    it(sentence, () => {
      process.stderr.write(`${sentence}\n`);
      expect(started).not.toBe('');
    });
  });
}

/** @throws where it cannot be fetched or does not start */
export async function startChroma(): Promise<Chroma> {
  const server = await fetchServer();
  const folder = await mkdtemp(join(tmpdir(), 'tonstift-chroma-data-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let databases = 0;
  const chroma: Chroma = {
    url,
    async database() {
      const name = `database${++databases}`;
      const made = await fetch(`${url}/api/v2/tenants/default_tenant/databases`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name }),
      });
      expect(made.status).toBe(200);
      return name;
    },
    async kill() {
      const ending = child;
      child = undefined;
      if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
      const ended = new Promise((resolve) => ending.once('exit', resolve));
      ending.kill('SIGKILL');
      await ended;
    },
    async start() {
      const args = ['chroma', 'run', '--host', '127.0.0.1', '--port', String(port), '--path', folder];
      const started = spawn(
        process.execPath,
        ['-e', `require(${JSON.stringify(server)}).cli(${JSON.stringify(args)})`],
        { stdio: ['ignore', 'ignore', 'pipe'] },
      );
      child = started;
      let logged = '';
      started.stderr.on('data', (some: Buffer) => (logged += some.toString().slice(0, 1000)));
      for (let tries = 0; !(await answers(url)); tries++) {
        if (started.exitCode !== null || started.signalCode !== null || tries > 200)
          throw new Error(`the server ended: ${logged.trim()}`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    async stop() {
      await chroma.kill();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  try {
    await chroma.start();
  } catch (thrown) {
    await chroma.stop();
    throw thrown;
  }
  return chroma;
}

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/api/v2/heartbeat`).then(
    (response) => response.ok,
    () => false,
  );

/** The path of the server's package. */
async function fetchServer(): Promise<string> {
  const server = join(cache, 'node_modules', packageName);
  if (existsSync(server)) return server;
  // Fetched beside and renamed, so that a broken fetch leaves nothing and two at once do no harm.
  const fetched = await mkdtemp(`${cache}-`);
  try {
    await writeFile(join(fetched, 'package.json'), '{"private":true}');
    const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--no-save', `${packageName}@${version}`];
    await promisify(execFile)('npm', args, { cwd: fetched, timeout: 240_000, shell: process.platform === 'win32' });
    await rename(fetched, cache).catch(() => undefined);
  } finally {
    await rm(fetched, { recursive: true, force: true });
  }
  if (!existsSync(server)) throw new Error(`${packageName} came without its server`);
  return server;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
