/* Saves papers and notes without leaving the page. If that fails, the browser submits the form. */

/**
 * @returns undefined if the browser should submit the form
 * @type {(form: HTMLFormElement) => Promise<Response | undefined>}
 */
async function send(form) {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.append(name, value);
  const headers = { Accept: 'application/json' };
  const answer = await fetch(form.getAttribute('action') ?? '', { method: 'POST', body, headers }).catch(
    () => undefined,
  );
  return answer?.ok === true ? answer : undefined;
}

/** The page is left on purpose, without a warning. */
let isLeaving = false;

/** @type {(form: HTMLFormElement) => void} */
function byBrowser(form) {
  isLeaving = true;
  form.submit();
}

/** @type {(form: HTMLFormElement) => Promise<void>} */
async function toggle(form) {
  const [button, action] = [form.querySelector('button'), form.querySelector('[name=action]')];
  if (!button || !(action instanceof HTMLInputElement)) return byBrowser(form);
  button.disabled = true;
  const answer = await send(form);
  button.disabled = false;
  if (!answer) return byBrowser(form);
  const isSaved = action.value === 'save';
  action.value = isSaved ? 'remove' : 'save';
  button.textContent = (isSaved ? form.dataset.saved : form.dataset.save) ?? '';
  button.classList.toggle('is-saved', isSaved);
  button.focus();
}

/** Forms whose notes are being sent. @type {WeakSet<HTMLFormElement>} */
const sending = new WeakSet();

/** @type {(form: HTMLFormElement) => Promise<void>} */
async function keep(form) {
  const [note, shown] = [form.querySelector('[name=note]'), form.querySelector('[name=shown]')];
  const said = form.querySelector('output');
  if (!(note instanceof HTMLTextAreaElement && shown instanceof HTMLTextAreaElement)) return byBrowser(form);
  if (sending.has(form)) return;
  sending.add(form);
  if (said) said.textContent = form.dataset.unkept ?? '';
  const typed = note.value;
  const answer = await send(form);
  sending.delete(form);
  // The resulting page shows the error and the typed text.
  if (!answer) return byBrowser(form);
  shown.value = typed;
  if (note.value !== typed) return keep(form);
  form.querySelector('.note')?.remove();
  if (said) said.textContent = form.dataset.kept ?? '';
}

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement)) return;
  if (!form.matches('[data-save], [data-note]')) return;
  event.preventDefault();
  void (form.matches('[data-save]') ? toggle(form) : keep(form));
});

// A note is saved when its field loses the focus.
document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLTextAreaElement) target.closest('form')?.requestSubmit();
});

document.addEventListener('input', ({ target }) => {
  const form = target instanceof HTMLTextAreaElement ? target.closest('form') : null;
  const said = form?.querySelector('output');
  if (said && form instanceof HTMLFormElement) said.textContent = form.dataset.unkept ?? '';
});

/** @type {() => HTMLTextAreaElement[]} */
const unkept = () =>
  [...document.querySelectorAll('textarea')].filter(
    (note) => note.name === 'note' && note.value !== note.form?.querySelector('textarea')?.value,
  );

addEventListener('beforeunload', (event) => {
  if (!isLeaving && unkept().some(({ form }) => form !== null && !sending.has(form))) event.preventDefault();
});
