/** The floats of the rows that are being looked at, behind each other, and what computes with them. */
import { instantiate, newMemory } from '../memory.js';
import { broughtRows, copyGeometryOf, geometryOf, packedGeometryOf, packedWords, type Geometry } from './geometry.js';
import { createKernel } from './kernel.js';
import { unpack } from './packed-row.js';
import type { Exact } from './scan.js';

/** Room for `broughtRows` rows of a kind. */
interface Room {
  /** Of blocks of such rows. */
  geometry: Geometry;
  rows: Uint8Array;
}

export interface Scratch {
  dimension: number;
  /** Of a packed row. */
  words: number;
  /** For all that follows, until the next. */
  setQuery: (query: Float32Array) => void;
  exact: Pick<Exact, 'estimate' | 'square'>;
  /** What of each row is behind its floats is zero, and must stay so. */
  floats: Room;
  /** Where rows are put that shall be unpacked. */
  copies: Room;
  packed: Room;
  /** Makes floats of the first rows of copies and packed. */
  unpack: (count: number) => void;
}

/**
 * @param words of a packed row
 * @param forcePlain without WebAssembly
 */
export function newScratch(dimension: number, words = packedWords(dimension), forcePlain = false): Scratch {
  const memory = newMemory(forcePlain);
  const most = broughtRows(dimension);
  const geometry = geometryOf(dimension);
  const copyGeometry = copyGeometryOf(dimension);
  const packedGeometry = packedGeometryOf(dimension, words);
  const floatsAt = geometry.rowsStart;
  const copiesAt = floatsAt + most * geometry.rowBytes;
  const packedAt = copiesAt + most * copyGeometry.rowBytes;
  memory.growTo(packedAt + most * packedGeometry.rowBytes);
  const roomAt = (offset: number, own: Geometry): Room => ({
    geometry: own,
    rows: new Uint8Array(memory.buffer, offset, most * own.rowBytes),
  });
  const copies = roomAt(copiesAt, copyGeometry);
  const packed = roomAt(packedAt, packedGeometry);
  const kernel = createKernel(memory.handle, geometry, 0);
  const scan = instantiate(memory.handle);
  const rowOf = ({ rows, geometry: { rowBytes } }: Room, which: number): Uint8Array =>
    rows.subarray(which * rowBytes, (which + 1) * rowBytes);
  return {
    dimension,
    words,
    setQuery: (query) => kernel.setQuery(query),
    exact: {
      estimate: (count) => kernel.estimate(floatsAt, count),
      square: (which) => kernel.square(floatsAt + which * geometry.rowBytes),
    },
    floats: roomAt(floatsAt, geometry),
    copies,
    packed,
    unpack(count) {
      const { rowBytes } = geometry;
      if (scan)
        scan.unpack(copiesAt, copyGeometry.rowBytes, packedAt, packedGeometry.rowBytes, floatsAt, rowBytes, count);
      else
        for (let i = 0; i < count; i++) {
          const into = new Float32Array(memory.buffer, floatsAt + i * rowBytes, dimension);
          unpack(rowOf(copies, i), rowOf(packed, i), into);
        }
    },
  };
}
