/** Where rows are found by whoever scans them: in memory that it was shown, or on the disk. */
import { bufferOf, type MemoryHandle } from '../memory.js';
import type { DiskRows, Places } from './disk-rows.js';
import { copyGeometryOf, copyHeadBytes, rowAt, packedWords } from './geometry.js';
import { createCopyKernel, type CopyKernel } from './kernel.js';
import { bringPacked } from './bring-packed.js';
import { checksumOf, copyOfQuery } from './row-copy.js';
import { newScratch, type Scratch } from './scratch.js';
import type { Copies, Exact, Need, ScanTask } from './scan.js';

export interface BlockHandle {
  id: number;
  /** Null: the thread has seen it. */
  handle: MemoryHandle | null;
}

/** Rows as they are shown to a thread. */
export interface ShownRows {
  copies: readonly BlockHandle[];
  /** Undefined where they are on the disk only. */
  floats: { words: number; packed: readonly BlockHandle[]; whole: readonly BlockHandle[] } | undefined;
  places: Places | undefined;
}

/** `Done` is a promise where nobody may wait for the disk. */
interface OpenSources<Done> {
  copies: Copies;
  exact: Exact;
  /**
   * Brings the floats of these rows to where `exact` computes with them.
   * @throws DamagedRow where floats that are not in memory cannot be had
   */
  bring: (need: Need) => Done | undefined;
  /** Gives files back. */
  close: () => Done | undefined;
}

export interface Sources<Done> {
  open(rows: ShownRows, task: Pick<ScanTask, 'dimension' | 'query' | 'slots'>): OpenSources<Done>;
}

/** @param lane only one at a time may work in it */
export function createSources<Done extends Promise<void> | undefined>(
  lane: number,
  openDisk: (places: Places, bytes: number) => DiskRows<Done>,
): Sources<Done> {
  const handles = new Map<number, MemoryHandle>();
  const copyKernels = new Map<number, CopyKernel>();
  let last: Scratch | undefined;
  const shown = (blocks: readonly BlockHandle[]): void => {
    for (const { id, handle } of blocks) if (handle !== null) handles.set(id, handle);
  };
  const bufferIn = (blocks: readonly BlockHandle[]): ((block: number) => SharedArrayBuffer) =>
    eachOnce((block) => bufferOf(handles.get((blocks[block] as BlockHandle).id) as MemoryHandle));

  return {
    open({ copies, floats, places }, { dimension, query, slots }) {
      shown(copies);
      shown(floats?.packed ?? []);
      shown(floats?.whole ?? []);
      const copyGeometry = copyGeometryOf(dimension);
      const queryCopy = copyOfQuery(query);
      const kernelOf = eachOnce((block) => {
        const { id } = copies[block] as BlockHandle;
        const kernel = copyKernels.get(id) ?? createCopyKernel(handles.get(id) as MemoryHandle, copyGeometry, lane);
        copyKernels.set(id, kernel);
        kernel.setQuery(queryCopy);
        return kernel;
      });
      const scratch = scratchFor(dimension, floats?.words, last);
      last = scratch;
      scratch.setQuery(query);
      const own = {
        copies: { geometry: copyGeometry, kernelOf },
        exact: { ...scratch.exact, isInMemory: floats !== undefined },
      };
      const copyBufferAt = bufferIn(copies);

      if (floats !== undefined) {
        const buffers = { copies: copyBufferAt, packed: bufferIn(floats.packed), whole: bufferIn(floats.whole) };
        const bring = (need: Need): undefined =>
          bringPacked(
            need.map((position) => slots[position] as number),
            buffers,
            scratch,
          );
        return { ...own, bring, close: () => undefined };
      }

      const room = scratch.floats;
      const disk = openDisk(places as Places, dimension * 4);
      const checksumAt = (position: number): number => {
        const { block, offset } = rowAt(copyGeometry, slots[position] as number);
        return checksumOf(new Uint8Array(copyBufferAt(block), offset, copyHeadBytes));
      };
      const bring = (need: Need): Done =>
        disk.read(
          need.map((position) => ({ position, checksum: checksumAt(position) })),
          (which, given) => room.rows.set(given, which * room.geometry.rowBytes),
        );
      return { ...own, bring, close: () => disk.close() };
    },
  };
}

/** @param words undefined where rows are on the disk, as they are */
function scratchFor(dimension: number, words = packedWords(dimension), last?: Scratch): Scratch {
  return last?.dimension === dimension && last.words === words ? last : newScratch(dimension, words);
}

function eachOnce<Made>(make: (block: number) => Made): (block: number) => Made {
  const made: Made[] = [];
  return (block) => (made[block] ??= make(block));
}
