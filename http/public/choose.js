/*
 * Selects albums on the wall: one by one, a range with Shift, all on the page, or all that a search finds. The browser
 * tab keeps the selection for other pages and searches until it is closed.
 */
import { base } from './base.js';
import { factsFrom } from './fetched.js';
import { recall, remember } from './tab-memory.js';

const form = /** @type {HTMLFormElement | null} */ (document.getElementById('many'));
const kept = 'tonstift:chosen';

/** @returns {string[]} */
function read() {
  try {
    const list = JSON.parse(recall(kept) ?? '[]');
    return Array.isArray(list) ? list.map(String) : [];
  } catch {
    return [];
  }
}

/** OIDs. */
const chosen = new Set(read());
/** The start of the last range. @type {string | undefined} */
let from;

/** @returns {HTMLInputElement[]} */
function boxes() {
  /** @type {NodeListOf<HTMLInputElement> | undefined} */
  const found = form?.querySelectorAll('input[name=uids]');
  return [...(found ?? [])];
}

/** Updates the checkboxes and the bar. */
function show() {
  for (const box of boxes()) box.checked = chosen.has(box.value);
  form?.classList.toggle('has-chosen', chosen.size > 0);
  const output = /** @type {HTMLElement | null} */ (form?.querySelector('.many output') ?? null);
  const words = chosen.size === 0 ? '' : (output?.dataset.words ?? '').replace('{count}', String(chosen.size));
  if (output !== null && output.textContent !== words) output.textContent = words;
}

function changed() {
  remember(kept, JSON.stringify([...chosen]));
  show();
}

/** @type {(oids: Iterable<string>, on: boolean) => void} */
function choose(oids, on) {
  for (const oid of oids) {
    if (on) chosen.add(oid);
    else chosen.delete(oid);
  }
  changed();
}

/** @type {(query: string) => Promise<string[] | undefined>} */
async function oidsOf(query) {
  /** @type {{ oids: number[] } | undefined} */
  const found = await factsFrom(`${base}/library/oids?${query}`);
  return found?.oids.map(String);
}

/** Removes deleted albums from the choice. */
async function forgetGone() {
  if (chosen.size === 0) return;
  const there = await oidsOf('');
  if (there === undefined) return;
  const known = new Set(there);
  choose(
    [...chosen].filter((oid) => !known.has(oid)),
    false,
  );
}

/** @type {(what: string) => Promise<void>} */
async function chooseAll(what) {
  if (what === 'page')
    choose(
      boxes().map(({ value }) => value),
      true,
    );
  if (what === 'none') {
    const hadFocus = document.activeElement?.closest('.many') ?? null;
    choose([...chosen], false);
    if (hadFocus !== null) boxes()[0]?.focus({ preventScroll: true });
  }
  if (what !== 'found') return;
  const query = /** @type {HTMLInputElement | null} */ (form?.querySelector('[name=query]') ?? null);
  choose((await oidsOf(query?.value ?? '')) ?? [], true);
}

/** @type {(box: HTMLInputElement, isRange: boolean) => void} */
function chooseOne(box, isRange) {
  const values = boxes().map(({ value }) => value);
  const [a, b] = [values.indexOf(from ?? ''), values.indexOf(box.value)];
  from = box.value;
  const range = isRange && a >= 0 ? values.slice(Math.min(a, b), Math.max(a, b) + 1) : [box.value];
  choose(range, box.checked);
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let due;

if (form !== null) {
  form.addEventListener('click', (event) => {
    if (!(event.target instanceof HTMLElement)) return;
    const button = /** @type {HTMLElement | null} */ (event.target.closest('[data-choose]'));
    if (button !== null) void chooseAll(button.dataset.choose ?? '');
    const { target } = event;
    if (target instanceof HTMLInputElement && target.name === 'uids') chooseOne(target, event.shiftKey);
  });
  // A click on a label with Shift would select text.
  form.addEventListener('mousedown', (event) => {
    if (event.shiftKey && event.target instanceof Element && event.target.closest('.pick')) event.preventDefault();
  });
  // Enter would activate the first button. In a text it saves that text.
  form.addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (key !== 'Enter' || !(target instanceof HTMLInputElement)) return;
    event.preventDefault();
    /** @type {HTMLElement | null} */ (target.closest('.facts')?.querySelector('button') ?? null)?.click();
  });
  // The bar may end below the window, or scroll.
  form.addEventListener(
    'toggle',
    ({ target }) => {
      if (target instanceof HTMLDetailsElement && target.open && target.closest('.many'))
        target.scrollIntoView({ block: 'nearest' });
    },
    { capture: true },
  );
  form.addEventListener('formdata', ({ formData }) => {
    formData.delete('uids');
    formData.set('uids', [...chosen].join(','));
  });
  document.addEventListener('live:fresh', (event) => {
    show();
    const { detail } = /** @type {CustomEvent<Element>} */ (event);
    if (!detail.matches('.wall')) return;
    clearTimeout(due);
    due = setTimeout(() => void forgetGone(), 500);
  });
  // A page from the back/forward cache may be out of date.
  addEventListener('pageshow', () => {
    chosen.clear();
    for (const oid of read()) chosen.add(oid);
    show();
    void forgetGone();
  });
  show();
}
