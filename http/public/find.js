/*
 * Shows search results while the form is filled in. Without this script, its button shows them.
 *
 * data-finds  ids of the elements to replace
 * data-from   an address that returns only these elements; otherwise that of the form
 */
import { pageFrom } from './fetched.js';
import { renew } from './parts.js';

/** Milliseconds without input, after which the search starts. */
const pause = 150;
/** @type {AbortController | undefined} */
let asking;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let due;

/** @type {(form: HTMLFormElement) => Promise<void>} */
async function show(form) {
  asking?.abort();
  const mine = (asking = new AbortController());
  const { finds = '', from = form.action } = form.dataset;
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string' && value !== '') query.append(name, value);
  const page = await pageFrom(`${from}?${query.toString()}`, mine.signal);
  if (page === undefined || mine !== asking) return;
  for (const id of finds.split(' ')) {
    const [old, fresh] = [document.getElementById(id), page.getElementById(id)];
    if (old !== null && fresh !== null) renew(old, fresh);
  }
  history.replaceState(null, '', `${new URL(form.action).pathname}?${query.toString()}`);
}

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll('form[data-finds]'))) {
  form.addEventListener('input', ({ target }) => {
    clearTimeout(due);
    const isTyped = target instanceof HTMLInputElement && target.type !== 'checkbox';
    due = setTimeout(() => void show(form), isTyped ? pause : 0);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    clearTimeout(due);
    void show(form);
  });
  // Searches for what was typed before this script was loaded.
  const isTyped = [...form.elements].some((one) => one instanceof HTMLInputElement && one.value !== one.defaultValue);
  if (isTyped) void show(form);
}
