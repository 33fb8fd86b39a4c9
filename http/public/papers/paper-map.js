/*
 * The map of the papers on a canvas, which replaces the static picture. It can be zoomed, moved, searched, and
 * navigated with keys.
 */
import { factsFrom } from '../fetched.js';
import { finder } from '../words.js';
import { drawPoints } from './paper-map-draw.js';
import { nearest, towards, zoomed } from './paper-map-view.js';

/**
 * @typedef {object} Point
 * @property {number} x
 * @property {number} y
 * @property {number} topic
 * @property {string} title
 * @property {string[]} authors
 * @property {number} year
 * @property {string} conference
 * @property {string} session
 * @property {string | null} url
 *
 * @typedef {{ words: string[], x: number, y: number }} Topic
 * @typedef {{ points: Point[], topics: Topic[] }} PaperMap
 */

/** The number of papers listed below the map. */
const mostListed = 20;

/** @type {(id: string) => HTMLElement | null} */
const byId = (id) => document.getElementById(id);

/** @type {(point: Point) => HTMLElement} */
function named({ title, url }) {
  if (url === null) return Object.assign(document.createElement('strong'), { textContent: title });
  return Object.assign(document.createElement('a'), { href: url, rel: 'noreferrer', textContent: title });
}

/** @type {(point: Point) => string} */
function factsOf({ authors, conference, year, session }) {
  const hasYear = conference.split(/\D+/).includes(String(year));
  const venue = hasYear ? conference : `${conference} ${year}`;
  return [authors.join(', '), venue, session === 'No session' ? '' : session].filter(Boolean).join(' · ');
}

/** @type {(point: Point | undefined) => void} */
function tell(point) {
  const details = byId('map-details');
  if (!details || !point) return;
  const [first, second] = [document.createElement('p'), document.createElement('p')];
  first.append(named(point));
  second.textContent = factsOf(point);
  second.className = 'quiet';
  details.replaceChildren(first, second);
}

/** A map and the state of its view. */
class Seen {
  view = { scale: 1, x: 0, y: 0 };
  /** @type {boolean[]} */
  isIn;
  /** @type {number | undefined} */
  chosen;
  /** @type {'topic' | 'conference' | 'year'} */
  by = 'topic';
  isDue = false;

  /** @param {HTMLCanvasElement} canvas @param {PaperMap} map */
  constructor(canvas, { points, topics }) {
    this.canvas = canvas;
    this.points = points;
    this.topics = topics;
    this.isIn = points.map(() => true);
  }

  /** Draws once per frame, however often it is called. */
  draw() {
    if (this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(() => {
      this.isDue = false;
      const { points, topics, view, isIn, chosen, by } = this;
      drawPoints(this.canvas, { points, topics, view, isIn, chosen, by, legend: byId('map-legend') });
    });
  }

  /** @param {number | undefined} n */
  choose(n) {
    if (n === undefined) return;
    this.chosen = n;
    tell(this.points[n]);
    this.draw();
  }

  /** @param {number} factor 0 shows the whole map */
  zoom(factor, x = 0.5, y = 0.5) {
    this.view = factor === 0 ? { scale: 1, x: 0, y: 0 } : zoomed(this.view, factor, x, y);
    this.draw();
  }

  /** @param {number} x @param {number} y relative to the frame */
  move(x, y) {
    this.view = { ...this.view, x: this.view.x + x, y: this.view.y + y };
    this.draw();
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  at(x, y, width, height) {
    this.choose(nearest(this.points, this.isIn, this.view, { x, y, width, height }));
  }

  /** Filters by the search and the choices above the map. @param {HTMLElement} box */
  filter(box) {
    const find = byId('map-find');
    const words = find instanceof HTMLInputElement ? find.value : '';
    const has = finder(words);
    /** @type {NodeListOf<HTMLSelectElement>} */
    const selects = box.querySelectorAll('[data-filter]');
    const wanted = [...selects].flatMap(({ dataset, value }) => (value === '' ? [] : [[dataset.filter ?? '', value]]));
    const isAll = words.trim() === '' && wanted.length === 0;
    /** @type {(point: Point) => boolean} */
    const isOne = (point) =>
      wanted.every(([name, value]) => String(/** @type {Record<string, unknown>} */ (point)[name ?? '']) === value);
    this.isIn = this.points.map(
      (point) => isAll || (isOne(point) && has(`${point.title}\n${point.authors.join(', ')}`)),
    );
    const found = this.points.filter((_, n) => this.isIn[n]);
    const count = byId('map-count');
    const said = (box.dataset.words ?? '').replace('{number}', String(found.length));
    if (count) count.textContent = isAll ? '' : said.replace('{total}', String(this.points.length));
    list(isAll ? [] : found.slice(0, mostListed));
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { key } = event;
    const way = ways[key];
    const url = this.chosen === undefined ? undefined : this.points[this.chosen]?.url;
    if (way) this.choose(towards(this.points, this.isIn, this.chosen, way));
    else if (key === '+' || key === '=') this.zoom(1.5);
    else if (key === '-') this.zoom(0.67);
    else if (key === '0') this.zoom(0);
    else if (key === 'Enter' && url) location.assign(url);
    else return;
    event.preventDefault();
  }
}

/** @type {Record<string, [number, number]>} */
const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @type {(box: HTMLElement, map: PaperMap) => void} */
function begin(box, map) {
  const frame = byId('map-frame');
  const canvas = document.createElement('canvas');
  if (!frame) return;
  canvas.setAttribute('aria-hidden', 'true');
  frame.replaceChildren(canvas);
  frame.tabIndex = 0;
  frame.setAttribute('role', 'application');
  frame.setAttribute('aria-label', box.dataset.frame ?? '');
  box.querySelector('.map-tools')?.removeAttribute('hidden');
  const seen = new Seen(canvas, map);
  watchPointer(canvas, seen);
  frame.addEventListener('keydown', (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey) seen.key(event);
  });
  box.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || target.id !== 'map-colours') return seen.filter(box);
    seen.by = /** @type {'topic'} */ (target.value);
    seen.draw();
  });
  box.addEventListener('click', ({ target }) => {
    const factor = target instanceof HTMLElement ? target.closest('button')?.dataset.zoom : undefined;
    if (factor !== undefined) seen.zoom(Number(factor));
  });
  const draw = () => seen.draw();
  new ResizeObserver(draw).observe(frame);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
  draw();
}

