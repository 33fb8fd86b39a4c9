/** The possible outcomes of a run of the work queue, and their effect on the next run. */
import { TonstiftError } from '../../workers/base/errors.js';

/** The meaning of a failure. `atLeast` is a minimum pause in milliseconds, which the error requests. */
export type Verdict = 'failed' | { notNow: true; atLeast?: number };

export type Outcome =
  | { kind: 'done' }
  /** `pause` in milliseconds. */
  | { kind: 'not now'; error: unknown; pause: number }
  | { kind: 'failed'; error: unknown };

/** Whether the error says that it is temporary. */
export const isNotNow = (error: unknown): error is TonstiftError =>
  error instanceof TonstiftError && (error.code === 'not_now' || error.code === 'aborted');

/** Temporary errors are "not now"; all others are failures. */
export const notNowOnly = (error: unknown): Verdict => (isNotNow(error) ? { notNow: true } : 'failed');
