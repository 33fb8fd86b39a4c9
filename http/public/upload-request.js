/* Requests that tell how far they are, and can be ended; and one that goes on when the daemon is back. */

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

/** Milliseconds without a byte taken: the network is gone, whatever the system says. */
const silence = 20_000;

/** The connection was lost, or nobody answers. */
export class Lost extends Error {}
/** By its signal. */
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
      // The service may work on it for long.
      request.upload.addEventListener('load', () => clearTimeout(timer));
    }
    signal.addEventListener('abort', abort);
    // It would only hang.
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

/** Statuses of what may be otherwise in a moment: it starts, another one sends, the library's disk is away. */
const passing = new Set([408, 423, 429, 502, 503, 504]);

/** Milliseconds between two tries; at most. */
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
 * Asks until somebody answers what lasts.
 * @param {(n: number) => Promise<Answer>} attempt the n-th, from 0
 * @param {{ signal: AbortSignal, waits: (answer: Answer | undefined) => unknown }} how each try in vain is told
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
 * What an answer says; undefined where it is no JSON.
 * @type {(text: string) => unknown}
 */
export function factsIn(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