/** @type {(found: readonly Point[]) => void} */
function list(found) {
  const box = byId('map-found');
  if (!box) return;
  box.hidden = found.length === 0;
  box.replaceChildren(
    ...found.map((point) => {
      const row = document.createElement('li');
      const facts = Object.assign(document.createElement('small'), { className: 'quiet', textContent: factsOf(point) });
      row.append(named(point), ' ', facts);
      return row;
    }),
  );
}

/**
 * @typedef {object} Moves positions and distances are relative to the canvas
 * @property {(x: number, y: number, width: number, height: number) => void} at
 * @property {(x: number, y: number) => void} move
 * @property {(factor: number, x: number, y: number) => void} zoom
 */

/**
 * One finger or the mouse moves the map, two fingers or the wheel zoom it, a tap selects a dot.
 * @type {(canvas: HTMLCanvasElement, moves: Moves) => void}
 */
function watchPointer(canvas, moves) {
  /** @type {Map<number, { x: number, y: number }>} */
  const down = new Map();
  let moved = 0;
  const place = (/** @type {MouseEvent} */ { clientX, clientY }) => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    return { x: (clientX - left) / width, y: (clientY - top) / height, width, height };
  };
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    if (down.size === 0) moved = 0;
    down.set(event.pointerId, place(event));
  });
  canvas.addEventListener('pointermove', (event) => {
    const now = place(event);
    const before = down.get(event.pointerId);
    if (!before) return;
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
    moved += Math.hypot((now.x - before.x) * now.width, (now.y - before.y) * now.height);
    if (other) {
      const far = (/** @type {{ x: number, y: number }} */ one) =>
        Math.hypot((one.x - other.x) * now.width, (one.y - other.y) * now.height);
      moves.zoom(far(now) / Math.max(1, far(before)), (now.x + other.x) / 2, (now.y + other.y) / 2);
    } else moves.move(now.x - before.x, now.y - before.y);
    down.set(event.pointerId, now);
  });
  for (const end of /** @type {const} */ (['pointerup', 'pointercancel']))
    canvas.addEventListener(end, (event) => {
      const now = place(event);
      if (down.delete(event.pointerId) && end === 'pointerup' && down.size === 0 && moved < 6)
        moves.at(now.x, now.y, now.width, now.height);
    });
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const { x, y } = place(event);
      moves.zoom(Math.exp(-event.deltaY / 400), x, y);
    },
    { passive: false },
  );
}

async function start() {
  const box = byId('paper-map');
  if (!box || box.dataset.begun !== undefined) return;
  box.dataset.begun = '';
  /** @type {{ map: PaperMap | null } | undefined} */
  const facts = await factsFrom(box.dataset.from ?? '');
  // Without the data, the static picture stays.
  if (facts?.map) begin(box, facts.map);
}

document.addEventListener('live:fresh', () => void start());
void start();
