/* Updates a list while it is visible: elements that stay keep focus and scroll position. */

/** The key that identifies an element in the new list. @type {(element: Element, n: number) => string} */
const keyOf = (element, n) => element.id || element.className || `${element.tagName} ${n}`;

/** @type {(list: Element) => Map<string, Element>} */
const byKey = (list) => new Map([...list.children].map((element, n) => [keyOf(element, n), element]));

/**
 * Moves the focus to the next element, if the focused element is removed.
 * @type {(leaving: Element) => void}
 */
function leaveFocus(leaving) {
  const at = document.activeElement;
  if (at === null || !leaving.contains(at)) return;
  const next = leaving.nextElementSibling ?? leaving.previousElementSibling;
  const same = next?.querySelector(at.matches('input') ? 'input' : 'a');
  if (same instanceof HTMLElement) same.focus({ preventScroll: true });
}

/**
 * Returns the old element if it was not replaced because it is in use.
 * @type {(old: Element, fresh: Element, exchange: (old: HTMLElement, fresh: HTMLElement) => void) => Element}
 */
function renewOne(old, fresh, exchange) {
  if (old.outerHTML === fresh.outerHTML) return old;
  if (fresh instanceof HTMLElement && fresh.dataset.live !== undefined) {
    const { id } = fresh;
    exchange(/** @type {HTMLElement} */ (old), fresh);
    return document.getElementById(id) ?? old;
  }
  const holdsElements = fresh.querySelector(':scope > [data-live]') ?? old.querySelector(':scope > [data-live]');
  if (holdsElements !== null) {
    renewList(old, fresh, exchange);
    return old;
  }
  const at = document.activeElement;
  const focus = at !== null && at.id !== '' && old.contains(at) ? at.id : undefined;
  old.replaceWith(fresh);
  if (focus !== undefined) document.getElementById(focus)?.focus({ preventScroll: true });
  return fresh;
}

/** @type {(old: Element, fresh: Element, exchange: (old: HTMLElement, fresh: HTMLElement) => void) => void} */
export function renewList(old, fresh, exchange) {
  const [before, after] = [byKey(old), byKey(fresh)];
  for (const [key, element] of before) {
    if (after.has(key)) continue;
    leaveFocus(element);
    element.remove();
  }
  /** @type {Element | null} */
  let last = null;
  for (const [key, element] of after) {
    const same = before.get(key);
    const now = same === undefined ? element : renewOne(same, element, exchange);
    // Not moved if it is in place already, because moving it would lose the focus.
    /** @type {Element | null} */
    const place = last === null ? old.firstElementChild : last.nextElementSibling;
    if (place !== now) old.insertBefore(now, place);
    last = now;
  }
  document.dispatchEvent(new CustomEvent('live:fresh', { detail: old }));
}
