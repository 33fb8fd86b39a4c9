import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { threadScript } from '../async/threads.js';

export interface Question {
  path: string;
  statement: string;
  /** Values for each "?"; none if omitted. */
  parameters?: readonly (string | number | null)[];
  timeoutMs: number;
}
export type Answer = { rows: unknown[] } | { done: true } | { failed: string };

/**
 * Runs one untrusted statement in its own process, read-only, for at most `timeoutMs`. In this process an endless
 * query would block everything, and no signal would reach it.
 */
export async function readSqlite(question: Question, signal?: AbortSignal): Promise<Record<string, unknown>[]> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const child = fork(fileURLToPath(threadScript('workers/base/sqlite/read-sqlite-process')), [], {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const rows: Record<string, unknown>[] = [];
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      child.kill('SIGKILL');
      settle();
    };
    const abort = (): void => end(() => reject(signal?.reason as Error));
    const timer = setTimeout(
      () => end(() => reject(new Error(`it ran longer than ${question.timeoutMs / 1000} seconds`))),
      question.timeoutMs,
    );
    signal?.addEventListener('abort', abort, { once: true });
    child.on('message', (answer: Answer) => {
      if ('rows' in answer) for (const row of answer.rows) rows.push(row as Record<string, unknown>);
      else end(() => ('failed' in answer ? reject(new Error(answer.failed)) : resolve(rows)));
    });
    child.once('error', (thrown) => end(() => reject(thrown)));
    child.once('exit', () => end(() => reject(new Error('the process that read it ended early'))));
    child.send(question, (thrown) => (thrown === null ? undefined : end(() => reject(thrown))));
  });
}
