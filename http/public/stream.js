/* Receives the events of the daemon, and detects whether it is available. */
import { base } from './base.js';

/** Milliseconds without data, after which the connection is lost. The daemon sends something at least every 2 s. */
const silence = 5_000;
/** Milliseconds without data, after which the connection is uncertain. */
const doubt = 2_500;
/** Milliseconds between two attempts. */
const pause = 1_000;
const tick = 250;

/**
 * `lost`: no data since then (milliseconds since 1970). `build`: the version of the program that answers.
 * @typedef {{ how: 'here', build: string } | { how: 'lost', since: number } | { how: 'signed-out' }} Standing
 *
 * @typedef {object} Listener
 * @property {(type: string, data: unknown) => void} happened `reset`: events were missed, and everything may have
 *   changed
 * @property {(standing: Standing) => void} standing
 */

/** Number of the newest event that this page has received. */
let last = document.body.dataset.lastEvent ?? '';
/** Time of the last data. Date.now() also advances while the machine sleeps. */
let heard = Date.now();
/** Start of the current attempt. */
let begun = Date.now();
/** Ends the current attempt, or the pause after it. */
let hurry = () => {};

/** @type {(block: string, listener: Listener) => void} */
function take(block, listener) {
  let type = '';
  let data = '';
  for (const line of block.split('\n')) {
    if (line.startsWith('id: ')) last = line.slice(4);
    else if (line.startsWith('event: ')) type = line.slice(7);
    else if (line.startsWith('data: ')) data = line.slice(6);
  }
  if (type !== '') listener.happened(type, JSON.parse(data));
}

/** @type {(listener: Listener, signal: AbortSignal) => Promise<void>} */
async function listenOnce(listener, signal) {
  const answer = await fetch(`${base}/events?last_event_id=${encodeURIComponent(last)}`, {
    headers: { Accept: 'text/event-stream' },
    signal,
  });
  if (answer.status === 401) return listener.standing({ how: 'signed-out' });
  if (!answer.ok || answer.body === null) throw new Error(`The answer is ${answer.status}.`);
  heard = Date.now();
  listener.standing({ how: 'here', build: answer.headers.get('Tonstift-Build') ?? '' });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    heard = Date.now();
    const blocks = (text + read.value).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) take(block, listener);
  }
}

/**
 * One attempt, which lasts as long as the daemon sends data.
 * @returns milliseconds to wait before the next attempt
 * @type {(listener: Listener, signal: AbortSignal) => Promise<number>}
 */
async function tryOnce(listener, signal) {
  const own = new AbortController();
  const end = () => own.abort();
  signal.addEventListener('abort', end);
  begun = Date.now();
  hurry = end;
  // A single long timer would stop while the machine sleeps.
  const watch = setInterval(() => {
    if (Date.now() - Math.max(heard, begun) > silence) end();
  }, tick);
  try {
    await listenOnce(listener, own.signal);
    // The stream has ended: the daemon stops, or the session is over. The next attempt, which starts immediately, finds
    // out which.
    return Date.now() - begun > pause ? 0 : pause;
  } catch {
    if (!signal.aborted) listener.standing({ how: 'lost', since: heard });
    return pause;
  } finally {
    clearInterval(watch);
    signal.removeEventListener('abort', end);
  }
}

/** @type {(ms: number) => Promise<void>} */
const rest = (ms) =>
  new Promise((done) => {
    const timer = setTimeout(done, ms);
    hurry = () => {
      clearTimeout(timer);
      done();
    };
  });

/**
 * Listens until the signal is aborted, and reconnects as needed. Missed events are received after reconnecting.
 * @type {(listener: Listener, signal: AbortSignal) => Promise<void>}
 */
export async function follow(listener, signal) {
  while (!signal.aborted) {
    const ms = await tryOnce(listener, signal);
    if (ms > 0 && !signal.aborted) await rest(ms);
  }
}

/** Whether data arrived so recently that the daemon is certainly available. */
export const isHeard = () => Date.now() - heard < doubt;

/**
 * Reconnects immediately, because the machine woke up or its network has changed.
 * @param {boolean} surely even if data has just arrived
 */
export function tryAgain(surely) {
  if (surely || Date.now() - Math.max(heard, begun) > doubt) hurry();
}
