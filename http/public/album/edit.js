/* Inline editing: sends each change automatically, shows that it is saved, and offers undo. */
import { base } from '../base.js';
import { announce, orderTracks, placeAt, placeOf } from './order.js';
import { inTurn, send } from './saves.js';
import { recall, remember } from '../tab-memory.js';

/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Field */

/** @type {(thing: unknown) => thing is Field} */
const isField = (thing) =>
  thing instanceof HTMLInputElement || thing instanceof HTMLTextAreaElement || thing instanceof HTMLSelectElement;

/** The message to show after the page of the new number has loaded. */
const carried = 'tonstift:concerns';

/** Shows a message above the page, where updates do not remove it. @type {(sentence: string) => void} */
function note(sentence) {
  const box = Object.assign(document.createElement('div'), { className: 'note done' });
  box.setAttribute('role', 'status');
  document.getElementById('main')?.prepend(box);
  box.append(Object.assign(document.createElement('p'), { textContent: sentence }));
}

const said = recall(carried);
remember(carried);
if (said) note(said);

/** @type {(form: HTMLFormElement, words: string, ...buttons: HTMLButtonElement[]) => void} */
function report(form, words, ...buttons) {
  form.querySelector('output')?.replaceChildren(words, ' ', ...buttons);
}

/** @type {(field: Field) => HTMLElement | null} */
const rowOf = (field) => (field.name.endsWith('_number') ? field.closest('li') : null);

/** Values that are not saved yet, oldest first. @type {WeakMap<Field, string[]>} */
const queued = new WeakMap();

/** @type {(field: Field) => string} */
const savedOf = (field) => field.dataset.saved ?? initial(field) ?? '';

/** @type {(form: HTMLFormElement, field: Field, value: string) => void} */
function queue(form, field, value) {
  const values = queued.get(field) ?? [];
  queued.set(field, values);
  values.push(value);
  field.dataset.dirty = '';
  inTurn(async () => {
    const before = savedOf(field);
    const why = await save(form, field, value, before);
    if (why !== undefined) refuse(field, why, before);
    values.shift();
    // Otherwise an update of the page would show the older value meanwhile.
    if (values.length > 0) field.dataset.dirty = '';
  });
}

/**
 * @returns a sentence about why it was not saved
 * @type {(form: HTMLFormElement, field: Field, value: string, before: string) => Promise<string | undefined>}
 */
async function save(form, field, value, before) {
  field.dataset.dirty = '';
  report(form, form.dataset.saving ?? '');
  try {
    const later = () => report(form, form.dataset.later ?? '');
    const concerns = await send(form.dataset.edit ?? '', field.name, value, later);
    delete field.dataset.dirty;
    field.dataset.saved = value;
    accept(field);
    const undo = Object.assign(document.createElement('button'), {
      type: 'button',
      className: 'plain',
      textContent: form.dataset.undo ?? '',
    });
    undo.addEventListener('click', () => {
      // The form may have been replaced since.
      const again = document.querySelector(`form[data-edit="${form.dataset.edit}"] [name="${field.name}"]`);
      const now = /** @type {Field | null} */ (again);
      if (!now?.form) return;
      const row = rowOf(now);
      if (row) return takeBack(row, Number(before));
      now.value = before;
      show(now);
      queue(now.form, now, before);
    });
    report(form, form.dataset.saved ?? '', undo);
    // A new OID or position changes more than this field.
    if (concerns) remember(carried, concerns);
    if (field.name === 'oid') location.replace(`${base}/library/${value}`);
    if (field.name === 'oid') leave();
    document.dispatchEvent(new Event('live:look'));
    return undefined;
  } catch (problem) {
    const reason = problem instanceof Error ? problem.message : String(problem);
    report(form, '');
    return (form.dataset.failed ?? '').replace('{reason}', () => reason);
  }
}

/** The visible part of a field: the pens are one hidden field. @type {(field: Field) => Field} */
const visible = (field) => (field.hidden ? ([...ticksOf(field)].find(({ checked }) => checked) ?? field) : field);

/** Removes the message from a field. @type {(field: Field) => void} */
function accept(field) {
  for (const part of [field, ...ticksOf(field)]) {
    part.removeAttribute('aria-invalid');
    part.removeAttribute('aria-describedby');
  }
  document.getElementById(`why-${field.name}`)?.remove();
}

/**
 * Says at the field why its value was not saved, and offers the saved one. The value stays, to be corrected.
 * @type {(field: Field, reason: string, saved: string) => void}
 */
function refuse(field, reason, saved) {
  accept(field);
  const why = Object.assign(document.createElement('p'), { id: `why-${field.name}`, className: 'why' });
  why.setAttribute('role', 'alert');
  const words = (field.form?.dataset.back ?? '').replace('{value}', () => saved);
  const back = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'plain',
    textContent: words,
  });
  back.addEventListener('click', () => {
    field.value = saved;
    show(field);
    delete field.dataset.dirty;
    accept(field);
    visible(field).focus();
    if (field.form) report(field.form, '');
  });
  why.append(reason, ' ', back);
  visible(field).setAttribute('aria-invalid', 'true');
  visible(field).setAttribute('aria-describedby', why.id);
  const row = field.closest('li');
  if (row) row.append(why);
  else field.closest('label, fieldset')?.after(why);
}

