/* Shows the actions of the pen in a list, and announces one sentence to screen readers. */

/**
 * @typedef {{ words: string, script?: string, unknown?: true }} Fact
 * @typedef {{ url: string, says: string, code: number | null, facts: Fact[], state: string }} Sound
 * @typedef {{ code: number | string, sounds: Sound[], facts: Fact[], end: string | null, more: number | null,
 *   before: string | null, state: string, timer: number | null }} Answer
 */

const list = /** @type {HTMLElement} */ (document.getElementById('did-list'));
const line = /** @type {HTMLElement} */ (document.getElementById('says'));
/** The maximum number of lines; the oldest are removed. */
const most = 200;

/** @type {(text: string) => void} */
export function said(text) {
  line.textContent = text;
}

/** @type {(fact: Fact) => HTMLLIElement} */
function entry({ words, script, unknown }) {
  const item = document.createElement('li');
  item.textContent = words;
  if (unknown) item.className = 'busy';
  if (script !== undefined) item.append(' ', Object.assign(document.createElement('code'), { textContent: script }));
  return item;
}

let isFirst = true;

/** Appends lines and scrolls to them. @type {(...facts: Fact[]) => void} */
export function tell(...facts) {
  if (facts.length === 0) return;
  if (isFirst) list.replaceChildren();
  isFirst = false;
  list.append(...facts.map(entry));
  while (list.childElementCount > most) list.firstElementChild?.remove();
  list.scrollTop = list.scrollHeight;
}
