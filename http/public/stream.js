/* The daemon's events as they come, and whether it is there at all. */

/** Milliseconds. The daemon says something at least every 2 s. */
const silence = 5_000;
/** As `silence`, where there is a reason to doubt. */
const doubt = 2_500;
/** Between two tries. */
const pause = 1_000;
const tick = 250;

/**
 * `lost`: no answer since then (milliseconds since 1970). `build`: of the program that answers.
 * @typedef {{ how: 'here', build: string } | { how: 'lost', since: number } | { how: 'signed-out' }} Standing
 *
 * @typedef {object} Listener
 * @property {(type: string, data: unknown) => void} happened `reset`: some were missed, and anything may be otherwise
 * @property {(standing: Standing) => void} standing
 */

/** Number of the newest event that this page knows of. */
let last = document.body.dataset.lastEvent ?? '';
/** When the daemon was last heard, by a clock that goes on while the machine sleeps. */
let heard = Date.now();
/** Since when the daemon is listened for in the present try. */
let begun = Date.now();
/** Ends the present try, or the pause after it. */
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
  const answer = await fetch(`/events?last_event_id=${encodeURIComponent(last)}`, {
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
 * One try, as long as the daemon is heard.
 * @returns how long to wait before the next, in milliseconds
 * @type {(listener: Listener, signal: AbortSignal) => Promise<number>}
 */
async function tryOnce(listener, signal) {
  const own = new AbortController();
  const end = () => own.abort();
  signal.addEventListener('abort', end);
  begun = Date.now();
  hurry = end;
  // Not by one long timer: that stands still while the machine sleeps.
  const watch = setInterval(() => {
    if (Date.now() - Math.max(heard, begun) > silence) end();
  }, tick);
  try {
    await listenOnce(listener, own.signal);
    // A stream that ends of itself: the daemon stops, or the session is over. The next try tells, at once.
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
 * Listens until the signal, again and again: what came meanwhile is told then.
 * @type {(listener: Listener, signal: AbortSignal) => Promise<void>}
 */
export async function follow(listener, signal) {
  while (!signal.aborted) {
    const ms = await tryOnce(listener, signal);
    if (ms > 0 && !signal.aborted) await rest(ms);
  }
}

/** Whether the daemon was heard so lately that it is surely there. */
export const isHeard = () => Date.now() - heard < doubt;

/**
 * The machine woke, or its network is another: tries again at once.
 * @param {boolean} surely even where the daemon was heard just now
 */
export function tryAgain(surely) {
  if (surely || Date.now() - Math.max(heard, begun) > doubt) hurry();
}
