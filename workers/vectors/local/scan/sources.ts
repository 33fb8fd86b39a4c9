/** Where a thread that scans finds rows: in memory that it was shown, or on the disk. */
import { bufferOf, newMemory, type MemoryHandle } from '../memory.js';
import { openDiskRows, type Places } from './disk-rows.js';
import { copyGeometryOf, copyHeadBytes, geometryOf, rowAt } from './geometry.js';
import { createCopyKernel, createKernel, type CopyKernel, type Kernel } from './kernel.js';
import { checksumOf, copyOfQuery } from './row-copy.js';
import type { Copies, Exact, ScanTask } from './scan.js';

export interface BlockHandle {
  id: number;
  /** Null: the thread has seen it. */
  handle: MemoryHandle | null;
}

/** Rows as they are shown to a thread. */
export interface ShownRows {
  copies: readonly BlockHandle[];
  /** Undefined where they are on the disk only. */
  floats: readonly BlockHandle[] | undefined;
  places: Places | undefined;
}

export interface Sources {
  open(rows: ShownRows, task: Pick<ScanTask, 'dimension' | 'query' | 'slots'>): OpenSources;
}

interface OpenSources {
  copies: Copies;
  exact: Exact;
  /** Gives files back. */
  close: () => void;
}

/** @param lane only one at a time may work in it */
export function createSources(lane: number): Sources {
  const handles = new Map<number, MemoryHandle>();
  const copyKernels = new Map<number, CopyKernel>();
  const kernels = new Map<number, Kernel>();
  let scratch: Scratch | undefined;
  const shown = (blocks: readonly BlockHandle[]): void => {
    for (const { id, handle } of blocks) if (handle !== null) handles.set(id, handle);
  };

  return {
    open({ copies, floats, places }, { dimension, query, slots }) {
      shown(copies);
      shown(floats ?? []);
      const copyGeometry = copyGeometryOf(dimension);
      const geometry = geometryOf(dimension);
      const queryCopy = copyOfQuery(query);

      const copyKernelOf = eachOnce((block) => {
        const { id } = copies[block] as BlockHandle;
        const kernel = copyKernels.get(id) ?? createCopyKernel(handles.get(id) as MemoryHandle, copyGeometry, lane);
        copyKernels.set(id, kernel);
        kernel.setQuery(queryCopy);
        return kernel;
      });
      const base = { geometry: copyGeometry, kernelOf: copyKernelOf };
      if (floats !== undefined) {
        const kernelOf = eachOnce((block) => {
          const { id } = floats[block] as BlockHandle;
          const kernel = kernels.get(id) ?? createKernel(handles.get(id) as MemoryHandle, geometry, lane);
          kernels.set(id, kernel);
          kernel.setQuery(query);
          return kernel;
        });
        const square = (position: number): number => {
          const { block, offset } = rowAt(geometry, slots[position] as number);
          return kernelOf(block).square(offset);
        };
        return { copies: base, exact: { memory: { geometry, kernelOf }, square }, close: () => undefined };
      }

      if (scratch?.bytes.length !== dimension * 4) scratch = newScratch(dimension);
      const { kernel, bytes, row } = scratch;
      kernel.setQuery(query);
      const disk = openDiskRows(places as Places);
      const square = (position: number): number => {
        const { block, offset } = rowAt(copyGeometry, slots[position] as number);
        const handle = handles.get((copies[block] as BlockHandle).id) as MemoryHandle;
        disk.read(position, checksumOf(new Uint8Array(bufferOf(handle), offset, copyHeadBytes)), bytes);
        row.set(bytes);
        return kernel.square(row.byteOffset);
      };
      return { copies: base, exact: { memory: undefined, square }, close: () => disk.close() };
    },
  };
}

/** For the one row of the disk that is being looked at. */
interface Scratch {
  kernel: Kernel;
  /** Not shared, since files are read into it. */
  bytes: Uint8Array;
  row: Uint8Array;
}

function newScratch(dimension: number): Scratch {
  const geometry = geometryOf(dimension);
  const memory = newMemory();
  memory.growTo(geometry.rowsStart + geometry.rowBytes);
  const bytes = new Uint8Array(dimension * 4);
  return {
    kernel: createKernel(memory.handle, geometry, 0),
    bytes,
    row: new Uint8Array(memory.buffer, geometry.rowsStart, bytes.length),
  };
}

function eachOnce<Made>(make: (block: number) => Made): (block: number) => Made {
  const made: Made[] = [];
  return (block) => (made[block] ??= make(block));
}
