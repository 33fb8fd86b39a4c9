/* The sheet follows the settings at once; without this script the button “Show” does. */
const form = document.getElementById('sheet');
let asking;
let due;

/** The form as a query, without what a hidden false and its tick say twice. */
function query() {
  const data = new URLSearchParams(new FormData(form));
  for (const tick of form.querySelectorAll('.tick input[type=checkbox]')) data.set(tick.name, tick.checked);
  return data;
}

async function show() {
  asking?.abort();
  const mine = (asking = new AbortController());
  const address = `/print?${query()}`;
  const preview = document.getElementById('preview');
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
  const words = page.querySelector('#sheet summary span');
  if (words) form.querySelector('summary span').replaceWith(words);
  if (answer.ok) history.replaceState(null, '', address);
}

function soon() {
  clearTimeout(due);
  due = setTimeout(show, 250);
}

form?.addEventListener('change', soon);
form?.addEventListener('input', soon);
