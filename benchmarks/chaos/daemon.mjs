/** Runs the real program as a process that can be killed, and sends it HTTP requests. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../dist/daemon/main.js', import.meta.url));

/** @typedef {ReturnType<typeof startDaemon>} Daemon */

/**
 * @param {string} home
 * @param {Record<string, unknown>} flags
 * @param {NodeJS.ProcessEnv} environment
 * @param {string} node the Node.js that runs it
 */
export function startDaemon(home, flags, environment = process.env, node = process.execPath) {
  const given = { home, port: 0, 'pen-detect': false, 'log-level': 'debug', ...flags };
  const words = Object.entries(given).map(([name, value]) => `--${name}=${value}`);
  const child = spawn(node, [program, ...words], { stdio: ['ignore', 'pipe', 'pipe'], env: environment });
  let output = '';
  let killed = false;
  const ended = once(child, 'exit');
  const url = new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (piece) => {
        output = (output + piece).slice(-400_000);
        const found = /Open (http:\S+?)\/?\s/.exec(output)?.[1];
        if (found !== undefined) resolve(found);
      });
    void ended.then(([code]) => reject(new Error(`the program ended (${code})`)));
  });
  // A caller that kills it during its start does not wait for the URL.
  url.catch(() => undefined);
  return {
    child,
    url,
    output: () => output,
    /** True if it ended without being killed by us. */
    isDead: () => !killed && (child.exitCode !== null || child.signalCode !== null),
    end: async (signal = 'SIGKILL') => {
      killed = true;
      if (child.exitCode === null && child.signalCode === null) child.kill(/** @type {NodeJS.Signals} */ (signal));
      await ended;
    },
    /** @returns {Promise<{status: number, body: any}>} status 0: no answer, so the outcome is unknown */
    async ask(path, init = {}) {
      try {
        const headers = { accept: 'application/json', ...init.headers };
        const signal = init.signal ?? AbortSignal.timeout(30_000);
        const response = await fetch((await url) + path, { ...init, headers, signal });
        const text = await response.text();
        return { status: response.status, body: /^[[{]/.test(text) ? JSON.parse(text) : text };
      } catch (error) {
        const { cause = error } = /** @type {Error} */ (error);
        return { status: 0, body: String(cause) };
      }
    },
  };
}

/** @param {Daemon} daemon */
export const act = (daemon, fields) =>
  daemon.ask('/library', { method: 'POST', body: fields instanceof FormData ? fields : new URLSearchParams(fields) });

/** Reads the kernel's figures of a process; megabytes. */
export function factsOf(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024;
  const count = (what) => readdirSync(`/proc/${pid}/${what}`).length;
  return {
    resident: megabytes('VmRSS'),
    // Heaps of all threads, JavaScript's and malloc's, as far as they were used.
    anonymous: megabytes('RssAnon'),
    files: count('fd'),
    threads: count('task'),
  };
}

/** Returns the environment that the systemd unit sets, for a Node.js that cannot set it itself. */
export function unitEnvironment() {
  const unit = readFileSync(new URL('../../service-units/systemd/tonstift.service', import.meta.url), 'utf8');
  return Object.fromEntries([...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
}
