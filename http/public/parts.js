/*
 * Live parts of a page: an element with data-live is replaced after an event that it names.
 *
 * id          identifies the new element
 * data-on     events, as `type` or `type:OID`
 * data-from   the address of the new element; otherwise the page itself
 *
 * The element whose id is in data-paused of the body is not updated.
 */

import { carry } from './carried.js';
import { renewList } from './list.js';

/** Milliseconds from the first event to the request, so that many events cause one request. */
const pause = 300;
/** Milliseconds of pause after a failed request. */
const pauseAfterFailure = 2_000;
/** Timeout of a request in milliseconds. */
const patience = 10_000;
/** @type {Set<string>} */
const due = new Set();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** An element was not updated because it was in use. */
let isPostponed = false;

/**
 * An element that is in use or has chosen files is not updated.
 * @type {(element: HTMLElement) => boolean}
 */
function isBusy(element) {
  const { activeElement, body } = document;
  if (body.dataset.paused === element.id) return true;
  // A change above a dragged row would move it away from the pointer.
  if (body.dataset.dragging !== undefined) return true;
  // Another script keeps the state of data-choice.
  const typing = 'input:not([data-choice]), select, textarea';
  if (element.contains(activeElement) && activeElement?.matches(typing)) return true;
  // A press ends on the button where it began, or is lost.
  if (element.matches(':active') || element.querySelector('[data-dirty]')) return true;
  /** @type {NodeListOf<HTMLInputElement>} */
  const files = element.querySelectorAll('input[type=file]');
  return [...files].some((input) => (input.files?.length ?? 0) > 0);
}

/**
 * The folds by id; one without an id by its summary.
 * @type {(element: HTMLElement) => Map<string, HTMLDetailsElement>}
 */
const foldsOf = (element) => {
  const own = element instanceof HTMLDetailsElement ? [element] : [];
  const all = [...own, ...element.querySelectorAll('details')];
  return new Map(all.map((fold) => [fold.id || (fold.querySelector('summary')?.textContent ?? ''), fold]));
};

/**
 * A selector for the focused element that also matches in the new element.
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
  const folds = foldsOf(old);
  for (const [key, fold] of foldsOf(fresh)) fold.open = folds.get(key)?.open ?? fold.open;
  carry(old, fresh);
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

/**
 * A list is never replaced as a whole: its elements are removed, added and updated one by one.
 * @type {(old: HTMLElement, fresh: HTMLElement) => void}
 */
export function renew(old, fresh) {
  if (fresh.dataset.live !== 'list') return exchange(old, fresh);
  Object.assign(old.dataset, fresh.dataset);
  renewList(old, fresh, exchange);
}

/** @type {(element: HTMLElement) => string} */
const sourceOf = (element) => element.dataset.from ?? location.pathname + location.search;

/**
 * @returns whether there was a response
 * @type {(from: string, ids: readonly string[]) => Promise<boolean>}
 */
async function fetchParts(from, ids) {
  const asked = { headers: { Accept: 'text/html' }, signal: AbortSignal.timeout(patience) };
  const answer = await fetch(from, asked).catch(() => undefined);
  if (answer === undefined || answer.status >= 500) return false;
  if (answer.status === 404) gone(ids);
  if (!answer.ok || answer.redirected) return true;
  const text = await answer.text().catch(() => undefined);
  if (text === undefined) return false;
  const page = new DOMParser().parseFromString(text, 'text/html');
  // DOMParser has scripting disabled, so the content of noscript would become a part of the page.
  for (const one of page.querySelectorAll('noscript')) one.remove();
  for (const id of ids) {
    const [old, fresh] = [document.getElementById(id), page.getElementById(id)];
    if (old !== null && fresh !== null) renew(old, fresh);
  }
  return true;
}

/** A form was sent, and its response will replace this page. */
let isLeaving = false;
addEventListener('submit', ({ target, defaultPrevented }) => {
  const form = /** @type {HTMLFormElement} */ (target);
  isLeaving = !defaultPrevented && form.method === 'post' && form.target === '';
});
addEventListener('pageshow', () => {
  isLeaving = false;
});

