/* Arrow keys move the focus between fields by their position on the sheet. */

/** The direction of each key, to the right and down. @type {Record<string, [number, number]>} */
const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** The weight of a distance to the side, compared with one straight ahead. */
const aside = 3;

/** @type {(field: Element) => [number, number]} */
function middleOf(field) {
  const { left, top, width, height } = field.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

/**
 * The nearest field in a direction.
 * @type {(from: Element, way: [number, number], fields: readonly HTMLElement[]) => HTMLElement | undefined}
 */
function next(from, [right, down], fields) {
  const [x, y] = middleOf(from);
  const far = fields.flatMap((field) => {
    const [dx, dy] = [middleOf(field)[0] - x, middleOf(field)[1] - y];
    const ahead = dx * right + dy * down;
    const beside = Math.abs(dx * down) + Math.abs(dy * right);
    return ahead > 1 ? [{ field, distance: ahead + aside * beside }] : [];
  });
  return far.sort((a, b) => a.distance - b.distance)[0]?.field;
}

/** @type {(board: HTMLElement | null) => void} */
export function moveFocus(board) {
  board?.addEventListener('keydown', (event) => {
    const way = ways[event.key];
    const from = event.target;
    if (way === undefined || !(from instanceof Element) || !from.matches('button.paper-field')) return;
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    /** @type {HTMLElement[]} */
    const fields = [...board.querySelectorAll('button.paper-field')].filter((one) => one instanceof HTMLElement);
    event.preventDefault();
    const to = next(
      from,
      way,
      fields.filter((one) => one !== from),
    );
    to?.focus({ preventScroll: true });
    to?.scrollIntoView({ block: 'nearest' });
  });
}
