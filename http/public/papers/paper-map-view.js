/*
 * The positions of the dots while the map is zoomed and moved. Pure. Positions are relative to the frame, from 0 to 1.
 */

/**
 * @typedef {{ scale: number, x: number, y: number }} View
 *
 * @typedef {{ x: number, y: number }} Place
 */

/** The margin of the map, relative to the shorter side, so that dots at the border are not cut off. */
const margin = 0.03;
const farthest = 40;

/**
 * Converts a position on the map to pixels in a frame. The map is square and centered.
 * @type {(place: Place, view: View, width: number, height: number) => Place}
 */
export function seen({ x, y }, view, width, height) {
  const side = Math.min(width, height) * (1 - 2 * margin) * view.scale;
  return {
    x: width / 2 + (x - 0.5) * side + view.x * width,
    y: height / 2 + (y - 0.5) * side + view.y * height,
  };
}

/** Zooms around the pointer. @type {(view: View, factor: number, x: number, y: number) => View} */
export function zoomed(view, factor, x, y) {
  const scale = Math.max(1, Math.min(farthest, view.scale * factor));
  const by = scale / view.scale;
  const kept = (/** @type {number} */ off, /** @type {number} */ at) => at - 0.5 - (at - 0.5 - off) * by;
  return scale === 1 ? { scale, x: 0, y: 0 } : { scale, x: kept(view.x, x), y: kept(view.y, y) };
}

/** The distance in pixels up to which a click selects a dot. */
const reach = 24;

/**
 * The dot at a position of the frame; undefined if none is near.
 * @type {(points: readonly Place[], isIn: readonly boolean[], view: View, at: Place & { width: number, height: number
 *   }) => number | undefined}
 */
export function nearest(points, isIn, view, { x, y, width, height }) {
  /** @type {number | undefined} */
  let found;
  let least = reach;
  points.forEach((point, n) => {
    const place = seen(point, view, width, height);
    const away = Math.hypot(place.x - x * width, place.y - y * height);
    if (isIn[n] && away < least) [found, least] = [n, away];
  });
  return found;
}

/**
 * The next dot in a direction: close, and not far to the side. Without a start, the dot in the middle.
 * @type {(points: readonly Place[], isIn: readonly boolean[], from: number | undefined, way: readonly [number, number])
 *   => number | undefined}
 */
export function towards(points, isIn, from, [alongX, alongY]) {
  const start = from === undefined ? undefined : points[from];
  const { x, y } = start ?? { x: 0.5, y: 0.5 };
  /** @type {number | undefined} */
  let found;
  let least = Infinity;
  points.forEach((point, n) => {
    if (!isIn[n] || n === from) return;
    const [dx, dy] = [point.x - x, point.y - y];
    const along = dx * alongX + dy * alongY;
    const aside = Math.abs(dx * alongY - dy * alongX);
    if (start && (along <= 0 || aside > along)) return;
    const away = Math.hypot(dx, dy) + aside;
    if (away < least) [found, least] = [n, away];
  });
  return found ?? from;
}
