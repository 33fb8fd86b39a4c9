/** Which records of a collection match, and which are nearest. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { byDistance } from '../by-distance.js';
import { checkVector } from '../check-records.js';
import { foundIds, type FoundIds } from '../found-ids.js';
import { VectorStoreError, type Hit, type Nearest, type Restriction, type Where, type Within } from '../types.js';
import { foundSlots } from './found-slots.js';
import type { Found } from './scan/nearest.js';
import type { Places } from './scan/disk-rows.js';
import type { Scanners } from './scan/scanners.js';
import { createFilter, select, type Filter } from './scan/select.js';
import type { Row } from './shard.js';
import { placesOf, type Snapshot } from './rows/snapshot.js';
import { sortedSlots, type Rows } from './rows/rows.js';
import type { Table } from './table.js';
import { slotsOfUids } from './uid-slots.js';

export interface SearchContext {
  folder: string;
  table: Table;
  scanners: Scanners;
}

export const knownRows = (table: Table, ids: Iterable<string>): Row[] =>
  [...new Set(ids)].flatMap((id) => table.row(id) ?? []);

/** The slots of those that match, ascending. A snapshot must be as the table is now. */
async function matching(
  { folder, table }: SearchContext,
  snapshot: Snapshot | undefined,
  filter: Filter | undefined,
  { where, ids }: Restriction,
): Promise<Uint32Array> {
  if (snapshot === undefined) return new Uint32Array();
  const { rows, slots, columns } = snapshot;
  const slotOf = (id: string): number => table.slotOf(id);
  if (ids !== undefined) {
    const known = sortedSlots([...new Set(ids)].map(slotOf).filter((slot) => slot >= 0));
    return filter === undefined ? known : select(folder, { rows, slots: known }, filter);
  }
  if (where === undefined || filter === undefined) return slots;
  const before = selected.get(snapshot) ?? new WeakMap<Where, Uint32Array>();
  selected.set(snapshot, before);
  const found = before.get(where);
  if (found !== undefined) return found;
  const few = await slotsOfUids(filter.condition, snapshot, slotOf, () => table.isAt(snapshot));
  const chosen = await (few
    ? select(folder, { rows, slots: few }, filter)
    : select(folder, { rows, slots }, filter, columns));
  before.set(where, chosen);
  return chosen;
}

/** What a filter has selected: who looks for the nearest has counted before, with the same one. */
const selected = new WeakMap<Snapshot, WeakMap<Where, Uint32Array>>();

export async function count(context: SearchContext, restriction: Restriction): Promise<number> {
  const filter = await createFilter(restriction.where);
  return (await matching(context, context.table.snapshot(), filter, restriction)).length;
}

/** In the order of their first adding. */
export async function matchingIds(context: SearchContext, where: Where | undefined): Promise<string[]> {
  const filter = await createFilter(where);
  const snapshot = context.table.snapshot();
  const slots = await matching(context, snapshot, filter, { where });
  if (snapshot === undefined) return [];
  return idsAt(snapshot.rows, inOrder(snapshot.rows, slots));
}

/** Made into texts in some 20 ms; each part decodes the ids of all shards that it has records of. */
const many = 150_000;

/** Of very many in parts, between which others get their turn. */
async function idsAt(rows: Rows, slots: Uint32Array): Promise<string[]> {
  if (slots.length <= many) return rows.idsAt(slots);
  const ids = new Array<string>(slots.length);
  for (let from = 0; from < slots.length; from += many) {
    if (from > 0) await nextTurn();
    rows.idsAt(slots.subarray(from, from + many)).forEach((id, i) => (ids[from + i] = id));
  }
  return ids;
}

function inOrder(rows: Rows, slots: Uint32Array): Uint32Array {
  const orders = new Float64Array(slots.length);
  for (let i = 0; i < slots.length; i++) orders[i] = rows.orderAt(slots[i] as number);
  // As long as no slot was taken a second time.
  if (orders.every((order, i) => i === 0 || order >= (orders[i - 1] as number))) return slots;
  const positions = Uint32Array.from(slots.keys()).sort((a, b) => (orders[a] as number) - (orders[b] as number));
  return positions.map((position) => slots[position] as number);
}

/** Nearest first. */
export async function nearest(
  context: SearchContext,
  embedding: ArrayLike<number>,
  { limit = Infinity, radius = Infinity, ...restriction }: Nearest,
): Promise<Hit[]> {
  const what = { limit, radius, onlyWhich: false };
  const { snapshot, slots, positions, squares } = await scanned(context, embedding, what, restriction);
  if (snapshot === undefined) return [];
  const found = positions.map((position) => slots[position] as number);
  const hits = (await idsAt(snapshot.rows, found)).map((id, i): Hit => ({
    id,
    distance: Math.sqrt(squares[i] as number),
  }));
  const near = hits.filter(({ distance }) => distance <= radius).sort(byDistance);
  return limit < near.length ? near.slice(0, Math.floor(limit)) : near;
}

/** That they are within is all that is computed. */
export async function within(
  context: SearchContext,
  embedding: ArrayLike<number>,
  { radius, ...restriction }: Within,
): Promise<FoundIds> {
  const what = { limit: Infinity, radius, onlyWhich: true };
  const { snapshot, slots, positions, squares } = await scanned(context, embedding, what, restriction);
  if (snapshot === undefined) return foundIds([]);
  let count = 0;
  for (let i = 0; i < positions.length; i++) {
    if (Math.sqrt(squares[i] as number) <= radius) positions[count++] = positions[i] as number;
  }
  const found = positions.subarray(0, count).map((position) => slots[position] as number);
  return foundSlots(context.table, snapshot, found, (some) => idsAt(snapshot.rows, some));
}

/** @returns also which slots the positions are in; no snapshot where there are no records */
async function scanned(
  context: SearchContext,
  embedding: ArrayLike<number>,
  { limit, radius, onlyWhich }: { limit: number; radius: number; onlyWhich: boolean },
  restriction: Restriction,
): Promise<Found & { snapshot: Snapshot | undefined; slots: Uint32Array }> {
  const { table, scanners, folder } = context;
  if (!(limit >= 0) || Number.isNaN(radius))
    throw new VectorStoreError(`A search takes a limit from 0 and a radius, not ${limit} and ${radius}.`);
  const filter = await createFilter(restriction.where);
  const query = checkVector(embedding, table.dimension ?? embedding.length, 'The query');
  const snapshot = table.snapshot();
  const slots = await matching(context, snapshot, filter, restriction);
  if (snapshot === undefined) return { snapshot, slots, positions: new Uint32Array(), squares: new Float64Array() };
  const { vectors } = snapshot;
  // Floats that come into memory meanwhile are seen by the next search.
  const places = vectors.floats ? undefined : placesFor(folder, snapshot, slots);
  // A little more than the square, which may be rounded down: the root decides.
  const within = radius < 0 ? -1 : radius * radius * (1 + 2 ** -50);
  const what = { query, slots, places, limit: Math.floor(limit), within, onlyWhich };
  return { snapshot, slots, ...(await scanners.scan(vectors, what)) };
}

/** Those of all are asked for again and again. */
function placesFor(folder: string, snapshot: Snapshot, slots: Uint32Array): Places {
  if (slots !== snapshot.slots) return placesOf(folder, snapshot.rows, slots);
  const places = known.get(snapshot) ?? placesOf(folder, snapshot.rows, slots);
  known.set(snapshot, places);
  return places;
}
const known = new WeakMap<Snapshot, Places>();
