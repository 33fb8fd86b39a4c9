/* The settings page: searches while the user types, marks unsaved changes, and warns before they are lost. */

import { finder } from './words.js';

const form = /** @type {HTMLFormElement | null} */ (document.getElementById('settings'));
const search = /** @type {HTMLInputElement | null} */ (document.getElementById('find-setting'));

/** @typedef {HTMLInputElement | HTMLSelectElement} Control */

/**
 * Whether a control differs from the saved value, which is in a hidden input next to it.
 * @type {(shown: HTMLInputElement) => boolean}
 */
function isChanged(shown) {
  const control = /** @type {Control | null} */ (document.getElementById(`f-${shown.name.slice('was.'.length)}`));
  if (control === null) return false;
  const isTick = control instanceof HTMLInputElement && control.type === 'checkbox';
  return (isTick ? String(control.checked) : control.value) !== shown.value;
}

/** @type {(settings: HTMLFormElement) => boolean} */
function mark(settings) {
  let changed = 0;
  /** @type {NodeListOf<HTMLInputElement>} */
  const all = settings.querySelectorAll('input[type=hidden][name^="was."]');
  for (const shown of all) {
    const differs = isChanged(shown);
    shown.closest('.field')?.classList.toggle('changed', differs);
    changed += Number(differs);
  }
  const unsaved = document.getElementById('unsaved');
  if (unsaved) unsaved.hidden = changed === 0;
  return changed > 0;
}

/** @type {(settings: HTMLFormElement) => void} */
function watch(settings) {
  let isSending = false;
  mark(settings);
  for (const kind of ['input', 'change']) settings.addEventListener(kind, () => void mark(settings));
  settings.addEventListener('submit', () => {
    isSending = true;
  });
  addEventListener('pageshow', () => {
    isSending = false;
    mark(settings);
  });
  addEventListener('beforeunload', (event) => {
    if (!isSending && mark(settings)) event.preventDefault();
  });
}

/** @type {(settings: HTMLFormElement, text: string) => void} */
function show(settings, text) {
  const isFound = finder(text);
  let found = 0;
  for (const group of settings.querySelectorAll('fieldset')) {
    /** @type {NodeListOf<HTMLElement>} */
    const fields = group.querySelectorAll('.field');
    for (const field of fields) {
      const words = `${field.textContent} ${group.querySelector('legend')?.textContent}`;
      // Without words, the page shows what it showed before the search.
      field.hidden = text.trim() === '' ? field.dataset['rare'] !== undefined : !isFound(words);
    }
    const left = [...fields].filter(({ hidden }) => !hidden).length;
    group.hidden = left === 0;
    found += left;
  }
  const none = document.getElementById('none-found');
  if (none) none.hidden = found > 0;
}

if (form !== null) watch(form);
if (form !== null && search !== null) {
  const find = () => show(form, search.value);
  search.addEventListener('input', find);
  addEventListener('pageshow', find);
  // The target of a link must not be hidden by the search.
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
    const to = link === null ? null : document.getElementById((link.getAttribute('href') ?? '').slice(1));
    if (to === null || !to.closest('[hidden]')) return;
    search.value = '';
    find();
  });
}
