/* The queue of uploads. They run one after the other, because parallel uploads would only share the bandwidth. */
import { Card } from './upload-card.js';
import * as memory from './upload-memory.js';
import { Refused, takeBack, Unreadable } from './upload-pieces.js';
import { factsIn } from './upload-request.js';
import { allOf, isLarge, sendInPieces, sendWhole } from './upload-send.js';
import { showAdded } from './upload-added.js';
import { percent, words } from './upload-words.js';

/** @import { Added } from './upload-added.js' */
/** @import { Answer } from './upload-request.js' */
/** @import { Sent, Upload } from './upload-sort.js' */

/** Milliseconds between two updates of the progress. */
const drawEvery = 200;
/** Milliseconds over which the speed is averaged. */
const measured = 5000;

let last = Promise.resolve();
/** Keys of queued and running uploads. @type {Set<string>} */
const open = new Set();

/** A random key. crypto.randomUUID is not available on pages over plain HTTP. */
const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, '0')).join('');

/** @type {(answer: Answer) => string} */
function reasonOf({ status, text }) {
  if (status === 401 || status === 403) return words('login');
  const facts = /** @type {{ error?: { message: string } } | undefined} */ (factsIn(text));
  return facts?.error?.message ?? words('status', { status });
}

/** Progress and speed of an upload, from the progress of its files. */
class Far {
  /** @param {readonly Sent[]} all */
  constructor(all) {
    this.files = all.map(({ path, file }) => ({ path: path || file.name, size: file.size, done: 0 }));
    this.at = new Map(all.map((one, n) => [one, n]));
    this.total = this.files.reduce((sum, { size }) => sum + size, 0);
    /** @type {[time: number, bytes: number][]} */
    this.marks = [];
  }

  /** @type {(sent: Sent, bytes: number) => void} */
  set(sent, bytes) {
    const file = this.files[this.at.get(sent) ?? -1];
    if (file) file.done = bytes;
  }

  get done() {
    return this.files.reduce((sum, { done }) => sum + done, 0);
  }

  /** Bytes per second; undefined until there is enough data. */
  rate() {
    const now = performance.now();
    this.marks.push([now, this.done]);
    while ((this.marks[0]?.[0] ?? now) < now - measured) this.marks.shift();
    const [time, bytes] = this.marks[0] ?? [now, 0];
    const rate = (1000 * (this.done - bytes)) / (now - time);
    return now - time > 800 && rate > 0 ? rate : undefined;
  }

  /** Resets the speed, so that resumed or lost bytes do not count. */
  forgetRate() {
    this.marks = [];
  }
}

/** @type {(upload: Upload, card: Card, key: string, ending: AbortController) => Promise<void>} */
async function send(upload, card, key, ending) {
  const all = allOf(upload);
  const far = new Far(all);
  let isLost = false;
  const isFolder = upload.files.some(({ path }) => path.includes('/'));
  const draw = () => {
    const there = far.files.filter(({ done, size }) => done >= size).length;
    // Also updated while the connection is lost, so that no other page offers to continue this upload.
    if (isLarge(upload))
      memory.note(key, { name: upload.name, isFolder, all: all.length, there, share: percent(far.done, far.total) });
    if (isLost) return;
    card.far({ done: far.done, total: far.total, rate: far.rate() });
    card.list(far.files);
  };
  const way = {
    ...{ key, signal: ending.signal },
    /** @type {(answer: Answer | undefined) => void} */
    waits(answer) {
      isLost = true;
      card.mayCancel(true);
      far.forgetRate();
      card.say(answer === undefined ? words('interrupted') : reasonOf(answer), 'busy');
    },
    /** @type {(sent: Sent, bytes: number) => void} */
    far(sent, bytes) {
      isLost = false;
      far.set(sent, bytes);
      card.mayCancel(far.done < far.total);
    },
  };
  draw();
  const timer = setInterval(draw, drawEvery);
  try {
    const answer = await (isLarge(upload) ? sendInPieces(upload, way) : sendWhole(upload, way));
    clearInterval(timer);
    memory.forget(key);
    const omitted = upload.omitted.length > 0 ? [words('omitted', { names: upload.omitted.join(', ') })] : [];
    const added = /** @type {Added} */ (factsIn(answer.text));
    await showAdded(card, added, omitted);
  } finally {
    clearInterval(timer);
  }
}

/** @type {(upload: Upload, card?: Card, before?: string) => void} */
export function add(upload, card = new Card(upload.name), before = '') {
  if (upload.refused !== undefined) return card.failed(upload.refused);
  const [key, ending] = [before || newKey(), new AbortController()];
  const retry = () => {
    card.again();
    add(upload, card, key);
  };
  open.add(key);
  const cancel = () => {
    ending.abort();
    // Its parts are removed when its turn comes, because they may be those of a running upload.
    card.failed(words('cancelled'));
  };
  card.offer({ cancel });
  last = last.then(async () => {
    try {
      ending.signal.throwIfAborted();
      await send(upload, card, key, ending);
    } catch (problem) {
      await ended(upload, card, { key, problem, isCancelled: ending.signal.aborted, retry });
    } finally {
      open.delete(key);
    }
  });
}

/** @typedef {{ key: string, problem: unknown, isCancelled: boolean, retry: () => void }} End */

/** @type {(upload: Upload, card: Card, end: End) => Promise<void>} */
async function ended(upload, card, { key, problem, isCancelled, retry }) {
  const takeAllBack = () => {
    const ids = allOf(upload).flatMap((one) => memory.recall(one)?.id ?? []);
    for (const one of allOf(upload)) memory.forgetFile(one);
    return takeBack([...new Set([...memory.forget(key), ...ids])]);
  };
  if (isCancelled) {
    card.failed(words('cancelled'), retry);
    return takeAllBack();
  }
  const reason = problem instanceof Refused ? reasonOf(problem.answer) : String(problem);
  card.failed(problem instanceof Unreadable ? problem.message : reason, retry, () => void takeAllBack());
}

/** Whether an upload is queued or running. */
const isSending = () => open.size > 0;

addEventListener('beforeunload', (event) => {
  if (isSending()) event.preventDefault();
});
addEventListener('pagehide', () => {
  for (const key of open) memory.release(key);
});
