/**
 * Decodes a PNG to grey, row by row while it is inflated. For a page at 1200 dpi a library would hold 4 or 8 bytes per
 * pixel, half a gigabyte, and most libraries cannot read 16 bits or interlaced rows. Source: PNG specification (W3C,
 * third edition), 7 to 11.
 */
import { Readable } from 'node:stream';
import { createInflate } from 'node:zlib';
import { TonstiftError } from '../../../../base/errors.js';
import { say } from '../../../../base/language/sentence.js';
import type { GreyImage } from '../../../../oid/read/ink.js';
import { pngChunks, type Chunk } from './png-chunks.js';
import { greyRows, type PngFormat } from './png-grey.js';
import { unfilter } from './png-filter.js';

/** Columns and rows of each interlace pass, as start and step. */
const passes = [
  [0, 8, 0, 8],
  [4, 8, 0, 8],
  [0, 4, 4, 8],
  [2, 4, 0, 4],
  [0, 2, 2, 4],
  [1, 2, 0, 2],
  [0, 1, 1, 2],
] as const;
const inOrder = [[0, 1, 0, 1]] as const;
const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** @throws TonstiftError `bad_field` if the file is broken */
export async function readPng(bytes: Uint8Array): Promise<GreyImage> {
  const format = formatOf([...pngChunks(bytes)]);
  const { width, height, depth, channels, isInterlaced } = format;
  const pixels = new Uint8Array(width * height).fill(255);
  const toGrey = greyRows(format);
  const step = Math.max(1, (channels * depth) >> 3);
  const rows = new RowReader(inflated(bytes));
  for (const [left, across, top, down] of isInterlaced ? passes : inOrder) {
    const columns = Math.ceil((width - left) / across);
    if (columns <= 0) continue;
    const length = Math.ceil((columns * channels * depth) / 8);
    let above = new Uint8Array(length);
    for (let y = top; y < height; y += down) {
      const row = await rows.next(length + 1);
      if (row === undefined) throw broken();
      unfilter(row, above, step);
      above = row.subarray(1);
      toGrey(above, columns, { pixels, at: y * width + left, step: across });
    }
  }
  return { width, height, pixels };
}

const broken = (): TonstiftError => new TonstiftError('bad_field', say('scan.broken'));

function formatOf(chunks: readonly Chunk[]): PngFormat & { isInterlaced: boolean } {
  const header = chunks.find(({ type }) => type === 'IHDR')?.data;
  if (header === undefined || header.length < 13) throw broken();
  const view = new DataView(header.buffer, header.byteOffset, header.length);
  const [depth, colour] = [view.getUint8(8), view.getUint8(9)];
  const channels = channelsOf[colour];
  if (channels === undefined || ![1, 2, 4, 8, 16].includes(depth)) throw broken();
  return {
    width: view.getUint32(0),
    height: view.getUint32(4),
    depth,
    colour,
    channels,
    isInterlaced: view.getUint8(12) === 1,
    palette: chunks.find(({ type }) => type === 'PLTE')?.data,
    transparent: chunks.find(({ type }) => type === 'tRNS')?.data,
  };
}

/** Yields the content of the IDAT chunks in pieces. */
async function* inflated(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  const packed = Readable.from(packedPieces(bytes));
  const inflate = packed.pipe(createInflate());
  try {
    for await (const piece of inflate) yield piece as Uint8Array;
  } catch {
    throw broken();
  } finally {
    packed.destroy();
    inflate.destroy();
  }
}

function* packedPieces(bytes: Uint8Array): Generator<Uint8Array, void, void> {
  for (const { type, data } of pngChunks(bytes)) if (type === 'IDAT') yield data;
}

/** Assembles rows from pieces of any length. */
class RowReader {
  #piece: Uint8Array = new Uint8Array(0);
  #at = 0;

  constructor(private readonly pieces: AsyncGenerator<Uint8Array, void, void>) {}

  /** Returns a new array; undefined if the data ends early. */
  async next(length: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const row = new Uint8Array(length);
    for (let done = 0; done < length;) {
      if (this.#at === this.#piece.length) {
        const { value, done: isOver } = await this.pieces.next();
        if (isOver === true || value === undefined) return undefined;
        [this.#piece, this.#at] = [value, 0];
      }
      const some = Math.min(length - done, this.#piece.length - this.#at);
      row.set(this.#piece.subarray(this.#at, this.#at + some), done);
      done += some;
      this.#at += some;
    }
    return row;
  }
}
