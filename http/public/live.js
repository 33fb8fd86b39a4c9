/* What the page shows follows the daemon, and says so where it cannot. */
import { follow } from './stream.js';
import { lookAt, lookAtAll, lookAtConcerned } from './parts.js';
import { progressOf } from './progress.js';

document.documentElement.classList.add('scripted');

/** @type {AbortController | undefined} */
let stop;

/** @typedef {{ oid?: number, album?: { oid: number }, pens?: { plugged_in: boolean, albums: number[] }[] }} Data */

/**
 * A card says whether its album is on a pen: those of which that is otherwise now are looked at.
 * @type {(pens: NonNullable<Data['pens']>) => void}
 */
function pensChanged(pens) {
  const there = new Set(pens.flatMap((pen) => (pen.plugged_in ? pen.albums : [])));
  /** @type {NodeListOf<HTMLElement>} */
  const cards = document.querySelectorAll('[data-oid]');
  const others = [...cards].filter(({ dataset }) => there.has(Number(dataset.oid)) !== (dataset.pen !== undefined));
  lookAt(others.map(({ id }) => id));
}

/** @type {(type: string, data: unknown) => void} */
function happened(type, data) {
  if (type === 'reset') return lookAtAll();
  const { oid, album, pens } = /** @type {Data} */ (data ?? {});
  if (pens !== undefined) pensChanged(pens);
  progressOf(type, data);
  lookAtConcerned(type, album?.oid ?? oid);
}

/**
 * Alone, a page takes back what may not be so any more.
 * @type {(how: 'here' | 'lost' | 'signed-out') => void}
 */
function standing(how) {
  const { classList } = document.body;
  if (how === 'lost' && !classList.contains('lost')) {
    const since = document.querySelector('#alone time');
    if (since) since.textContent = new Date().toLocaleTimeString(document.documentElement.lang);
  }
  classList.toggle('lost', how === 'lost');
  classList.toggle('signed-out', how === 'signed-out');
}

/** A browser has few connections to one host: of the pages in the background only the last one seen keeps its own. */
const others = new BroadcastChannel('tonstift');
others.addEventListener('message', () => {
  if (document.hidden) stop?.abort();
});

function listen() {
  if (!document.hidden) others.postMessage('seen');
  if (stop !== undefined && !stop.signal.aborted) return;
  stop = new AbortController();
  void follow({ happened, standing }, stop.signal);
}

/** @type {(within: ParentNode) => void} */
function copyButtons(within) {
  if (!navigator.clipboard) return;
  /** @type {NodeListOf<HTMLElement>} */
  const texts = within.querySelectorAll('[data-copy]');
  for (const text of texts) {
    const { copy = '', copied = '' } = text.dataset;
    const button = Object.assign(document.createElement('button'), {
      type: 'button',
      className: 'plain copy',
      textContent: copy,
    });
    button.addEventListener('click', () => {
      void navigator.clipboard.writeText(text.textContent ?? '').then(() => {
        button.textContent = copied;
        setTimeout(() => {
          button.textContent = copy;
        }, 2000);
      });
    });
    text.after(button);
  }
}

document.addEventListener('visibilitychange', () => {
  if (!document.hidden) listen();
});
addEventListener('pageshow', listen);
addEventListener('pagehide', () => stop?.abort());
document.addEventListener('live:look', lookAtAll);
document.addEventListener('live:fresh', (event) => {
  copyButtons(/** @type {CustomEvent<HTMLElement>} */ (event).detail);
});
copyButtons(document);
// A bookmark of earlier days.
const [, old] = /^#album-(\d+)$/.exec(location.hash) ?? [];
if (old !== undefined && location.pathname === '/library') location.replace(`/library/${old}`);
