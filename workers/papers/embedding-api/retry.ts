/**
 * The retry policy for the embedding API, from one request to the daemon's next run. Values in milliseconds.
 *
 * request  no response, 408, 409, 424, 429, 5xx: twice, after 0.5 s and 1 s, or when the server asks, if within a
 *          minute; never if a quota is used up (client.ts)
 * texts    no response, 403, 408, 409, 424, 5xx, and a harmless text succeeds: the batch is halved
 *          (embeddings/embed/embed-batches.ts)
 * batch    429 beyond that: after 5 s, 10 s …, or later if the server asks for it, for 15 min in total; not for a
 *          single `addPaper` (embeddings/embed/ask.ts)
 * text     rejected by the server: with the first run after 10 min (daemon/papers/embed/embed-missing.ts)
 * run      API or store unreachable: after 15 s, doubled up to 15 min, or when the server asks, up to a day
 *          (daemon/papers/embed/runs.ts)
 *
 * The reasons are in docs/decisions/embeddings.md, ## API.
 */
import { EmbeddingApiError, type EmbeddingApiProblem } from './errors.js';

/** Tries after the first one. */
export const retries = 2;
/** The caller handles longer pauses, because a search must not hang for minutes. */
export const longestRequestPause = 60_000;

/** 424: Text Embeddings Inference, when the model fails. */
const passing = new Set([408, 409, 424, 429]);

export function problemOf(status: number): { kind: EmbeddingApiProblem; retry: boolean } {
  const retry = passing.has(status) || status >= 500;
  if (status === 429) return { kind: 'rate', retry };
  if (retry) return { kind: 'away', retry };
  return { kind: status === 400 || status === 413 || status === 422 ? 'text' : 'refused', retry };
}

/**
 * @param tried how many tries were made, including the first
 * @param allowed the most tries after the first, if the API does not ask to wait
 * @returns null if the caller must handle the failure
 */
export function requestPause(thrown: unknown, tried: number, allowed = retries): number | null {
  if (!(thrown instanceof EmbeddingApiError) || !mayPass(thrown)) return null;
  if (tried > (thrown.kind === 'rate' ? retries : allowed)) return null;
  const pause = Math.max(thrown.retryAfterMs ?? 0, 500 * 2 ** (tried - 1));
  return pause > longestRequestPause ? null : pause;
}

/** Neither a missing nor an invalid response has a status. Only a missing one may succeed on a retry. */
function mayPass({ kind, status }: EmbeddingApiError): boolean {
  if (kind === 'refused') return false;
  return status === undefined ? kind === 'away' : problemOf(status).retry;
}

/**
 * Returns true if the failure may be about the texts: one text that the model fails on, too many texts for the memory,
 * a firewall that dislikes a word (403). Then other texts succeed.
 */
export const maySpareOthers = ({ kind, status }: EmbeddingApiError): boolean => kind === 'away' || status === 403;

/** How long a batch waits in total for an API that answers "too many requests". Then the API counts as unreachable. */
const longestBatchWait = 15 * 60_000;

/**
 * @param waited milliseconds in total for this batch
 * @returns null if the API counts as unreachable
 */
export function batchPause({ kind, retryAfterMs }: EmbeddingApiError, tried: number, waited: number): number | null {
  // If the server sends 0 or a past date, use our own pause.
  const pause = Math.max(retryAfterMs ?? 0, 5_000 * 2 ** (tried - 1));
  return kind !== 'rate' || waited + pause > longestBatchWait ? null : pause;
}

/** How long to wait before sending a rejected text again. */
export const refusedPause = 10 * 60_000;

/** Pauses between the daemon's runs while the API or the store is unreachable. */
export const runPauses = [15_000, 30_000, 60_000, 120_000, 240_000, 480_000, 900_000] as const;

/** The longest Retry-After that is accepted. */
const longestRest = 24 * 3_600_000;

/** Returns how many milliseconds the server asks to wait. */
export function restAskedFor(thrown: unknown): number {
  if (thrown instanceof EmbeddingApiError) return Math.min(thrown.retryAfterMs ?? 0, longestRest);
  return thrown instanceof Error && thrown.cause !== undefined ? restAskedFor(thrown.cause) : 0;
}

/**
 * @param header seconds, or an HTTP date in one of its three forms (RFC 9110, 5.6.7); the oldest, asctime, has no time
 * zone
 * @param now milliseconds since 1970
 * @returns undefined if the header is missing or invalid
 */
export function retryAfter(header: string | null, now: number): number | undefined {
  const value = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  const isDate = /^[A-Za-z]{3,9},? /.test(value);
  const date = isDate ? Date.parse(/:\d\d \d{4}$|:\d\d$/.test(value) ? `${value} GMT` : value) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
