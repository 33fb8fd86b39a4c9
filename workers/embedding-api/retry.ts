/**
 * When the embedding API is asked again: the whole policy, from one request to the daemon's next run. In milliseconds.
 *
 * request  no answer, 408, 409, 429, 5xx: twice, after 0.5 s and 1 s, or when the server says so within a minute
 *          (client.ts)
 * batch    429 beyond that: after 5 s, 10 s …, or later when the server says so, for 15 min in all
 *          (embeddings/embed/ask.ts)
 * text     one that the server refuses: with the first run after 10 min (daemon/papers/embed-missing.ts)
 * run      what is away: after 15 s, doubled up to 15 min, or when the server says so, up to a day
 *          (daemon/papers/runs.ts)
 *
 * The reasons are in docs/decisions/embeddings.md, ## API.
 */
import { EmbeddingApiError, type EmbeddingApiProblem } from './errors.js';

/** Tries after the first. */
const retries = 2;
/** Longer ones are the caller's to wait: a search must not hang for minutes. */
const longestRequestPause = 60_000;

const passing = new Set([408, 409, 429]);

export function problemOf(status: number): { kind: EmbeddingApiProblem; retry: boolean } {
  const retry = passing.has(status) || status >= 500;
  if (status === 429) return { kind: 'rate', retry };
  if (retry) return { kind: 'away', retry };
  return { kind: status === 400 || status === 413 || status === 422 ? 'text' : 'refused', retry };
}

/**
 * @param tried how often already, the first time included
 * @returns null where the failure is the caller's
 */
export function requestPause(thrown: unknown, tried: number): number | null {
  if (!(thrown instanceof EmbeddingApiError) || tried > retries || !mayPass(thrown)) return null;
  const pause = Math.max(thrown.retryAfterMs ?? 0, 500 * 2 ** (tried - 1));
  return pause > longestRequestPause ? null : pause;
}

/** No answer at all and nonsense in one are the same kind of errors, but only the first may pass by itself. */
function mayPass({ kind, status }: EmbeddingApiError): boolean {
  return status === undefined ? kind === 'away' : problemOf(status).retry;
}

/** How long an API that says "too many requests" is waited for before it counts as away. */
const longestBatchWait = 15 * 60_000;

/**
 * @param waited in all, for this batch
 * @returns null where the API counts as away
 */
export function batchPause({ kind, retryAfterMs }: EmbeddingApiError, tried: number, waited: number): number | null {
  // A server that says 0, or a date that is over, has no better idea of when.
  const pause = Math.max(retryAfterMs ?? 0, 5_000 * 2 ** (tried - 1));
  return kind !== 'rate' || waited + pause > longestBatchWait ? null : pause;
}

/** A text that the server refused is sent again after so long. */
export const refusedPause = 10 * 60_000;

/** Between the runs of a daemon, while something is away. */
export const runPauses = [15_000, 30_000, 60_000, 120_000, 240_000, 480_000, 900_000] as const;

/** No server is believed that it wants to be left in peace for longer. */
const longestRest = 24 * 3_600_000;

/** For which a server wants to be left in peace. */
export function restAskedFor(thrown: unknown): number {
  if (thrown instanceof EmbeddingApiError) return Math.min(thrown.retryAfterMs ?? 0, longestRest);
  return thrown instanceof Error && thrown.cause !== undefined ? restAskedFor(thrown.cause) : 0;
}

/**
 * @param header seconds, or an HTTP date in one of its three forms (RFC 9110, 5.6.7); the oldest, asctime, names no
 *   zone
 * @param now milliseconds since 1970
 * @returns undefined for none or nonsense
 */
export function retryAfter(header: string | null, now: number): number | undefined {
  const value = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  const isDate = /^[A-Za-z]{3,9},? /.test(value);
  const date = isDate ? Date.parse(/:\d\d \d{4}$|:\d\d$/.test(value) ? `${value} GMT` : value) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
