/*
 * What a form finds is shown while it is filled in; without this script its button does it.
 *
 * data-finds  id of what is exchanged
 * data-from   an address that has it and less of the page; else that of the form
 */

/** Milliseconds of quiet in which a word is typed to its end. */
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
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') query.append(name, value);
  const headers = { Accept: 'text/html' };
  const answer = await fetch(`${from}?${query.toString()}`, { headers, signal: mine.signal }).catch(() => undefined);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const [old, fresh] = [document.getElementById(finds), page.getElementById(finds)];
  if (mine !== asking || old === null || fresh === null) return;
  old.replaceWith(fresh);
  history.replaceState(null, '', `${new URL(form.action).pathname}?${query.toString()}`);
}

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll('form[data-finds]'))) {
  form.addEventListener('input', () => {
    clearTimeout(due);
    due = setTimeout(() => void show(form), pause);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    clearTimeout(due);
    void show(form);
  });
}
