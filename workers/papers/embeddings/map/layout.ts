/**
 * Places rows in two dimensions so that neighbours stay neighbours. Implements the part of UMAP (McInnes, Healy,
 * Melville 2018) that a map of some thousand rows needs. Near rows attract each other and repel randomly chosen ones.
 * Starts with the first two principal components instead of a spectral layout, so that distant groups stay on their
 * sides.
 */
import type { Neighbours } from './neighbours.js';
import { chance, type Matrix } from './numbers.js';

/** Parameters of the curve 1/(1 + a·d^2b), the closeness in the plane, for a minimum distance of 0.1. */
const [a, b] = [1.577, 0.895];
const pushes = 4;
/** The first components are scaled to this size. */
const startSize = 10;
/** The longest step. */
const longestStep = 4;
/** A smaller map needs more rounds to converge. */
const roundsFor = (rows: number): number => (rows <= 2500 ? 300 : 200);

interface Edges {
  from: Uint32Array;
  to: Uint32Array;
  weights: Float32Array;
}

/** Returns x and y of each row. */
export function layOut(components: Matrix, neighbours: Neighbours): Float32Array {
  const { rows } = components;
  const places = startingPlaces(components);
  const edges = closeness(rows, neighbours);
  const rounds = roundsFor(rows);
  const next = chance(42);
  const heaviest = edges.weights.reduce((most, weight) => Math.max(most, weight), 0);
  // An edge of half the weight is used every second round.
  const due = edges.weights.map((weight) => heaviest / weight);
  for (let round = 1; round <= rounds; round++) {
    const step = 1 - (round - 1) / rounds;
    for (let edge = 0; edge < due.length; edge++) {
      if ((due[edge] as number) > round) continue;
      due[edge]! += heaviest / (edges.weights[edge] as number);
      const [one, other] = [2 * (edges.from[edge] as number), 2 * (edges.to[edge] as number)];
      pull(places, one, other, step);
      for (let n = 0; n < pushes; n++) push(places, one, 2 * Math.floor(next() * rows), step);
    }
  }
  return places;
}

function startingPlaces({ rows, columns, values }: Matrix): Float32Array {
  const next = chance(1);
  const largest = values.reduce((most, value, n) => (n % columns < 2 ? Math.max(most, Math.abs(value)) : most), 0);
  const scale = largest === 0 ? 0 : startSize / largest;
  return Float32Array.from({ length: rows * 2 }, (_, n) => {
    const component = n % 2;
    const value = component < columns ? (values[(n >> 1) * columns + component] as number) : 0;
    // Noise separates equal rows, which would otherwise never move apart.
    return value * scale + (next() - 0.5) * 0.01;
  });
}

/** Computes the closeness of two rows, from 0 to 1, relative to the other neighbours of both. */
function closeness(rows: number, { count, ids, distances }: Neighbours): Edges {
  const directed = new Map<number, number>();
  for (let row = 0; row < rows && count > 0; row++) {
    const own = distances.subarray(row * count, (row + 1) * count);
    const nearest = own.find((distance) => distance > 0) ?? 0;
    const width = widthOf(own, nearest);
    own.forEach((distance, n) => {
      const other = ids[row * count + n] as number;
      directed.set(row * rows + other, Math.exp(-Math.max(0, distance - nearest) / width));
    });
  }
  const found = [...directed].map(([key, weight]) => {
    const [one, other] = [Math.floor(key / rows), key % rows];
    const back = directed.get(other * rows + one) ?? 0;
    return { one, other, weight: weight + back - weight * back };
  });
  const kept = found.filter(({ weight }) => weight > 0.01);
  return {
    from: Uint32Array.from(kept, ({ one }) => one),
    to: Uint32Array.from(kept, ({ other }) => other),
    weights: Float32Array.from(kept, ({ weight }) => weight),
  };
}

/** Finds the width at which all neighbours together count as log2 of their number. */
function widthOf(distances: Float32Array, nearest: number): number {
  const wanted = Math.log2(Math.max(2, distances.length));
  let [low, high, width] = [0, Infinity, 1];
  for (let n = 0; n < 48; n++) {
    let sum = 0;
    for (const distance of distances) sum += Math.exp(-Math.max(0, distance - nearest) / width);
    if (Math.abs(sum - wanted) < 1e-4) break;
    if (sum > wanted) high = width;
    else low = width;
    width = high === Infinity ? width * 2 : (low + high) / 2;
  }
  return Math.max(width, 1e-6);
}

const within = (value: number): number => Math.max(-longestStep, Math.min(longestStep, value));

function pull(places: Float32Array, one: number, other: number, step: number): void {
  const [x, y] = [
    (places[one] as number) - (places[other] as number),
    (places[one + 1] as number) - (places[other + 1] as number),
  ];
  const squared = x * x + y * y;
  if (squared === 0) return;
  const power = squared ** b;
  const force = (-2 * a * b * power) / squared / (1 + a * power);
  const [moveX, moveY] = [within(force * x) * step, within(force * y) * step];
  places[one]! += moveX;
  places[one + 1]! += moveY;
  places[other]! -= moveX;
  places[other + 1]! -= moveY;
}

function push(places: Float32Array, one: number, other: number, step: number): void {
  if (one === other) return;
  const [x, y] = [
    (places[one] as number) - (places[other] as number),
    (places[one + 1] as number) - (places[other + 1] as number),
  ];
  const squared = x * x + y * y;
  const force = (2 * b) / (0.001 + squared) / (1 + a * squared ** b);
  places[one]! += within(force * x) * step;
  places[one + 1]! += within(force * y) * step;
}
