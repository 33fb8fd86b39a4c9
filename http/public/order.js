/*
 * Tracks in another order: a track is dragged by its handle, or moved by keys from wherever in it the cursor is. The
 * row that is moved stays in the document, and the others go round it: so it keeps pointer and focus.
 */

/** Pixels at the upper and the lower edge of the window in which it scrolls, and the most that it does in a frame. */
const edge = 80;
const fastest = 16;
/** Pixels: less than that was a tap. */
const least = 4;

/**
 * @typedef {object} Drag
 * @property {HTMLElement} row
 * @property {HTMLElement} handle
 * @property {number} pointer id
 * @property {number} begun where the pointer was, in pixels of the window
 * @property {number} at where it is
 * @property {number} grip from the upper edge of the row to the pointer
 * @property {number} before place
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

/** The fields of all rows say their places, as if it had been saved so. @type {(list: Element | null) => void} */
function renumber(list) {
  /** @type {NodeListOf<HTMLInputElement>} */
  const fields = (list ?? document.createElement('ol')).querySelectorAll('input.number');
  fields.forEach((field, n) => {
    field.value = field.defaultValue = field.dataset.saved = String(n + 1);
  });
}

/** Others go round it. @type {(row: HTMLElement, place: number) => void} */
export function placeAt(row, place) {
  const to = Math.min(Math.max(place, 1), countOf(row));
  for (let at = placeOf(row); at < to && row.nextElementSibling; at++) row.before(row.nextElementSibling);
  for (let at = placeOf(row); at > to && row.previousElementSibling; at--) row.after(row.previousElementSibling);
  renumber(row.parentElement);
}

/** What a screen reader says. @type {(row: HTMLElement, sentence: 'moved' | 'back') => void} */
export function announce(row, sentence) {
  const said = document.getElementById('said');
  const title = /** @type {HTMLInputElement | null} */ (row.querySelector('input.name'));
  /** @type {Record<string, string>} */
  const gaps = { title: title?.value ?? '', number: String(placeOf(row)), count: String(countOf(row)) };
  const words = row.parentElement?.dataset[sentence] ?? '';
  if (said) said.textContent = words.replace(/\{(\w+)\}/g, (_, /** @type {string} */ gap) => gaps[gap] ?? '');
}

/** @type {(drag: Drag) => void} */
function lift({ row }) {
  row.classList.add('dragged');
  row.dataset.dirty = '';
  // Nothing may change under the finger; see parts.js.
  document.body.dataset.dragging = '';
}

/** Pixels that the window scrolls in a frame. @type {(at: number) => number} */
function scrollAt(at) {
  const beyond = at < edge ? at - edge : Math.max(0, at - (innerHeight - edge));
  return Math.round(Math.max(-1, Math.min(1, beyond / edge)) * fastest);
}

/** Where the row would stand, and the middles of its neighbours: they change places when their middles pass. */
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
 * @param moved is told of a row that has another place, the place before, and whether more of it may follow at once
 * @param left is told of one that was lifted, and has the same
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
 * On the handle itself no other key is needed.
 * @type {(event: KeyboardEvent, row: Element, isHandle: boolean) => number | undefined}
 */
function placeByKey({ key, altKey }, row, isHandle) {
  if (!altKey && !isHandle) return undefined;
  const at = placeOf(row);
  /** @type {Record<string, number>} */
  const places = { ArrowUp: at - 1, ArrowDown: at + 1, ...(isHandle ? { Home: 1, End: Infinity } : {}) };
  return places[key];
}
