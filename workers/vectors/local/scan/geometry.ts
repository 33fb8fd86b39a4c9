/**
 * Where rows lie in a block. A block begins with one lane for each who may scan it at the same time: the query and
 * the estimates of a run of rows. Rows are filled up with zeros to 64 bytes, as the scan takes them.
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
/** At most so many rows are estimated at once. */
export const runRows = 256;
export const blockBytes = 256 * 1024 * 1024;

export function geometryOf(dimension: number): Geometry {
  const rowBytes = Math.ceil((dimension * 4) / 64) * 64;
  const laneBytes = rowBytes + runRows * 4;
  const rowsStart = lanes * laneBytes;
  return { rowBytes, laneBytes, rowsStart, rowsPerBlock: Math.floor((blockBytes - rowsStart) / rowBytes) };
}

export function rowAt(
  { rowBytes, rowsStart, rowsPerBlock }: Geometry,
  slot: number,
): { block: number; offset: number } {
  const block = Math.floor(slot / rowsPerBlock);
  return { block, offset: rowsStart + (slot - block * rowsPerBlock) * rowBytes };
}
