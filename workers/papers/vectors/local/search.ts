/** Finds the records of a collection that match a filter, or are nearest to a vector. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { byDistance } from '../by-distance.js';
import { checkVector } from '../check-records.js';
import { VectorStoreError, type Hit, type Nearest, type Restriction, type Where } from '../types.js';
import { maskOf, mostThreads, type FilterContext } from './filter.js';
import { scan, type Found, type ScanTask } from './scan.js';
import { orDamaged } from './shard.js';

/** The calling thread scans fewer bytes of floats itself, because another thread takes 10 MB of memory. */
const inPlaceBytes = 192 * 1024 * 1024;
/** It lets other tasks run after this many bytes, about half a millisecond. */
const partBytes = 16 * 1024 * 1024;

/** Returns the rows that match, ascending, in memory that threads share; null if all rows match. */
async function matching(context: FilterContext, { where, ids }: Restriction): Promise<Uint32Array | null> {
  const { table } = context;
  const mask = where && (await maskOf(context, where));
  if (ids === undefined && mask === undefined) return null;
  const known = ids && new Set(table.rowsOf(ids));
  const rows = known ? [...known].filter((row) => mask?.[row] !== 0).sort((a, b) => a - b) : rowsOf(mask as Uint8Array);
  const shared = new Uint32Array(new SharedArrayBuffer(rows.length * 4));
  shared.set(rows);
  return shared;
}

const rowsOf = (mask: Uint8Array): Uint32Array =>
  new Uint32Array(mask.length).map((_, row) => row).filter((row) => mask[row] === 1);

export async function count(context: FilterContext, restriction: Restriction): Promise<number> {
  return (await matching(context, restriction))?.length ?? context.table.size;
}

export async function matchingIds(context: FilterContext, where: Where | undefined): Promise<string[]> {
  const { table } = context;
  const rows = (await matching(context, { where })) ?? Array.from({ length: table.size }, (_, row) => row);
  return Array.from(rows)
    .sort((a, b) => table.orderAt(a) - table.orderAt(b))
    .map((row) => table.idAt(row));
}

/**
 * Returns the hits within the radius in no order; if they are more than the limit, at least the nearest of them.
 * @throws VectorStoreError, WhereError
 */
export async function found(
  context: FilterContext,
  embedding: ArrayLike<number>,
  { limit = Infinity, radius = Infinity, ...restriction }: Nearest,
): Promise<Hit[]> {
  const { table } = context;
  if (!(limit >= 0) || Number.isNaN(radius))
    throw new VectorStoreError(`A search takes a limit from 0 and a radius, not ${limit} and ${radius}.`);
  const rows = await matching(context, restriction);
  const query = checkVector(embedding, table.dimension ?? embedding.length, 'The query');
  // A little more than the square, which may be rounded down: the root decides.
  const within = radius < 0 ? -1 : radius * radius * (1 + 2 ** -50);
  const parts = await scanned(context, { query, rows, limit: Math.floor(limit), within });
  return parts
    .flatMap((part) =>
      Array.from(part.rows, (row, i): Hit => ({ id: table.idAt(row), distance: Math.sqrt(part.squares[i] as number) })),
    )
    .filter(({ distance }) => distance <= radius);
}

export async function nearest(context: FilterContext, embedding: ArrayLike<number>, options: Nearest): Promise<Hit[]> {
  const hits = (await found(context, embedding, options)).sort(byDistance);
  return options.limit === undefined ? hits : hits.slice(0, Math.floor(options.limit));
}

async function scanned(context: FilterContext, what: Omit<ScanTask, 'from' | 'to'>): Promise<Found[]> {
  const { block, size } = context.table;
  const total = what.rows?.length ?? size;
  if (block === undefined || total === 0) return [];
  const bytes = total * block.dimension * 4;
  const inPlace = bytes < inPlaceBytes;
  const count = inPlace ? Math.ceil(bytes / partBytes) : mostThreads;
  const parts = Array.from({ length: count }, (_, i): ScanTask => {
    return { ...what, from: Math.floor((total * i) / count), to: Math.floor((total * (i + 1)) / count) };
  });
  const inThread = (part: ScanTask): Promise<Found> =>
    orDamaged(context.threads.call('scan', { block: block.handle, ...part }));
  if (!inPlace) return Promise.all(parts.map(inThread));
  const answers: Found[] = [];
  for (const part of parts) {
    await nextTurn();
    answers.push(scan(block, part));
  }
  return answers;
}
