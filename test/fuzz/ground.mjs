/** A new home with the real program, which is watched while it gets inputs. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startDaemon } from '../../benchmarks/chaos/daemon.mjs';
import { filesIn } from '../../benchmarks/chaos/digests.mjs';
import { commandOf, familyOf } from '../../benchmarks/chaos/processes.mjs';
import { waitOf } from '../../benchmarks/million/watch-health.mjs';
import { firstAlbum } from './readers.mjs';

const program = fileURLToPath(new URL('../../dist/daemon/main.js', import.meta.url));

const limits = { silentMs: 1000, megabytes: 1500, endMs: 10_000 };
const every = 100;

/** @typedef {Awaited<ReturnType<typeof startGround>>} Ground */

export async function startGround() {
  const root = mkdtempSync(join(tmpdir(), 'tonstift-fuzz-'));
  const [home, temporary] = ['home', 'tmp'].map((name) => join(root, name));
  for (const path of [home, temporary]) mkdirSync(path);
  // As the units start it: many threads, each with its own part of the memory, keep twice as much.
  const environment = { ...process.env, TMPDIR: temporary, MALLOC_ARENA_MAX: '1' };
  const flags = { 'log-level': 'info', 'inbox-settle-seconds': 0.2, 'embed-schedule': '' };
  const daemon = startDaemon(home, flags, environment);
  const url = await daemon.url;
  await daemon.ask('/', { method: 'POST', body: await firstAlbum() });
  const watched = watch(daemon, url);
  const assistant = startAssistant(home, environment);
  return {
    ...{ home, daemon, url },
    /** Counts the inputs, for names that differ. */
    given: 0,
    askAssistant: (bytes) => assistant.ask(bytes),
    /** Faults since the last call. */
    faults: () => watched.faults(),
    /** Ends it, and returns what it has left. */
    async end() {
      await watched.end();
      await assistant.end();
      const left = daemon.isDead() ? [] : await leftIn(home, temporary);
      const begun = performance.now();
      if (!daemon.isDead()) await Promise.race([daemon.end('SIGTERM'), sleep(limits.endMs)]);
      if (performance.now() - begun >= limits.endMs) left.push('it does not end');
      await daemon.end();
      rmSync(root, { recursive: true, force: true });
      return left;
    },
  };
}

/** Milliseconds for which the main thread of a process has worked, and has waited for a processor that others had. */
const timesOf = (pid) =>
  readFileSync(`/proc/${pid}/schedstat`, 'latin1')
    .split(' ')
    .slice(0, 2)
    .map((nanoseconds) => Number(nanoseconds) / 1e6);

/**
 * Asks /healthz and reads the memory. The delays of this process do not count, nor those of the daemon while all
 * processors were busy with others: they say nothing about the work of its main thread.
 */
function watch(daemon, url) {
  /** @type {string[]} */
  let found = [];
  let isOver = false;
  const loop = async (look) => {
    while (!isOver && !daemon.isDead()) {
      await look().catch((error) => found.push(`/healthz: ${String(error)}`));
      await sleep(every);
    }
  };
  let delay = 0;
  let before = performance.now();
  const timer = setInterval(() => {
    delay = Math.max(delay, performance.now() - before - 20);
    before = performance.now();
  }, 20);
  const running = Promise.all([
    loop(async () => {
      delay = 0;
      const before = timesOf(daemon.child.pid);
      const silent = (await waitOf(url)) - delay;
      if (silent <= limits.silentMs) return;
      const [worked = 0, waited = 0] = timesOf(daemon.child.pid).map((time, n) => time - (before[n] ?? 0));
      const told =
        `/healthz was silent for ${silent.toFixed(0)} ms: the main thread worked for ${worked.toFixed(0)} ms, ` +
        `and waited for a processor for ${waited.toFixed(0)} ms`;
      if (silent - waited > limits.silentMs) found.push(told);
      else console.log(told);
    }),
    loop(async () => {
      const own = commandOf(daemon.child.pid);
      // A process that is being started is still a copy of its parent, whose memory it shares; one that has ended
      // meanwhile has no command.
      const family = familyOf(daemon.child.pid).filter(
        ({ pid }) => pid === daemon.child.pid || !['', own].includes(commandOf(pid)),
      );
      const sum = family.reduce((total, { megabytes }) => total + megabytes, 0);
      if (sum <= limits.megabytes) return;
      const each = family.map(({ pid, megabytes }) => `${megabytes.toFixed(0)} ${commandOf(pid).slice(-60)}`);
      found.push(`it took ${sum.toFixed(0)} MB: ${each.join('; ')}`);
    }),
  ]);
  return {
    faults() {
      const faults = found;
      found = [];
      if (daemon.isDead()) faults.push(`the program ended:\n${daemon.output().slice(-2000)}`);
      return faults;
    },
    async end() {
      isOver = true;
      clearInterval(timer);
      await running;
    },
  };
}

/** `tonstift mcp`, which must answer after any line. */
function startAssistant(home, environment) {
  /** @type {ReturnType<typeof spawn> | undefined} */
  let child;
  /** @type {Promise<{status: number, body?: string}>} */
  let ended;
  let number = 0;
  /** @type {Map<string, () => void>} */
  const waiting = new Map();
  const start = () => {
    const started = spawn(process.execPath, [program, 'mcp', `--home=${home}`], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: environment,
    });
    ended = once(started, 'exit').then(([code]) => ({ status: 500, body: `tonstift mcp ended (${code})` }));
    createInterface({ input: started.stdout }).on('line', (line) => {
      const id = /"id":"(fuzz-\d+)"/.exec(line)?.[1];
      if (id !== undefined) waiting.get(id)?.();
    });
    started.stdin.on('error', () => undefined);
    const info = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'fuzz', version: '1' } };
    started.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: info })}\n`);
    started.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    return started;
  };
  return {
    async ask(bytes) {
      child ??= start();
      const id = `fuzz-${++number}`;
      const answered = new Promise((resolve) => waiting.set(id, () => resolve({ status: 200 })));
      child.stdin?.write(bytes);
      child.stdin?.write(`\n${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n`);
      const late = sleep(100_000, { status: 0, body: 'tonstift mcp does not answer' }, { ref: false });
      const answer = await Promise.race([answered, ended, late]);
      waiting.delete(id);
      return answer;
    },
    async end() {
      if (child === undefined) return;
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Files that stay where nothing may stay. */
async function leftIn(home, temporary) {
  const namesIn = (path) => {
    try {
      return readdirSync(path);
    } catch {
      return [];
    }
  };
  const found = () => [
    ...filesIn(join(home, 'inbox')).filter((path) => !/^(failed|duplicates)\//.test(path)),
    ...namesIn(join(home, 'staging')),
    ...namesIn(join(home, 'library/staging')).filter((name) => name !== 'uploads'),
    // Parcels are uploads that have begun and may go on for days.
    ...namesIn(join(home, 'library/staging/uploads')).filter((name) => !name.startsWith('parcel-')),
    ...namesIn(temporary),
  ];
  // Pictures and texts without their album wait for a minute.
  for (let left = 900; found().length > 0 && left > 0; left--) await sleep(100);
  return found().map((name) => `${name} is left`);
}
