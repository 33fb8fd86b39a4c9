/** When to ask again (embeddings-decisions.md, ## API). */
import type { EmbeddingApiProblem } from './errors.js';

/** Tries after the first. */
export const retries = 2;

/** Longer ones are the caller's to wait: a search must not hang for minutes. In milliseconds. */
export const longestPause = 60_000;

const again = new Set([408, 409, 429]);

export function problemOf(status: number): { kind: EmbeddingApiProblem; retry: boolean } {
  const retry = again.has(status) || status >= 500;
  if (status === 429) return { kind: 'rate', retry };
  if (retry) return { kind: 'away', retry };
  return { kind: status === 400 || status === 413 || status === 422 ? 'text' : 'refused', retry };
}

/**
 * @param header seconds, or an HTTP date
 * @param now milliseconds since 1970
 * @returns milliseconds; undefined for none or nonsense
 */
export function retryAfter(header: string | null, now: number): number | undefined {
  const value = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  const date = /^[A-Za-z]{3},? /.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Milliseconds before try `attempt` + 1, where the server names none. */
export function backoff(attempt: number): number {
  return 500 * 2 ** attempt;
}
