/**
 * Where rows lie in a block. A block begins with one lane for each who may scan it at the same time: the query and
 * what is computed of a run of rows.
 */
export interface Geometry {
  rowBytes: number;
  laneBytes: number;
  /** Bytes before the first row. */
  rowsStart: number;
  rowsPerBlock: number;
}

/** The calling thread is lane 0, scan threads are 1 to 4. */
export const lanes = 5;
/** At most so many rows are computed at once: what surrounds a run is a part of a short vector's time. */
export const runRows = 2048;
/** At most so many rows are brought at once to where their floats are computed with: up to 1 MB, or one row. */
export const broughtRows = (dimension: number): number =>
  Math.max(1, Math.min(32, Math.floor((1024 * 1024) / (dimension * 4))));
export const blockBytes = 256 * 1024 * 1024;

/** Rows of 32-bit floats, filled up with zeros to 64 bytes, as the scan takes them; estimates are 32-bit floats. */
export function geometryOf(dimension: number): Geometry {
  const rowBytes = roundUp(dimension * 4, 64);
  return geometry(rowBytes, rowBytes + runRows * 4);
}

/** Before the numbers of a copy stand its scale, norm, error and the checksum of its floats (`row-copy.ts`). */
export const copyHeadBytes = 32;
export const copyNumbers = (dimension: number): number => roundUp(dimension, 32);

/** Rows of 8-bit numbers; a lane has the query in 16-bit ones, and for each row of a run two bounds and a number. */
export function copyGeometryOf(dimension: number): Geometry {
  const numbers = copyNumbers(dimension);
  return geometry(copyHeadBytes + numbers, numbers * 2 + runRows * 20);
}

/** So many floats of a packed row are there, with zeros behind the last. */
export const packedFloats = (dimension: number): number => roundUp(dimension, 16);

/** Words of a packed row for one float in so many, where nothing else is known. */
const usualShare = 1 / 16;
export const packedWords = (dimension: number, share = usualShare): number =>
  Math.max(4, roundUp(packedFloats(dimension) * share, 4));

/** Of each float 3 bytes, and words of 4 (`packed-row.ts`). They are not scanned where they lie. */
export function packedGeometryOf(dimension: number, words = packedWords(dimension)): Geometry {
  return geometry(packedFloats(dimension) * 3 + words * 4, 0);
}

function geometry(rowBytes: number, laneBytes: number): Geometry {
  const rowsStart = lanes * laneBytes;
  return { rowBytes, laneBytes, rowsStart, rowsPerBlock: Math.floor((blockBytes - rowsStart) / rowBytes) };
}

const roundUp = (value: number, to: number): number => Math.ceil(value / to) * to;

export function rowAt(
  { rowBytes, rowsStart, rowsPerBlock }: Geometry,
  slot: number,
): { block: number; offset: number } {
  const block = Math.floor(slot / rowsPerBlock);
  return { block, offset: rowsStart + (slot - block * rowsPerBlock) * rowBytes };
}