/** @type {(field: Field) => NodeListOf<HTMLInputElement>} */
const ticksOf = (field) => {
  const group = field.closest('.pens-choice') ?? document.createElement('fieldset');
  return group.querySelectorAll('.tick input');
};

/**
 * Returns the field that is sent: the ticks of the pens are one field.
 * @returns undefined if the choice is not complete
 * @type {(field: Field) => Field | undefined}
 */
function whole(field) {
  const ticks = [...ticksOf(field)].filter(({ checked }) => checked);
  /** @type {HTMLInputElement | null | undefined} */
  const all = field.closest('.pens-choice')?.querySelector('input[hidden]');
  if (!all) return field;
  const [mode = '', ...pens] = ticks.map(({ value }) => value);
  all.value = mode === 'these' ? String(pens) : mode;
  if (mode !== 'these' || pens.length > 0) return all;
  // The next tick is a pen: a person who swaps two pens removes the first one before.
  all.dataset.dirty = '';
  return undefined;
}

/** Shows the value: gives the field the height of its text, or ticks the pens. @type {(field: Field) => void} */
function show(field) {
  if (field.parentElement?.classList.contains('grows')) field.parentElement.dataset.text = field.value;
  const named = ['all', 'none'].includes(field.value) ? [field.value] : ['these', ...field.value.split(',')];
  for (const tick of ticksOf(field)) tick.checked = named.includes(tick.value);
}

/** Milliseconds without a key press, after which a moved track is saved. */
const quiet = 500;
/** A moved track that is not saved yet. @type {{ row: HTMLElement, before: number } | undefined} */
let due;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

function flush() {
  clearTimeout(timer);
  if (!due) return;
  const { row, before } = due;
  due = undefined;
  inTurn(() => saveMove(row, placeOf(row), before));
}

/** @type {(row: HTMLElement) => void} */
function released(row) {
  delete row.dataset.dirty;
  document.dispatchEvent(new Event('live:look'));
}

/** @type {(row: HTMLElement, to: number, before: number) => Promise<void>} */
async function saveMove(row, to, before) {
  /** @type {HTMLInputElement | null} */
  const field = row.querySelector('input.number');
  if (!field?.form || to === before) return released(row);
  const why = await save(field.form, field, String(to), String(before));
  if (why !== undefined) {
    delete field.dataset.dirty;
    placeAt(row, before);
    report(field.form, why);
  }
  released(row);
}

/** @type {(row: HTMLElement, before: number, mayGoOn: boolean) => void} */
function moved(row, before, mayGoOn) {
  row.dataset.dirty = '';
  if (due && due.row !== row) flush();
  due ??= { row, before };
  clearTimeout(timer);
  if (mayGoOn) timer = setTimeout(flush, quiet);
  else flush();
}

/** @type {(row: HTMLElement, place: number) => void} */
function takeBack(row, place) {
  const before = placeOf(row);
  placeAt(row, place);
  announce(row, 'back');
  moved(row, before, false);
}

orderTracks(moved, released);
addEventListener('pagehide', flush);

/** Removes the focus from the current field. */
function leave() {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** @type {(field: Field) => string | undefined} */
const initial = (field) =>
  field instanceof HTMLSelectElement
    ? [...field.options].find((option) => option.defaultSelected)?.value
    : field.defaultValue;

document.addEventListener('change', (event) => {
  if (!isField(event.target)) return;
  const field = whole(event.target);
  if (!field) return;
  const form = /** @type {HTMLFormElement | null} */ (field.closest('form[data-edit]'));
  if (!form || !field.name) return;
  const row = rowOf(field);
  // Compares with the last queued value, because an edit may be undone during its first save.
  const before = row ? String(placeOf(row)) : (queued.get(field)?.at(-1) ?? savedOf(field));
  if (field.value === before) {
    if ((queued.get(field)?.length ?? 0) === 0) delete field.dataset.dirty;
    return accept(field);
  }
  const [place, most] = [Number(field.value), row?.parentElement?.children.length ?? 0];
  if (row && place >= 1 && place <= most) {
    placeAt(row, place);
    announce(row, 'moved');
    return moved(row, Number(before), false);
  }
  queue(form, field, field.value);
});

document.addEventListener('input', ({ target }) => {
  // A title that was copied may have line breaks.
  if (target instanceof HTMLTextAreaElement && /[\r\n]/.test(target.value))
    target.value = target.value.replace(/\s*[\r\n]+\s*/g, ' ');
  if (isField(target) && !target.closest('.pens-choice')) show(target);
});

// A title is one line: Enter saves it.
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.isComposing) return;
  if (!(event.target instanceof Element && event.target.matches('.grows > textarea'))) return;
  event.preventDefault();
  leave();
});

// Enter saves only the current field. A field with a track number keeps the focus.
document.addEventListener('submit', (event) => {
  if (!(event.target instanceof Element && event.target.matches('form[data-edit]'))) return;
  event.preventDefault();
  if (document.activeElement?.matches('input.number') !== true) leave();
});

// Saves what was typed before this script was loaded.
for (const form of document.querySelectorAll('form[data-edit]'))
  for (const field of form.querySelectorAll('input, textarea, select')) {
    if (!isField(field)) continue;
    const isTicked = field instanceof HTMLInputElement && field.checked !== field.defaultChecked;
    if (field !== document.activeElement && (isTicked || field.value !== initial(field)))
      field.dispatchEvent(new Event('change', { bubbles: true }));
  }