/**
 * The element no longer exists. In a list, the list is updated; otherwise the page is reloaded to say so, unless that
 * would discard the response to the deletion.
 * @type {(ids: readonly string[]) => void}
 */
function gone(ids) {
  for (const id of ids) {
    const list = document.getElementById(id)?.parentElement?.closest('[data-live]');
    if (list) lookAt([list.id]);
    else if (!isLeaving) location.reload();
  }
}

/** If more elements of a list are due, the whole list is requested once. */
const many = 6;

/** @type {(elements: readonly HTMLElement[]) => readonly HTMLElement[]} */
function together(elements) {
  /** @type {Map<HTMLElement | null, HTMLElement[]>} */
  const byList = new Map();
  for (const element of elements) {
    const list = /** @type {HTMLElement | null} */ (element.parentElement?.closest('[data-live=list]') ?? null);
    byList.set(list, [...(byList.get(list) ?? []), element]);
  }
  const looked = [...byList].flatMap(([list, own]) => (list !== null && own.length > many ? [list] : own));
  return [...new Set(looked)];
}

/**
 * @returns whether all requests were answered
 * @type {() => Promise<boolean>}
 */
async function look() {
  clearTimeout(timer);
  isPostponed = false;
  const elements = together([...due].flatMap((id) => document.getElementById(id) ?? []));
  due.clear();
  /** @type {Map<string, string[]>} */
  const bySource = new Map();
  for (const element of elements) {
    const from = sourceOf(element);
    bySource.set(from, [...(bySource.get(from) ?? []), element.id]);
  }
  const answers = await Promise.all(
    [...bySource].map(async ([from, ids]) => {
      const isAnswered = await fetchParts(from, ids);
      if (!isAnswered) setTimeout(() => lookAgain(ids), pauseAfterFailure);
      return isAnswered;
    }),
  );
  return answers.every(Boolean);
}

/** Only one update runs at a time. @type {Promise<boolean> | undefined} */
let looking;
/**
 * Which elements the events during an update concern. The update may insert elements that the daemon drew before these
 * events, so it looks at them again at its end. @type {((element: HTMLElement) => boolean)[]}
 */
const meanwhile = [];

/** @type {() => Promise<boolean>} */
function begin() {
  looking ??= look().finally(() => {
    looking = undefined;
    for (const isConcerned of meanwhile.splice(0)) lookAtThose(isConcerned);
    if (due.size > 0) schedule();
  });
  return looking;
}

function schedule() {
  clearTimeout(timer);
  timer = setTimeout(() => void begin(), pause);
}

/**
 * Without a connection, nothing is repeated: the page updates everything when it is connected again. @type {(ids:
 * readonly string[]) => void}
 */
function lookAgain(ids) {
  if (!document.body.matches('.lost, .signed-out, .asleep')) lookAt(ids);
}

/** @type {(ids: Iterable<string>) => void} */
export function lookAt(ids) {
  const before = due.size;
  for (const id of ids) due.add(id);
  if (before === 0 && due.size > 0 && looking === undefined) schedule();
}

const living = () => /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-live]'));

export const lookAtAll = () => lookAt([...living()].map(({ id }) => id));

/**
 * Updates everything immediately. Resolves when that is done.
 * @returns whether all requests were answered
 * @type {() => Promise<boolean>}
 */
export async function lookNow() {
  // A running update may have been requested before the change.
  while (looking !== undefined) await looking;
  lookAtAll();
  return begin();
}

/**
 * Updates the live elements that an event concerns.
 * @type {(isConcerned: (element: HTMLElement) => boolean) => void}
 */
export function lookAtThose(isConcerned) {
  if (looking !== undefined) meanwhile.push(isConcerned);
  lookAt([...living()].filter(isConcerned).map(({ id }) => id));
}

/** @type {(type: string, oid: number | undefined) => void} */
export function lookAtConcerned(type, oid) {
  const names = new Set([type, `${type}:${oid}`]);
  lookAtThose(({ dataset }) => (dataset.on ?? '').split(/\s+/).some((name) => names.has(name)));
}

for (const kind of ['focusout', 'pointerup', 'pointercancel'])
  document.addEventListener(
    kind,
    () => {
      if (isPostponed) lookAtAll();
    },
    true,
  );
