/** How a run of the work queue ends, and what that means for the next one. */
import { TonstiftError } from '../../workers/base/errors.js';

/** What a failure means. `atLeast`: milliseconds that it asks for itself; the pause is never shorter. */
export type Verdict = 'failed' | { notNow: true; atLeast?: number };

export type Outcome =
  | { kind: 'done' }
  /** `pause` in milliseconds. */
  | { kind: 'not now'; error: unknown; pause: number }
  | { kind: 'failed'; error: unknown };

/** It says itself that it passes. */
export const isNotNow = (error: unknown): error is TonstiftError =>
  error instanceof TonstiftError && (error.code === 'not_now' || error.code === 'aborted');

/** The errors that say so themselves are "not now"; all else has failed. */
export const notNowOnly = (error: unknown): Verdict => (isNotNow(error) ? { notNow: true } : 'failed');
