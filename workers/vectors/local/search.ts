/** Which records of a collection match, and which are nearest. */
import { byDistance } from '../by-distance.js';
import { checkVector } from '../check-records.js';
import { VectorStoreError, type Hit, type Nearest, type Restriction, type Where } from '../types.js';
import type { Scanners } from './scan/scanners.js';
import { createFilter, select } from './scan/select.js';
import type { Row } from './shard.js';
import { slotsOf, type Table } from './table.js';

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
  return select(folder, snapshot?.rows ?? [], filter, snapshot?.columns);
}

/** In the order of their first adding. */
export async function matchingIds(context: SearchContext, where: Where | undefined): Promise<string[]> {
  const rows = await matching(context, { where });
  return [...rows].sort((a, b) => a.order - b.order).map(({ id }) => id);
}

export async function nearest(
  context: SearchContext,
  embedding: ArrayLike<number>,
  { limit = Infinity, radius = Infinity, ...restriction }: Nearest,
): Promise<Hit[]> {
  const { table, scanners } = context;
  if (!(limit >= 0) || Number.isNaN(radius))
    throw new VectorStoreError(`A search takes a limit from 0 and a radius, not ${limit} and ${radius}.`);
  const query = checkVector(embedding, table.dimension ?? embedding.length, 'The query');
  const snapshot = table.snapshot();
  const rows = await matching(context, restriction);
  if (snapshot === undefined) return [];
  const slots = rows === snapshot.rows ? snapshot.slots : slotsOf(rows);
  // A little more than the square, which may be rounded down: the root decides.
  const within = radius < 0 ? -1 : radius * radius * (1 + 2 ** -50);
  const { positions, squares } = await scanners.scan(snapshot.floats, {
    query,
    slots,
    limit: Math.floor(limit),
    within,
  });
  const hits = Array.from(positions, (position, i): Hit => ({
    id: (rows[position] as Row).id,
    distance: Math.sqrt(squares[i] as number),
  }));
  const near = hits.filter(({ distance }) => distance <= radius).sort(byDistance);
  return limit < near.length ? near.slice(0, Math.floor(limit)) : near;
}
