/* Requests with progress that can be aborted, and retries until the daemon is available again. */

/**
 * @typedef {object} Asked
 * @property {string} method
 * @property {string} path
 * @property {Readonly<Record<string, string>>} [headers]
 * @property {XMLHttpRequestBodyInit} [body]
 * @property {(bytes: number, total: number) => void} [sent]
 * @property {AbortSignal} signal
 *
 * @typedef {{ status: number, text: string, header: (name: string) => string | null }} Answer
 */

/** Milliseconds without upload progress, after which the network is considered lost, whatever the system reports. */
const silence = 20_000;

/** The connection was lost, or the server does not answer. */
export class Lost extends Error {}
/** Aborted by the signal. */
class Cancelled extends Error {}

/**
 * @type {(asked: Asked) => Promise<Answer>}
 * @throws Lost, Cancelled
 */
export function ask({ method, path, headers = {}, body, sent, signal }) {
  return new Promise((done, failed) => {
    if (signal.aborted) return failed(new Cancelled());
    const request = new XMLHttpRequest();
    request.open(method, path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    const abort = () => request.abort();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const heard = () => {
      clearTimeout(timer);
      timer = setTimeout(abort, silence);
    };
    if (body !== undefined) {
      heard();
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        heard();
        sent?.(loaded, total);
      });
      // The server may take long to process the request.
      request.upload.addEventListener('load', () => clearTimeout(timer));
    }
    signal.addEventListener('abort', abort);
    // A request without network would only hang.
    addEventListener('offline', abort);
    request.addEventListener('loadend', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      removeEventListener('offline', abort);
      if (signal.aborted) return failed(new Cancelled());
      if (request.status === 0) return failed(new Lost());
      const { status, responseText: text } = request;
      done({ status, text, header: (name) => request.getResponseHeader(name) });
    });
    request.send(body);
  });
}

/** Statuses that may be temporary: the daemon starts, another client sends, the library is not available. */
const passing = new Set([408, 423, 429, 502, 503, 504]);

/** Milliseconds between attempts; the last value repeats. */
const pauses = [500, 1000, 2000, 4000, 8000];

/** @type {(ms: number, signal: AbortSignal) => Promise<void>} */
function rest(ms, signal) {
  return new Promise((done, failed) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      if (signal.aborted) failed(new Cancelled());
      else done();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}

/**
 * Retries until there is a final response.
 * @param {(n: number) => Promise<Answer>} attempt the n-th attempt, from 0
 * @param {{ signal: AbortSignal, waits: (answer: Answer | undefined) => unknown }} how `waits` is called after each
 *   failed attempt
 */
export async function persistently(attempt, { signal, waits }) {
  for (let n = 0; ; n++) {
    const answer = await attempt(n).catch((/** @type {unknown} */ problem) => {
      if (problem instanceof Lost) return undefined;
      throw problem;
    });
    if (answer !== undefined && !passing.has(answer.status)) return answer;
    await waits(answer);
    await rest(pauses[Math.min(n, pauses.length - 1)] ?? 0, signal);
  }
}

/**
 * Parses a response; undefined if it is not JSON.
 * @type {(text: string) => unknown}
 */
export function factsIn(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
