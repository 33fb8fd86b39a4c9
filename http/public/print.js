/* Updates the sheet when a setting changes. Without this script, the button “Show” does that. */
import { base } from './base.js';
import { factsFrom } from './fetched.js';
import { finder } from './words.js';

const form = /** @type {HTMLFormElement | null} */ (document.getElementById('sheet'));
/** @type {AbortController | undefined} */
let asking;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let due;

/**
 * The form as a query.
 * @type {(form: HTMLFormElement) => string}
 */
function query(form) {
  const data = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') data.append(name, value);
  return data.toString();
}

/**
 * Shortens the form data: joins the album numbers, and sends each checkbox once without its hidden `false`.
 * @type {(form: HTMLFormElement, data: FormData) => void}
 */
function shorten(form, data) {
  const oids = data.getAll('oids').filter((oid) => typeof oid === 'string');
  if (oids.length > 1) data.set('oids', oids.join(','));
  /** @type {NodeListOf<HTMLInputElement>} */
  const ticks = form.querySelectorAll('.tick input[type=checkbox]');
  for (const { name, checked } of ticks) data.set(name, String(checked));
}

/** @type {(form: HTMLFormElement) => Promise<void>} */
async function show(form) {
  asking?.abort();
  const mine = (asking = new AbortController());
  const address = `${base}/print?${query(form)}`;
  const preview = document.getElementById('preview');
  if (preview === null) return;
  preview.setAttribute('aria-busy', 'true');
  const answer = await fetch(address, { headers: { Accept: 'text/html' }, signal: mine.signal }).catch(() => undefined);
  if (mine !== asking) return;
  preview.removeAttribute('aria-busy');
  if (answer === undefined) return;
  const text = await answer.text().catch(() => '');
  const page = new DOMParser().parseFromString(text, 'text/html');
  const fresh = page.getElementById('preview');
  if (mine !== asking || fresh === null) return;
  preview.replaceChildren(...fresh.childNodes);
  for (const part of ['summary span', '#open-pdf small']) {
    const words = page.querySelector(`#sheet ${part}`);
    if (words) form.querySelector(part)?.replaceWith(words);
  }
  if (answer.ok) history.replaceState(null, '', address);
  void countPages(query(form), mine.signal);
}

/**
 * A large sheet is shown before its pages are counted.
 * @type {(query: string, signal: AbortSignal) => Promise<void>}
 */
async function countPages(query, signal) {
  /** @type {NodeListOf<HTMLElement>} */
  const places = document.querySelectorAll('[data-counting]');
  if (places.length === 0) return;
  const counted = await factsFrom(`${base}/print/pages?${query}`, signal);
  if (counted?.pages_complete !== true) return;
  const pages = String(counted.pages);
  for (const place of places) {
    place.textContent = (place.dataset.counting ?? '').replace('{pages}', pages);
    if (place.dataset.page === pages) place.nextElementSibling?.remove();
  }
}

/**
 * Shows only albums whose title or number matches.
 * @type {(words: string, list: HTMLElement) => void}
 */
function narrow(words, list) {
  const isFound = finder(words);
  for (const label of list.querySelectorAll('label'))
    label.hidden = !isFound(`${label.textContent} ${label.dataset.oid}`);
}

if (form !== null) {
  const preview = document.getElementById('preview');
  if (preview !== null) {
    asking = new AbortController();
    void countPages(query(form), asking.signal);
  }
  /** @type {HTMLInputElement | null} */
  const words = form.querySelector('[data-narrows]');
  const list = document.getElementById('choose');
  words?.addEventListener('input', (event) => {
    // The filter does not change the sheet.
    event.stopPropagation();
    if (list !== null) narrow(words.value, list);
  });
  words?.addEventListener('change', (event) => event.stopPropagation());
  words?.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') event.preventDefault();
  });
  for (const kind of ['change', 'input'])
    form.addEventListener(kind, () => {
      clearTimeout(due);
      due = setTimeout(() => void show(form), 250);
    });
  // The PDF opens in another tab; its albums count as printed then.
  let isOpened = false;
  document.getElementById('open-pdf')?.addEventListener('click', () => {
    isOpened = true;
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || !isOpened) return;
    isOpened = false;
    void show(form);
  });
  form.addEventListener('formdata', ({ formData }) => shorten(form, formData));
  form.addEventListener('submit', (event) => {
    if (event.submitter?.hasAttribute('formaction')) return;
    event.preventDefault();
    clearTimeout(due);
    void show(form);
  });
}
