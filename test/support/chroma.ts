/** A real Chroma server from npm, fetched on first use. */
import { describe, expect } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetched } from './fetched.js';
import { leaveOut } from './leave-out.js';
import { patience } from './patience.js';
import { killNow } from './processes.js';
import { freePort } from './servers.js';

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

/** Tests that need Chroma. Where none can be started, one skipped test says why instead of them. */
export async function withChroma(what: string, tests: (chroma: Chroma) => void): Promise<void> {
  const started = await startChroma().catch((thrown: Error) => thrown.message);
  describe(what, () => (typeof started === 'string' ? leaveOut('on Chroma', started) : tests(started)));
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
    kill: () => killNow(child),
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
        if (started.exitCode !== null || started.signalCode !== null || tries > patience() / 100)
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

/** The path of the server's package, the only one of its set. */
async function fetchServer(): Promise<string> {
  const modules = await fetched('chroma');
  const name = (await readdir(modules)).find((entry) => entry.startsWith('chromadb-js-bindings-'));
  if (name === undefined) throw new Error(`There is no Chroma server in ${modules}`);
  return join(modules, name);
}
