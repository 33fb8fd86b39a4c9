/* Keeps the page up to date with the daemon, and shows when that is not possible. */
import { base, ownAddress } from './base.js';
import { follow, tryAgain } from './stream.js';
import { lookAtAll, lookAtConcerned, lookAtThose, lookNow } from './parts.js';
import { forgetProgress, progressOf } from './progress.js';
import { forgetPens, noticePens } from './notice.js';
import { allowForms } from './forms.js';
import { followBuild } from './version.js';

document.documentElement.classList.add('scripted');

const { classList } = document.body;
/** @type {AbortController | undefined} */
let stop;

/** @typedef {{ oid?: number, album?: { oid: number }, pens?: { plugged_in: boolean, albums: number[] }[] }} Data */

/**
 * A card shows whether its album is on a pen. Updates the cards for which that has changed.
 * @type {(pens: NonNullable<Data['pens']>) => void}
 */
function pensChanged(pens) {
  const there = new Set(pens.flatMap((pen) => (pen.plugged_in ? pen.albums : [])));
  lookAtThose(
    ({ dataset }) => dataset.oid !== undefined && there.has(Number(dataset.oid)) !== (dataset.pen !== undefined),
  );
}

/** @type {(type: string, data: unknown) => void} */
function happened(type, data) {
  progressOf(type, data);
  if (type === 'reset') return lookAtAll();
  const { oid, album, pens } = /** @type {Data} */ (data ?? {});
  if (pens !== undefined) {
    pensChanged(pens);
    noticePens(data);
  }
  document.dispatchEvent(new CustomEvent('live:event', { detail: { type, data } }));
  lookAtConcerned(type, album?.oid ?? oid);
}

/** States of this page without a connection. `asleep` means in the background, while another page listens. */
const standings = /** @type {const} */ (['lost', 'signed-out', 'asleep']);
/** Milliseconds between two attempts to update the page. */
const pause = 500;
/** Increases with each change of state, so that an older update does not end a later state. */
let turn = 0;

/**
 * Without a connection, the page hides claims that may no longer be true.
 * @type {(how: typeof standings[number], since?: number) => void}
 */
function alone(how, since = Date.now()) {
  turn += 1;
  if (classList.contains(how)) return;
  for (const one of standings) classList.toggle(one, one === how);
  forgetProgress();
  forgetPens();
  if (how === 'asleep') return;
  const clock = new Date(since).toLocaleTimeString(document.documentElement.lang, { timeStyle: 'short' });
  for (const time of document.querySelectorAll('#alone time, .as-of time')) time.textContent = clock;
  for (const claim of document.querySelectorAll('.status-line .good')) claim.setAttribute('role', 'deletion');
  const login = document.querySelector('#alone .when-signed-out a');
  login?.setAttribute('href', `${base}/login?next=${encodeURIComponent(ownAddress())}`);
}

/** Marks the page as connected only after it has been updated. */
async function here() {
  const mine = (turn += 1);
  if (!standings.some((one) => classList.contains(one))) return;
  while (!(await lookNow())) {
    if (mine !== turn) return;
    await new Promise((done) => {
      setTimeout(done, pause);
    });
  }
  if (mine !== turn) return;
  classList.remove(...standings);
  for (const claim of document.querySelectorAll('[role=deletion]')) claim.removeAttribute('role');
  allowForms();
  document.dispatchEvent(new Event('live:here'));
}

/** @type {(standing: import('./stream.js').Standing) => void} */
function standing(now) {
  if (now.how === 'lost') return alone('lost', now.since);
  if (now.how === 'signed-out') return alone('signed-out');
  if (!followBuild(now.build)) void here();
}

/**
 * Browsers limit the connections to one host, so of the pages in the background only the one seen last keeps its own.
 */
const others = new BroadcastChannel('tonstift');
others.addEventListener('message', () => {
  if (!document.hidden) return;
  stop?.abort();
  alone('asleep');
});

function listen() {
  // A page that was never visible starts to listen when it is shown.
  if (document.hidden) {
    if (stop === undefined || stop.signal.aborted) alone('asleep');
    return;
  }
  others.postMessage('seen');
  if (stop !== undefined && !stop.signal.aborted) return tryAgain(false);
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

document.addEventListener('visibilitychange', listen);
for (const kind of ['pageshow', 'focus']) addEventListener(kind, listen);
for (const kind of ['online', 'offline']) addEventListener(kind, () => tryAgain(true));
document.addEventListener('resume', () => tryAgain(false));
addEventListener('pagehide', () => {
  stop?.abort();
  // The browser may cache the page and show it again later.
  alone('asleep');
});
document.addEventListener('live:look', lookAtAll);
document.addEventListener('live:fresh', (event) => {
  copyButtons(/** @type {CustomEvent<HTMLElement>} */ (event).detail);
});
copyButtons(document);
// Scripts change the query of a page, so a link to the same page takes it when it is followed.
document.addEventListener('click', ({ target }) => {
  const link = target instanceof Element ? target.closest('footer .choice a, .when-older a') : null;
  if (!(link instanceof HTMLAnchorElement) || link.pathname !== location.pathname) return;
  const query = new URLSearchParams(location.search);
  for (const [name, value] of new URLSearchParams(link.search))
    if (name === 'language' || name === 'theme') query.set(name, value);
  link.search = query.toString();
});
// An old form of bookmarks.
const [, old] = /^#album-(\d+)$/.exec(location.hash) ?? [];
if (old !== undefined && location.pathname === `${base}/library`) location.replace(`${base}/library/${old}`);
