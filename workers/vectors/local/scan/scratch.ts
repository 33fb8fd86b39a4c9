/** The floats of the rows that are being looked at, behind each other, and what computes with them. */
import { instantiate, newMemory } from '../memory.js';
import { broughtRows, copyGeometryOf, geometryOf, packedGeometryOf } from './geometry.js';
import { createKernel } from './kernel.js';
import { unpack } from './packed-row.js';
import type { Exact } from './scan.js';

/** Room for `broughtRows` rows of a kind, in memory. */
interface Room {
  rows: Uint8Array;
  rowBytes: number;
}

export interface Scratch {
  dimension: number;
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

/** @param forcePlain without WebAssembly */
export function newScratch(dimension: number, forcePlain = false): Scratch {
  const memory = newMemory(forcePlain);
  const most = broughtRows(dimension);
  const geometry = geometryOf(dimension);
  let end = geometry.rowsStart;
  const [floats, copies, packed] = [geometry, copyGeometryOf(dimension), packedGeometryOf(dimension)].map(
    ({ rowBytes }) => {
      const offset = end;
      end += most * rowBytes;
      return { offset, rowBytes };
    },
  ) as [Place, Place, Place];
  memory.growTo(end);
  const roomAt = ({ offset, rowBytes }: Place): Room => ({
    rows: new Uint8Array(memory.buffer, offset, most * rowBytes),
    rowBytes,
  });
  const kernel = createKernel(memory.handle, geometry, 0);
  const scan = instantiate(memory.handle);
  const partOf = ({ offset, rowBytes }: Place, which: number): Uint8Array =>
    new Uint8Array(memory.buffer, offset + which * rowBytes, rowBytes);
  return {
    dimension,
    setQuery: (query) => kernel.setQuery(query),
    exact: {
      estimate: (count) => kernel.estimate(floats.offset, count),
      square: (which) => kernel.square(floats.offset + which * floats.rowBytes),
    },
    floats: roomAt(floats),
    copies: roomAt(copies),
    packed: roomAt(packed),
    unpack(count) {
      const [a, b, c] = [copies, packed, floats];
      if (scan) return scan.unpack(a.offset, a.rowBytes, b.offset, b.rowBytes, c.offset, c.rowBytes, count);
      for (let i = 0; i < count; i++) {
        const into = new Float32Array(memory.buffer, c.offset + i * c.rowBytes, dimension);
        unpack(partOf(a, i), partOf(b, i), into);
      }
      return undefined;
    },
  };
}

interface Place {
  offset: number;
  rowBytes: number;
}
