/*
 * Reordering tracks: by dragging the handle, or with keys from any field of the row. The moved row stays in the
 * document and the others are moved around it, so that it keeps pointer capture and focus.
 */

/**
 * The height in pixels of the zones at the upper and lower edge in which the window scrolls, and its maximum speed in
 * pixels per frame.
 */
const edge = 80;
const fastest = 16;
/** Pixels; a smaller movement is a tap. */
const least = 4;

/**
 * @typedef {object} Drag
 * @property {HTMLElement} row
 * @property {HTMLElement} handle
 * @property {number} pointer id
 * @property {number} begun start of the pointer, in pixels of the window
 * @property {number} at its current position
 * @property {number} grip distance from the upper edge of the row to the pointer
 * @property {number} before former place of the row
 * @property {boolean} lifted
 * @property {number} shift pixels by which the row is drawn away from its place
 * @property {number} frame
 */

/** @type {Drag | undefined} */
let drag;

/** @type {(row: Element) => number} */
export const placeOf = (row) => [...(row.parentElement?.children ?? [])].indexOf(row) + 1;

/** @type {(row: HTMLElement) => number} */
const countOf = (row) => row.parentElement?.children.length ?? 0;

/** Sets the number fields of all rows, as if they were saved. @type {(list: Element | null) => void} */
function renumber(list) {
  /** @type {NodeListOf<HTMLInputElement>} */
  const fields = (list ?? document.createElement('ol')).querySelectorAll('input.number');
  fields.forEach((field, n) => {
    field.value = field.defaultValue = field.dataset.saved = String(n + 1);
  });
}

/** Moves the other rows around it. @type {(row: HTMLElement, place: number) => void} */
export function placeAt(row, place) {
  const to = Math.min(Math.max(place, 1), countOf(row));
  for (let at = placeOf(row); at < to && row.nextElementSibling; at++) row.before(row.nextElementSibling);
  for (let at = placeOf(row); at > to && row.previousElementSibling; at--) row.after(row.previousElementSibling);
  renumber(row.parentElement);
}

/** Announces a move to screen readers. @type {(row: HTMLElement, sentence: 'moved' | 'back') => void} */
export function announce(row, sentence) {
  const said = document.getElementById('said');
  const title = /** @type {HTMLTextAreaElement | null} */ (row.querySelector('textarea.name'));
  /** @type {Record<string, string>} */
  const gaps = { title: title?.value ?? '', number: String(placeOf(row)), count: String(countOf(row)) };
  const words = row.parentElement?.dataset[sentence] ?? '';
  if (said) said.textContent = words.replace(/\{(\w+)\}/g, (_, /** @type {string} */ gap) => gaps[gap] ?? '');
}

/** @type {(drag: Drag) => void} */
function lift({ row }) {
  row.classList.add('dragged');
  row.dataset.dirty = '';
  // parts.js updates nothing while a row is dragged.
  document.body.dataset.dragging = '';
}

/** Pixels by which the window scrolls in a frame. @type {(at: number) => number} */
function scrollAt(at) {
  const beyond = at < edge ? at - edge : Math.max(0, at - (innerHeight - edge));
  return Math.round(Math.max(-1, Math.min(1, beyond / edge)) * fastest);
}

/** Moves the row with the pointer. Rows swap places when their middles pass each other. */
function follow() {
  if (!drag) return;
  const step = scrollAt(drag.at);
  if (step !== 0) scrollBy({ top: step, behavior: 'instant' });
  const { row, at, grip } = drag;
  const { height } = row.getBoundingClientRect();
  const middle = at - grip + height / 2;
  for (let next = row.nextElementSibling; next && middle > middleOf(next); next = row.nextElementSibling)
    row.before(next);
  for (let last = row.previousElementSibling; last && middle < middleOf(last); last = row.previousElementSibling)
    row.after(last);
  drag.shift += at - grip - row.getBoundingClientRect().top;
  row.style.translate = `0 ${drag.shift}px`;
  drag.frame = requestAnimationFrame(follow);
}

/** @type {(row: Element) => number} */
function middleOf(row) {
  const { top, height } = row.getBoundingClientRect();
  return top + height / 2;
}

/** @typedef {(row: HTMLElement, before: number, mayGoOn: boolean) => void} Moved */

/**
 * @param moved called with a row that has a new place, its former place, and whether more moves may follow soon
 * @param left called with a row that was dragged, but not moved
 * @type {(moved: Moved, left: (row: HTMLElement) => void) => void}
 */
export function orderTracks(moved, left) {
  /** @type {(isCancelled: boolean) => void} */
  const end = (isCancelled) => {
    if (!drag) return;
    const { row, handle, pointer, before, lifted, frame } = drag;
    drag = undefined;
    cancelAnimationFrame(frame);
    if (handle.hasPointerCapture(pointer)) handle.releasePointerCapture(pointer);
    if (!lifted) return;
    row.classList.remove('dragged');
    row.style.translate = '';
    delete document.body.dataset.dragging;
    if (isCancelled) placeAt(row, before);
    else renumber(row.parentElement);
    if (placeOf(row) === before) return left(row);
    announce(row, 'moved');
    moved(row, before, false);
  };

  document.addEventListener('pointerdown', (event) => {
    const handle = event.target instanceof Element ? event.target.closest('[data-move]') : null;
    const row = handle?.closest('li');
    if (!(handle instanceof HTMLElement) || !row || event.button !== 0 || drag) return;
    handle.setPointerCapture(event.pointerId);
    const grip = event.clientY - row.getBoundingClientRect().top;
    const [begun, at, pointer] = [event.clientY, event.clientY, event.pointerId];
    drag = { row, handle, pointer, begun, at, grip, before: placeOf(row), lifted: false, shift: 0, frame: 0 };
  });
  document.addEventListener('pointermove', (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    drag.at = event.clientY;
    if (drag.lifted || Math.abs(drag.at - drag.begun) < least) return;
    drag.lifted = true;
    lift(drag);
    follow();
  });
  document.addEventListener('pointerup', (event) => {
    if (event.pointerId === drag?.pointer) end(false);
  });
  document.addEventListener('pointercancel', (event) => {
    if (event.pointerId === drag?.pointer) end(true);
  });

  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && drag?.lifted) return end(true);
    const { target } = event;
    const row = target instanceof Element ? target.closest('.tracks > li') : null;
    if (!(row instanceof HTMLElement) || drag || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const to = placeByKey(event, row, target instanceof Element && target.matches('[data-move]'));
    if (to === undefined) return;
    event.preventDefault();
    const before = placeOf(row);
    placeAt(row, to);
    row.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    announce(row, 'moved');
    if (placeOf(row) !== before) moved(row, before, true);
  });
}

/**
 * The handle needs no modifier key.
 * @type {(event: KeyboardEvent, row: Element, isHandle: boolean) => number | undefined}
 */
function placeByKey({ key, altKey }, row, isHandle) {
  if (!altKey && !isHandle) return undefined;
  const at = placeOf(row);
  /** @type {Record<string, number>} */
  const places = { ArrowUp: at - 1, ArrowDown: at + 1, ...(isHandle ? { Home: 1, End: Infinity } : {}) };
  return places[key];
}
