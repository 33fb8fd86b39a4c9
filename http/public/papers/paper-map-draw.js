/* Draws the dots of a map, and fills its legend. */
import { seen } from './paper-map-view.js';
/** @typedef {import('./paper-map.js').Point} Point */

/**
 * @typedef {object} Drawn
 * @property {readonly Point[]} points
 * @property {readonly { words: string[], x: number, y: number }[]} topics
 * @property {import('./paper-map-view.js').View} view
 * @property {readonly boolean[]} isIn false for points that are drawn pale
 * @property {number | undefined} chosen
 * @property {'topic' | 'conference' | 'year'} by
 * @property {HTMLElement | null} legend
 */

const colours = 8;
/** The maximum number of entries in the legend. Further groups still have colours. */
const mostTold = 16;

/** @type {(drawn: Drawn) => { names: string[], of: (point: Point) => number }} */
function groupsOf({ points, topics, by }) {
  if (by === 'topic')
    return { names: topics.map(({ words }) => words.slice(0, 3).join(', ')), of: ({ topic }) => topic };
  const values = [...new Set(points.map((point) => String(point[by])))].sort();
  const places = new Map(values.map((value, n) => [value, n]));
  return { names: values, of: (point) => places.get(String(point[by])) ?? 0 };
}

/** The last content of the legend. */
let announced = '';

/** @type {(legend: HTMLElement, names: readonly string[]) => void} */
function tellColours(legend, names) {
  const now = names.join('\n');
  if (now === announced) return;
  announced = now;
  legend.replaceChildren(
    ...names.slice(0, mostTold).map((name, n) => {
      const row = document.createElement('li');
      row.append(Object.assign(document.createElement('span'), { className: `swatch c${n % colours}` }), name);
      row.firstElementChild?.setAttribute('aria-hidden', 'true');
      return row;
    }),
  );
}

/** @type {(canvas: HTMLCanvasElement, drawn: Drawn) => void} */
export function drawPoints(canvas, drawn) {
  const { points, topics, view, isIn, chosen, by, legend } = drawn;
  const pen = canvas.getContext('2d');
  const { width, height } = canvas.getBoundingClientRect();
  if (!pen || width === 0) return;
  const sharp = devicePixelRatio;
  [canvas.width, canvas.height] = [Math.round(width * sharp), Math.round(height * sharp)];
  pen.scale(sharp, sharp);
  const style = getComputedStyle(canvas);
  const colour = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  const groups = groupsOf(drawn);
  if (legend) tellColours(legend, groups.names);
  const size = Math.max(2.2, Math.min(7, (Math.min(width, height) / 260) * Math.sqrt(view.scale)));
  const dot = (/** @type {Point} */ point, /** @type {number} */ radius) => {
    const { x, y } = seen(point, view, width, height);
    if (x < -9 || y < -9 || x > width + 9 || y > height + 9) return;
    pen.moveTo(x + radius, y);
    pen.arc(x, y, radius, 0, 2 * Math.PI);
  };
  // Dots of one colour are drawn together.
  for (const isBright of [false, true])
    for (let n = 0; n < colours; n++) {
      pen.beginPath();
      points.forEach((point, at) => {
        if (isIn[at] === isBright && groups.of(point) % colours === n) dot(point, size);
      });
      pen.globalAlpha = isBright ? 0.85 : 0.12;
      pen.fillStyle = colour(`--c${n}`);
      pen.fill();
    }
  pen.globalAlpha = 1;
  if (by === 'topic') nameTopics(pen, { topics, view, width, height, ink: colour('--ink'), card: colour('--card') });
  const one = chosen === undefined ? undefined : points[chosen];
  if (!one) return;
  pen.beginPath();
  dot(one, size + 4);
  pen.lineWidth = 3;
  pen.strokeStyle = colour('--ink');
  pen.stroke();
}

/**
 * If two names would overlap, the smaller topic has none until the map is enlarged.
 * @type {(pen: CanvasRenderingContext2D, what: { topics: Drawn['topics'], view: Drawn['view'], width: number, height:
 *   number, ink: string, card: string }) => void}
 */
function nameTopics(pen, { topics, view, width, height, ink, card }) {
  pen.font = '600 14px system-ui, sans-serif';
  pen.textAlign = 'center';
  pen.lineWidth = 4;
  pen.lineJoin = 'round';
  [pen.strokeStyle, pen.fillStyle] = [card, ink];
  /** @type {{ x: number, y: number, half: number }[]} */
  const taken = [];
  for (const topic of topics) {
    const words = topic.words.slice(0, 2).join(' · ');
    const half = pen.measureText(words).width / 2;
    const { x, y } = seen(topic, view, width, height);
    if (x < half || x > width - half || y < 16 || y > height - 4) continue;
    if (taken.some((one) => Math.abs(one.y - y) < 20 && Math.abs(one.x - x) < one.half + half + 6)) continue;
    taken.push({ x, y, half });
    pen.strokeText(words, x, y);
    pen.fillText(words, x, y);
  }
}
