/* The wall follows the search while it is typed, and the order at once; without this script the button does. */
const find = /** @type {HTMLFormElement | null} */ (document.querySelector('form.find'));
/** @type {AbortController | undefined} */
let asking;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let due;

/** @type {(form: HTMLFormElement) => Promise<void>} */
async function show(form) {
  asking?.abort();
  const mine = (asking = new AbortController());
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') query.append(name, value);
  const answer = await fetch(`/library/wall?${query.toString()}`, { signal: mine.signal }).catch(() => undefined);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const [old, fresh] = [document.getElementById('wall'), page.getElementById('wall')];
  if (mine !== asking || old === null || fresh === null) return;
  old.replaceWith(fresh);
  history.replaceState(null, '', `/library?${query.toString()}`);
}

if (find !== null) {
  find.addEventListener('input', () => {
    clearTimeout(due);
    due = setTimeout(() => void show(find), 150);
  });
  find.addEventListener('submit', (event) => {
    event.preventDefault();
    void show(find);
  });
}
