/**
 * The vectors of a collection: their 32-bit floats and 8-bit copies, in one WebAssembly memory that threads share. The
 * memory begins with lanes: a scan takes one for its query and its results. Chunks of rows follow. The copies of a
 * chunk are adjacent, and after them its floats are.
 */
import {
  compileKernel,
  instantiateKernel,
  newSharedMemory,
  pageBytes,
  type SharedMemory,
} from '../../../base/webassembly.js';
import { VectorStoreError } from '../types.js';
import { kernelWasm } from './kernel-wasm.js';
import { copyHeadBytes, copyNumbers, copyOfQuery } from './row-copy.js';

/** See `kernel.as.ts`. */
interface Kernel {
  // oxlint-disable-next-line max-params -- WebAssembly takes numbers only
  bounds: (lane: number, copy: number, count: number, reach: number, into: number) => number;
  square: (lane: number, row: number) => number;
  copy: (floats: number, dimension: number, into: number) => void;
}

export interface BlockHandle {
  id: number;
  dimension: number;
  memory: SharedMemory;
}

export interface Distances {
  /**
   * Three numbers for each row of a chunk that is not surely beyond `reach`: it is at least this far, at most this
   * far, and which row it is, counted from `row`. The next call overwrites them.
   */
  bounds(row: number, count: number, reach: number): Float64Array;
  /** The squared distance of a row, in 64-bit floats. */
  square(row: number): number;
  close(): void;
}

/** One page less than 4 GiB: the end of the last row must be a 32-bit number. */
const mostPages = 65_535;
const chunkBytes = 4 * 1024 * 1024;
const mostRowsPerChunk = 1024;
/** Four scan threads and the main thread. */
const lanes = 5;
const flagBytes = 64;
const laneHeadBytes = 32;
const longestVector = 1_000_000;

const roundUp = (value: number, to: number): number => Math.ceil(value / to) * to;

function partsOf(dimension: number) {
  const floats = roundUp(dimension * 4, 16);
  const copy = copyHeadBytes + copyNumbers(dimension);
  const rowsPerChunk = Math.min(mostRowsPerChunk, Math.max(1, Math.floor(chunkBytes / (floats + copy))));
  const copies = roundUp(rowsPerChunk * copy, 64);
  const chunk = roundUp(copies + rowsPerChunk * floats, 64);
  const lane = roundUp(laneHeadBytes + floats + copyNumbers(dimension) * 2 + rowsPerChunk * 24, 64);
  return { floats, copy, copies, rowsPerChunk, chunk, lane, start: flagBytes + lanes * lane };
}

let lastId = 0;
let compiled: object | undefined;

export class Block {
  readonly rowsPerChunk: number;
  private readonly parts: ReturnType<typeof partsOf>;
  private readonly id: number;
  private readonly memory: SharedMemory;
  private readonly kernel: Kernel;
  private bytes = new Uint8Array(0) as Uint8Array;

  /** @throws VectorStoreError if vectors are too long; the engine's error if it gets no memory */
  constructor(
    readonly dimension: number,
    handle?: BlockHandle,
  ) {
    if (dimension > longestVector)
      throw new VectorStoreError(`Vectors of ${dimension} dimensions are too long: at most ${longestVector}.`);
    this.parts = partsOf(dimension);
    this.rowsPerChunk = this.parts.rowsPerChunk;
    this.id = handle?.id ?? ++lastId;
    this.memory = handle?.memory ?? newSharedMemory(Math.ceil(this.parts.start / pageBytes), mostPages);
    this.kernel = instantiateKernel<Kernel>((compiled ??= compileKernel(kernelWasm)), this.memory);
  }

  get handle(): BlockHandle {
    return { id: this.id, dimension: this.dimension, memory: this.memory };
  }

  /**
   * Reserves memory for this number of rows in total. The system provides the memory when it is first written.
   * @throws VectorStoreError if they are too many; the engine's error if it gets no memory
   */
  reserve(rows: number): void {
    const bytes = this.parts.start + Math.ceil(rows / this.rowsPerChunk) * this.parts.chunk;
    const missing = Math.ceil((bytes - this.memory.buffer.byteLength) / pageBytes);
    if (missing <= 0) return;
    if (bytes > mostPages * pageBytes)
      throw new VectorStoreError(
        `${rows} vectors of ${this.dimension} dimensions are too many for a folder: with their copies they take ` +
          'more than 4 GiB of memory. Keep them in PostgreSQL with pgvector.',
      );
    this.memory.grow(missing);
  }

  /** Writes a row. @param floats little-endian, as in a file */
  put(row: number, floats: Uint8Array): void {
    // A view for each row would take longer than to copy it.
    if (this.bytes.length < this.memory.buffer.byteLength) this.bytes = new Uint8Array(this.memory.buffer);
    this.bytes.set(floats, this.floatsAt(row));
    this.kernel.copy(this.floatsAt(row), this.dimension, this.copyAt(row));
  }

  floats(row: number): Float32Array {
    return new Float32Array(this.memory.buffer, this.floatsAt(row), this.dimension);
  }

  copyRow(from: number, to: number): void {
    const bytes = new Uint8Array(this.memory.buffer);
    bytes.copyWithin(this.floatsAt(to), this.floatsAt(from), this.floatsAt(from) + this.parts.floats);
    bytes.copyWithin(this.copyAt(to), this.copyAt(from), this.copyAt(from) + this.parts.copy);
  }

  /** `close` must be called. */
  distancesTo(query: Float32Array): Distances {
    const { kernel } = this;
    const { floats: floatBytes } = this.parts;
    const { buffer } = this.memory;
    const number = takeLane(buffer);
    const lane = flagBytes + number * this.parts.lane;
    const copy = copyOfQuery(query);
    new Float64Array(buffer, lane, 3).set([copy.scale, copy.norm, copy.error]);
    new Uint32Array(buffer, lane + 24, 2).set([floatBytes, copy.numbers.length]);
    new Float32Array(buffer, lane + laneHeadBytes, floatBytes / 4).fill(0).set(query);
    new Int16Array(buffer, lane + laneHeadBytes + floatBytes, copy.numbers.length).set(copy.numbers);
    const into = lane + laneHeadBytes + floatBytes + copy.numbers.length * 2;
    return {
      bounds: (row, count, reach) =>
        new Float64Array(buffer, into, 3 * kernel.bounds(lane, this.copyAt(row), count, reach, into)),
      square: (row) => kernel.square(lane, this.floatsAt(row)),
      close: () => void Atomics.store(new Int32Array(buffer, 0, lanes), number, 0),
    };
  }

  private chunkAt(row: number): number {
    return this.parts.start + Math.floor(row / this.rowsPerChunk) * this.parts.chunk;
  }
  private copyAt(row: number): number {
    return this.chunkAt(row) + (row % this.rowsPerChunk) * this.parts.copy;
  }
  private floatsAt(row: number): number {
    return this.chunkAt(row) + this.parts.copies + (row % this.rowsPerChunk) * this.parts.floats;
  }
}

function takeLane(buffer: SharedArrayBuffer): number {
  const flags = new Int32Array(buffer, 0, lanes);
  const lane = flags.findIndex((_, i) => Atomics.compareExchange(flags, i, 0, 1) === 0);
  if (lane < 0) throw new Error('more scans run at the same time than a block has lanes');
  return lane;
}
