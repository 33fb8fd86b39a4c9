/** Starts the built program, as a user would. */
import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

export const packageFolder = fileURLToPath(new URL('../../..', import.meta.url));
export const entry = join(packageFolder, 'dist', 'daemon', 'main.js');

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  child: ChildProcess;
  /** Both streams so far. */
  logged: () => string;
  /** Comes when the program has said it; fails when it ends before. */
  says: (pattern: RegExp) => Promise<RegExpExecArray>;
  ended: Promise<Ended>;
}

/** A folder that also serves as home of the user, and child processes. `clear` removes both, for a fresh start. */
export class Sandbox {
  #folder: string | undefined;
  readonly #children: ChildProcess[] = [];

  get folder(): string {
    return (this.#folder ??= realpathSync(mkdtempSync(join(tmpdir(), 'tonstift cli '))));
  }

  /** @param input what the program reads; without it there is none, with null the child's standard input stays open */
  start(words: readonly string[], environment: Record<string, string> = {}, input?: string | null): Running {
    const { PATH = '' } = process.env;
    const child = spawn(process.execPath, [entry, ...words], {
      cwd: this.folder,
      env: { PATH, HOME: this.folder, ...environment },
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    }) as ChildProcessByStdio<Writable | null, Readable, Readable>;
    if (input !== null) child.stdin?.end(input);
    this.#children.push(child);
    const heard = { stdout: '', stderr: '', all: '' };
    const waiting = new Set<() => void>();
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        heard[name] += text;
        heard.all += text;
        waiting.forEach((look) => look());
      });
    }
    const ended = once(child, 'close').then(([code]) => ({
      code: code as number | null,
      stdout: heard.stdout,
      stderr: heard.stderr,
    }));
    const says = (pattern: RegExp): Promise<RegExpExecArray> =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = pattern.exec(heard.all);
          if (found === null) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
        void ended.then(({ code }) =>
          reject(new Error(`ended with ${code} without saying ${String(pattern)}: ${heard.all}`)),
        );
      });
    return { child, logged: () => heard.all, says, ended };
  }

  run(words: readonly string[], environment: Record<string, string> = {}, input?: string): Promise<Ended> {
    return this.start(words, environment, input).ended;
  }

  async clear(): Promise<void> {
    for (const child of this.#children.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = undefined;
  }
}
