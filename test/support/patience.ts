/**
 * How long tests wait: the one place for it. Tests wait for events, and these times only end a wait for something that
 * never comes, so they are generous. A busy machine gets more.
 */
import { jest } from '@jest/globals';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { isLong } from './times.js';

/** Milliseconds that a wait for one thing takes at most on a quiet machine. */
const oneWait = 60_000;
/** Milliseconds that one test, or one hook, takes at most on a quiet machine. */
const oneTest = isLong ? 20 * 60_000 : 5 * 60_000;

/** Processes that want a processor, for each processor; `TEST_PATIENCE=3` is for machines that report no load. */
function busyness(): number {
  const load = Math.max((loadavg()[0] ?? 0) / availableParallelism(), Number(process.env['TEST_PATIENCE'] ?? 1));
  return Math.min(Math.max(load, 1), 4);
}

/** Whole milliseconds to wait for one thing at most, as busy as the machine is now. */
export const patience = (): number => Math.round(oneWait * busyness());

// Jest runs this file before each suite.
jest.setTimeout(oneTest * busyness());

/** What a wait of this suite has ended without. */
const missing = new Set<string>();

/**
 * Asks every few milliseconds until there is an answer. Throws when nothing has come within `patience()`, and within a
 * twentieth of it when the same suite has waited in vain for the same thing: one missing thing is waited for once.
 */
export async function until<Answer>(
  what: string,
  ask: () => Promise<Answer | null | undefined | false> | Answer | null | undefined | false,
  every = 50,
): Promise<Answer> {
  const timeout = missing.has(what) ? patience() / 20 : patience();
  const start = performance.now();
  let last: unknown;
  while (performance.now() - start < timeout) {
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false) return answer;
    last = answer;
    await pause(every);
  }
  missing.add(what);
  throw new Error(`${what} did not come within ${Math.round(timeout / 1000)} s (${String(last)})`);
}
