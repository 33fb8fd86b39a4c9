/** A home with a daemon, an embedding server, and what was acknowledged; for the kills during single kinds of work. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { filesIn, namesIn } from './digests.mjs';
import { startDaemon } from './daemon.mjs';
import { childrenOf, commandOf, isAlive } from './processes.mjs';
import { embeddingServer } from './reading.mjs';

const program = fileURLToPath(new URL('../../dist/daemon/main.js', import.meta.url));

/** Seconds until unsettled work is a fault. */
const patience = 90;

export class Site {
  /** Papers that must be there, by conference. @type {Map<string, number>} */
  promised = new Map();
  /** @type {ReturnType<typeof startDaemon>} */
  daemon = /** @type {any} */ (null);
  /** The number of processes that were killed while they ran. */
  kills = 0;
  /** Children of a killed process. @type {number[]} */
  orphans = [];
  /** Counts whatever must differ. */
  number = 0;
  /** @type {import('node:http').Server | undefined} */
  api;
  /** @type {Buffer | undefined} */
  backup;

  /** @param {import('./random.mjs').Random} random */
  constructor(random) {
    this.random = random;
    this.root = mkdtempSync(join(tmpdir(), 'tonstift-works-'));
    this.home = join(this.root, 'home');
    this.temporary = join(this.root, 'tmp');
    for (const path of [join(this.home, 'inbox'), this.temporary]) mkdirSync(path, { recursive: true });
    this.environment = { ...process.env, TMPDIR: this.temporary };
  }

  /** Starts the daemon if it does not run. */
  async start() {
    this.api ??= await embeddingServer();
    const { port } = /** @type {any} */ (this.api.address());
    const flags = {
      'log-level': 'info',
      'inbox-settle-seconds': 0.1,
      'embed-schedule': '',
      'llm-backend-url': `http://127.0.0.1:${port}`,
      'requests-per-minute': 0,
    };
    if (this.daemon === null || this.daemon.child.exitCode !== null || this.daemon.child.signalCode !== null)
      this.daemon = startDaemon(this.home, flags, this.environment);
    await this.daemon.url;
  }

  /** Kills the daemon after some milliseconds. */
  async killDaemon(ms) {
    await sleep(ms);
    this.orphans = childrenOf(this.daemon.child.pid).map(({ pid }) => pid);
    if (isAlive(this.daemon.child.pid)) this.kills++;
    await this.daemon.end();
  }

  /** Kills the first child of the daemon whose command has this word, some milliseconds after it is seen. */
  async killChild(word, ms) {
    for (let left = 2000; left > 0; left--) {
      const child = childrenOf(this.daemon.child.pid).find(({ pid }) => commandOf(pid).includes(word));
      if (child === undefined) {
        await sleep(5);
        continue;
      }
      await sleep(ms);
      if (!isAlive(child.pid)) return;
      this.kills++;
      process.kill(child.pid, 'SIGKILL');
      return;
    }
    throw new Error(`no process ${word} came`);
  }

  /**
   * Runs a command of the program.
   * @param {readonly string[]} words
   * @param {number} [killAfter] milliseconds
   * @returns {Promise<number | null>} its exit code; null if it was killed
   */
  async run(words, killAfter) {
    const child = spawn(process.execPath, [program, ...words, `--home=${this.home}`], {
      stdio: 'ignore',
      env: this.environment,
    });
    const ended = once(child, 'exit');
    if (killAfter !== undefined) {
      await Promise.race([ended, sleep(killAfter)]);
      this.orphans = childrenOf(child.pid).map(({ pid }) => pid);
      child.kill('SIGKILL');
    }
    const [code] = await ended;
    if (killAfter !== undefined && code === null) this.kills++;
    return code;
  }

  async stop() {
    await this.daemon?.end('SIGTERM');
  }

  /**
   * Waits until nothing is wrong any more.
   * @param {() => Promise<string[]> | string[]} look
   * @returns what stays wrong
   */
  async settled(look) {
    const begun = performance.now();
    for (;;) {
      const wrong = await look();
      if (wrong.length === 0 || performance.now() - begun > patience * 1000) return wrong;
      await sleep(100);
    }
  }

  /** Checks what must hold after each restart. @returns {Promise<string[]>} */
  async faults() {
    const orphans = await this.settled(() => this.orphans.filter(isAlive).map((pid) => `process ${pid} is left`));
    this.orphans = [];
    const left = await this.settled(() => [
      ...filesIn(join(this.home, 'inbox')).map((path) => `${path} is in the inbox`),
      ...namesIn(join(this.home, 'staging')).map((name) => `staging/${name} is left`),
      ...namesIn(join(this.home, 'library/staging'))
        .filter((name) => name !== 'uploads')
        .map((name) => `library/staging/${name} is left`),
      ...namesIn(join(this.home, 'library/staging/uploads')).map((name) => `uploads/${name} is left`),
      ...namesIn(this.temporary).map((name) => `${name} is left in the temporary folder`),
    ]);
    const ended = this.daemon.isDead() ? [`the program ended:\n${this.daemon.output().slice(-2000)}`] : [];
    return [...orphans, ...left, ...ended, ...(await this.lostPapers())];
  }

  async lostPapers() {
    const found = await Promise.all(
      [...this.promised].map(async ([conference, count]) => {
        const number = await this.papersOf(conference);
        return number === count ? [] : [`${conference} has ${number} papers of ${count}`];
      }),
    );
    return found.flat();
  }

  /** @returns {Promise<number>} */
  async papersOf(conference) {
    const { body } = await this.daemon.ask(`/papers/counts?q=&conference=${encodeURIComponent(conference)}`);
    return body.papers ?? -1;
  }

  write(name, bytes) {
    const path = join(this.root, name);
    writeFileSync(path, bytes);
    return path;
  }

  async remove() {
    await this.daemon?.end();
    this.api?.closeAllConnections();
    this.api?.close();
    rmSync(this.root, { recursive: true, force: true });
  }
}
