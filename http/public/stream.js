/* The daemon's events as they come, and whether it is there at all. */

/** Milliseconds. The daemon says something at least every 5 s. */
const silence = 12_000;
const pause = 2_000;

/**
 * @typedef {object} Listener
 * @property {(type: string, data: unknown) => void} happened `reset`: some were missed, and anything may be otherwise
 * @property {(how: 'here' | 'lost' | 'signed-out') => void} standing
 */

/** Number of the newest event that this page knows of. */
let last = document.body.dataset.lastEvent ?? '';

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
  const own = new AbortController();
  const end = () => own.abort();
  signal.addEventListener('abort', end);
  let timer = setTimeout(end, silence);
  try {
    const answer = await fetch(`/events?last_event_id=${encodeURIComponent(last)}`, {
      headers: { Accept: 'text/event-stream' },
      signal: own.signal,
    });
    if (answer.status === 401 || answer.status === 403) return listener.standing('signed-out');
    if (!answer.ok || answer.body === null) return listener.standing('lost');
    listener.standing('here');
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      clearTimeout(timer);
      timer = setTimeout(end, silence);
      const blocks = (text + read.value).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) take(block, listener);
    }
    // The end of a session ends the stream, too: the next try tells.
  } catch {
    if (!signal.aborted) listener.standing('lost');
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}

/**
 * Listens until the signal, again and again: what came meanwhile is told then.
 * @type {(listener: Listener, signal: AbortSignal) => Promise<void>}
 */
export async function follow(listener, signal) {
  while (!signal.aborted) {
    await listenOnce(listener, signal);
    if (signal.aborted) return;
    await new Promise((done) => {
      setTimeout(done, pause);
    });
  }
}
