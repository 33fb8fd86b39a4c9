/* Typing into the text edits: each change is sent by itself, saved is shown, undo is there. */

/** @typedef {HTMLInputElement | HTMLSelectElement} Field */

/**
 * @returns what it concerns beside the album
 * @type {(uid: string, name: string, value: string) => Promise<string | undefined>}
 */
async function send(uid, name, value) {
  const body = new URLSearchParams({ action: 'update', uid, [name]: value });
  const answer = await fetch('/library', { method: 'POST', body, headers: { Accept: 'application/json' } });
  /** @type {{ error?: { message: string, fields: Record<string, string> }, concerns?: { message: string } }} */
  const { error, concerns } = await answer.json();
  if (error) throw new Error(Object.values(error.fields)[0] ?? error.message);
  return concerns?.message;
}

/** What is said once the album is under its new number. */
const carried = 'tonstift:concerns';

/** Above the page, where what is drawn anew does not take it away. @type {(sentence: string) => void} */
function note(sentence) {
  const box = Object.assign(document.createElement('div'), { className: 'note done' });
  box.setAttribute('role', 'status');
  document.getElementById('main')?.prepend(box);
  box.append(Object.assign(document.createElement('p'), { textContent: sentence }));
}

const said = sessionStorage.getItem(carried);
sessionStorage.removeItem(carried);
if (said) note(said);

/** @type {(form: HTMLFormElement, words: string, ...buttons: HTMLButtonElement[]) => void} */
function report(form, words, ...buttons) {
  form.querySelector('output')?.replaceChildren(words, ' ', ...buttons);
}

/** @type {(form: HTMLFormElement, field: Field, value: string, before: string) => Promise<void>} */
async function save(form, field, value, before) {
  field.dataset.dirty = '';
  report(form, form.dataset.saving ?? '');
  try {
    const concerns = await send(form.dataset.edit ?? '', field.name, value);
    delete field.dataset.dirty;
    field.dataset.saved = value;
    field.setCustomValidity('');
    const undo = Object.assign(document.createElement('button'), {
      type: 'button',
      className: 'plain',
      textContent: form.dataset.undo ?? '',
    });
    undo.addEventListener('click', () => {
      // The album may have been drawn anew since.
      const again = document.querySelector(`form[data-edit="${form.dataset.edit}"] [name="${field.name}"]`);
      const now = /** @type {Field | null} */ (again);
      if (!now?.form) return;
      now.value = before;
      void save(now.form, now, before, value);
    });
    report(form, form.dataset.saved ?? '', undo);
    // A new OID or place changes more than this field.
    if (concerns) sessionStorage.setItem(carried, concerns);
    if (field.name === 'oid') location.replace(`/library/${value}`);
    if (field.name === 'oid' || field.name.endsWith('_number')) leave();
    document.dispatchEvent(new Event('live:look'));
  } catch (problem) {
    const reason = problem instanceof Error ? problem.message : String(problem);
    report(form, (form.dataset.failed ?? '').replace('{reason}', reason));
  }
}

/** The cursor goes out of whatever field it is in. */
function leave() {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** @type {(field: Field) => string | undefined} */
const initial = (field) =>
  field instanceof HTMLSelectElement
    ? [...field.options].find((option) => option.defaultSelected)?.value
    : field.defaultValue;

document.addEventListener('change', (event) => {
  const field = event.target;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return;
  const form = /** @type {HTMLFormElement | null} */ (field.closest('form[data-edit]'));
  if (!form || !field.name || !field.reportValidity()) return;
  const before = field.dataset.saved ?? initial(field) ?? '';
  if (field.value !== before) void save(form, field, field.value, before);
});

// Enter in a field saves that field alone.
document.addEventListener('submit', (event) => {
  if (!(event.target instanceof Element && event.target.matches('form[data-edit]'))) return;
  event.preventDefault();
  leave();
});
