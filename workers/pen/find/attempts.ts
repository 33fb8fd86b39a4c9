/** Runs queries on volumes with a timeout. A failure is logged once until the path works again. */
import { messageOf, systemCodeOf } from '../../base/errors.js';
import type { Clock, Log } from '../../base/ports.js';
import { createTimeLimit, type TimeLimit, Unanswered } from './time-limit.js';

export interface Attempts extends Pick<TimeLimit, 'keep' | 'late' | 'close'> {
  /**
   * Returns the result of the task, `unanswered` after `ms` milliseconds, or undefined if it fails.
   * @param path the queried path; empty for the list of volumes
   */
  attempt: <Answer>(
    path: string,
    ms: number,
    task: () => Promise<Answer>,
    unanswered?: Answer,
  ) => Promise<Answer | undefined>;
}

export function createAttempts(clock: Clock, log: Log): Attempts {
  const limit = createTimeLimit(clock);
  const logged = new Set<string>();
  let closed = false;

  function note(path: string, error: unknown): void {
    if (systemCodeOf(error) === 'ENOENT' || closed || logged.has(path)) return;
    logged.add(path);
    const what = path === '' ? 'The list of volumes' : path;
    log.debug(`${what} could not be read while searching for pens: ${messageOf(error)}.`);
  }

  return {
    async attempt(path, ms, task, unanswered) {
      try {
        const answer = await limit.ask(path, ms, task);
        logged.delete(path);
        return answer;
      } catch (error) {
        note(path, error);
        return error instanceof Unanswered ? unanswered : undefined;
      }
    },
    keep(paths) {
      limit.keep(paths);
      for (const path of logged) if (!paths.has(path)) logged.delete(path);
    },
    late: () => limit.late(),
    close() {
      closed = true;
      limit.close();
    },
  };
}
