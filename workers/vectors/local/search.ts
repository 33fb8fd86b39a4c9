/** Which records of a collection match, and which are nearest. */
import { byDistance } from '../by-distance.js';
import { checkVector } from '../check-records.js';
import { VectorStoreError, type Hit, type Nearest, type Restriction, type Where, type Within } from '../types.js';
import type { Found } from './scan/nearest.js';
import type { Places } from './scan/disk-rows.js';
import type { Scanners } from './scan/scanners.js';
import { createFilter, select } from './scan/select.js';
import type { Row } from './shard.js';
import { placesOf, slotsOf, type Snapshot, type Table } from './table.js';
import { rowsOfUids } from './uid-rows.js';

export interface SearchContext {
  folder: string;
  table: Table;
  scanners: Scanners;
}

export const knownRows = (table: Table, ids: Iterable<string>): Row[] =>
  [...new Set(ids)].flatMap((id) => table.rows.get(id) ?? []);

/** In the order of their slots. */
export async function matching({ folder, table }: SearchContext, { where, ids }: Restriction): Promise<readonly Row[]> {
  const filter = createFilter(where);
  if (ids !== undefined) {
    const rows = knownRows(table, ids).sort((a, b) => a.slot - b.slot);
    return select(folder, rows, filter);
  }
  const snapshot = table.snapshot();
  if (snapshot === undefined) return [];
  if (where === undefined || filter === undefined) return snapshot.rows;
  const before = selected.get(where);
  if (before?.of === snapshot) return before.rows;
  const few = rowsOfUids(filter.condition, snapshot, table.rows);
  const rows = await (few ? select(folder, few, filter) : select(folder, snapshot.rows, filter, snapshot.columns));
  selected.set(where, { of: snapshot, rows });
  return rows;
}

/** What a filter has selected: who looks for the nearest has counted before, with the same one. */
const selected = new WeakMap<Where, { of: Snapshot; rows: readonly Row[] }>();

/** In the order of their first adding. */
export async function matchingIds(context: SearchContext, where: Where | undefined): Promise<string[]> {
  const rows = await matching(context, { where });
  return [...rows].sort((a, b) => a.order - b.order).map(({ id }) => id);
}

/** Nearest first. */
export async function nearest(
  context: SearchContext,
  embedding: ArrayLike<number>,
  { limit = Infinity, radius = Infinity, ...restriction }: Nearest,
): Promise<Hit[]> {
  const what = { limit, radius, onlyWhich: false };
  const { rows, positions, squares } = await scanned(context, embedding, what, restriction);
  const hits = Array.from(positions, (position, i): Hit => ({
    id: (rows[position] as Row).id,
    distance: Math.sqrt(squares[i] as number),
  }));
  const near = hits.filter(({ distance }) => distance <= radius).sort(byDistance);
  return limit < near.length ? near.slice(0, Math.floor(limit)) : near;
}

/** In no order; that they are within is all that is computed. */
export async function within(
  context: SearchContext,
  embedding: ArrayLike<number>,
  { radius, ...restriction }: Within,
): Promise<string[]> {
  const what = { limit: Infinity, radius, onlyWhich: true };
  const { rows, positions, squares } = await scanned(context, embedding, what, restriction);
  const ids: string[] = [];
  positions.forEach((position, i) => {
    if (Math.sqrt(squares[i] as number) <= radius) ids.push((rows[position] as Row).id);
  });
  return ids;
}

async function scanned(
  { table, scanners, folder }: SearchContext,
  embedding: ArrayLike<number>,
  { limit, radius, onlyWhich }: { limit: number; radius: number; onlyWhich: boolean },
  restriction: Restriction,
): Promise<Found & { rows: readonly Row[] }> {
  if (!(limit >= 0) || Number.isNaN(radius))
    throw new VectorStoreError(`A search takes a limit from 0 and a radius, not ${limit} and ${radius}.`);
  const query = checkVector(embedding, table.dimension ?? embedding.length, 'The query');
  const snapshot = table.snapshot();
  const rows = await matching({ table, scanners, folder }, restriction);
  if (snapshot === undefined) return { rows, positions: new Uint32Array(), squares: new Float64Array() };
  const isAll = rows === snapshot.rows;
  const slots = isAll ? snapshot.slots : slotsOf(rows);
  const { vectors } = snapshot;
  // Floats that come into memory meanwhile are seen by the next search.
  const places = vectors.floats ? undefined : isAll ? allPlaces(folder, snapshot) : placesOf(folder, rows);
  // A little more than the square, which may be rounded down: the root decides.
  const within = radius < 0 ? -1 : radius * radius * (1 + 2 ** -50);
  return {
    rows,
    ...(await scanners.scan(vectors, { query, slots, places, limit: Math.floor(limit), within, onlyWhich })),
  };
}

const known = new WeakMap<Snapshot, Places>();
function allPlaces(folder: string, snapshot: Snapshot): Places {
  const places = known.get(snapshot) ?? placesOf(folder, snapshot.rows);
  known.set(snapshot, places);
  return places;
}
