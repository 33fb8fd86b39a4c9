/*
 * Parts of a page that follow the daemon: an element with data-live is exchanged when an event happens that it names.
 *
 * id          by which the fresh one is found
 * data-on     events, as `type` or `type:OID`
 * data-from   the address of a fresh one; else the page itself
 *
 * One whose id the body names as data-paused stays as it is.
 */

/** Milliseconds from the first event to the look: a burst of them is one look. */
const pause = 300;
/** @type {Set<string>} */
const due = new Set();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let isLooking = false;
/** Something was left as it is because it was in use. */
let isPostponed = false;

/**
 * What a person is busy with stays as it is: typed text, chosen files.
 * @type {(element: HTMLElement) => boolean}
 */
function isBusy(element) {
  const { activeElement, body } = document;
  if (body.dataset.paused === element.id) return true;
  if (element.contains(activeElement) && activeElement?.matches('input, select, textarea')) return true;
  if (element.querySelector('[data-dirty]')) return true;
  /** @type {NodeListOf<HTMLInputElement>} */
  const files = element.querySelectorAll('input[type=file]');
  return [...files].some((input) => (input.files?.length ?? 0) > 0);
}

/** @type {(element: HTMLElement) => HTMLDetailsElement[]} */
const foldsOf = (element) => [
  ...(element instanceof HTMLDetailsElement ? [element] : []),
  ...element.querySelectorAll('details'),
];

/**
 * Where the cursor is, in words that hold for the fresh element, too.
 * @type {(within: HTMLElement) => string | undefined}
 */
function focusIn(within) {
  const at = document.activeElement;
  if (at === null || !within.contains(at)) return undefined;
  if (at.id !== '') return `#${CSS.escape(at.id)}`;
  const form = at.closest('form')?.querySelector('[name=action]')?.getAttribute('value');
  const name = at.getAttribute('name') ?? at.getAttribute('href');
  if (name !== null) return `[name="${CSS.escape(name)}"], [href="${CSS.escape(name)}"]`;
  return form === null || form === undefined ? undefined : `form:has([value="${CSS.escape(form)}"]) button`;
}

/** @type {(old: HTMLElement, fresh: HTMLElement) => void} */
function exchange(old, fresh) {
  const seen = fresh.outerHTML;
  if (old.outerHTML === seen || old.dataset.seen === seen) return;
  if (isBusy(old)) {
    isPostponed = true;
    return;
  }
  const folds = foldsOf(old).map((fold) => fold.open);
  foldsOf(fresh).forEach((fold, n) => {
    fold.open = folds[n] ?? fold.open;
  });
  const message = old.querySelector('output');
  if (message) fresh.querySelector('output')?.replaceChildren(...message.childNodes);
  const focus = old === document.activeElement ? `#${CSS.escape(old.id)}` : focusIn(old);
  old.replaceWith(fresh);
  fresh.dataset.seen = seen;
  if (focus !== undefined) {
    const at = fresh.matches(focus) ? fresh : fresh.querySelector(focus);
    if (at instanceof HTMLElement) at.focus({ preventScroll: true });
  }
  document.dispatchEvent(new CustomEvent('live:fresh', { detail: fresh }));
}

/** @type {(element: HTMLElement) => string} */
const idsIn = (element) => [...element.querySelectorAll('[data-live]')].map(({ id }) => id).join();

/**
 * A list is exchanged whole only where other elements are in it than before; else each for itself.
 * @type {(old: HTMLElement, fresh: HTMLElement) => void}
 */
function renew(old, fresh) {
  if (fresh.dataset.live !== 'list' || idsIn(old) !== idsIn(fresh)) return exchange(old, fresh);
  /** @type {NodeListOf<HTMLElement>} */
  const inside = fresh.querySelectorAll('[data-live]');
  for (const one of [...inside]) {
    const same = document.getElementById(one.id);
    if (same !== null) exchange(same, /** @type {HTMLElement} */ (one.cloneNode(true)));
  }
}

/** @type {(element: HTMLElement) => string} */
const sourceOf = (element) => element.dataset.from ?? location.pathname + location.search;

/** @type {(from: string, ids: readonly string[]) => Promise<void>} */
async function fetchParts(from, ids) {
  const answer = await fetch(from, { headers: { Accept: 'text/html' } }).catch(() => undefined);
  // Where the daemon is away, the stream notices when it is back.
  if (answer === undefined || answer.status >= 500) return;
  if (answer.status === 404) return gone(ids);
  if (!answer.ok || answer.redirected) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const id of ids) {
    const [old, fresh] = [document.getElementById(id), page.getElementById(id)];
    if (old !== null && fresh !== null) renew(old, fresh);
  }
}

/**
 * What was there is no more: a card leaves its wall, a page says so itself.
 * @type {(ids: readonly string[]) => void}
 */
function gone(ids) {
  for (const id of ids) {
    const list = document.getElementById(id)?.parentElement?.closest('[data-live]');
    if (list) lookAt([list.id]);
    else location.reload();
  }
}

async function look() {
  if (isLooking) return;
  isLooking = true;
  isPostponed = false;
  const elements = [...due].flatMap((id) => document.getElementById(id) ?? []);
  due.clear();
  /** @type {Map<string, string[]>} */
  const bySource = new Map();
  for (const element of elements) {
    const from = sourceOf(element);
    bySource.set(from, [...(bySource.get(from) ?? []), element.id]);
  }
  await Promise.all([...bySource].map(([from, ids]) => fetchParts(from, ids)));
  isLooking = false;
  if (due.size > 0) schedule();
}

function schedule() {
  clearTimeout(timer);
  timer = setTimeout(() => void look(), pause);
}

/** @type {(ids: Iterable<string>) => void} */
export function lookAt(ids) {
  const before = due.size;
  for (const id of ids) due.add(id);
  if (before === 0 && due.size > 0 && !isLooking) schedule();
}

const living = () => /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-live]'));

export const lookAtAll = () => lookAt([...living()].map(({ id }) => id));

/** @type {(type: string, oid: number | undefined) => void} */
export function lookAtConcerned(type, oid) {
  const names = new Set([type, `${type}:${oid}`]);
  /** @type {(element: HTMLElement) => boolean} */
  const isConcerned = ({ dataset }) => (dataset.on ?? '').split(/\s+/).some((name) => names.has(name));
  lookAt([...living()].filter(isConcerned).map(({ id }) => id));
}

document.addEventListener(
  'focusout',
  () => {
    if (isPostponed) lookAtAll();
  },
  true,
);
