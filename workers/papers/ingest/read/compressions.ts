/** Streams that hold a source in compressed form, by their first bytes. */
import { createGunzip } from 'node:zlib';
import { Readable } from 'node:stream';
import { Decompress } from 'fzstd';
import xz from 'xz-decompress';
import { messageOf } from '../../../base/errors.js';
import { unbzipped } from './bzip2.js';
import { NotUnpacked, type Bytes, type Unpacking } from './unpacking.js';

interface Compression {
  /** The first bytes, as Latin-1. */
  begins: string;
  /** @throws NotUnpacked; what the source throws */
  unpack: (source: AsyncIterable<Uint8Array>, unpacking: Unpacking) => AsyncIterable<Uint8Array>;
}

const compressions: readonly Compression[] = [
  { begins: '\x1f\x8b', unpack: gunzipped },
  { begins: 'BZh', unpack: (source, unpacking) => unpacking.counted(unbzipped(source)) },
  { begins: '\xfd7zXZ\0', unpack: unxzed },
  { begins: '\x28\xb5\x2f\xfd', unpack: unzstded },
];

/** Returns the content of a source; undefined if it is not compressed. */
export function decompressed(beginning: Buffer, source: Bytes, unpacking: Unpacking): Bytes | undefined {
  const text = beginning.toString('latin1', 0, 8);
  const found = compressions.find(({ begins }) => text.startsWith(begins));
  return found === undefined ? undefined : unpacked(found, source, unpacking);
}

/** Counts the bytes of both sides. An error that is not the source's is a fault of the data. */
async function* unpacked({ unpack }: Compression, source: Bytes, unpacking: Unpacking): AsyncGenerator<Uint8Array> {
  let failure: { thrown: unknown } | undefined;
  const packed = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of source) {
        unpacking.addPacked(piece.length);
        yield typeof piece === 'string' ? Buffer.from(piece) : piece;
      }
    } catch (thrown) {
      failure = { thrown };
      throw thrown;
    }
  };
  try {
    yield* unpack(packed(), unpacking);
  } catch (thrown) {
    if (failure !== undefined) throw failure.thrown;
    throw thrown instanceof NotUnpacked ? thrown : new NotUnpacked(messageOf(thrown));
  }
}

async function* gunzipped(source: AsyncIterable<Uint8Array>, unpacking: Unpacking): AsyncGenerator<Uint8Array> {
  const packed = Readable.from(source, { objectMode: false });
  const gunzip = createGunzip();
  packed.on('error', (thrown) => gunzip.destroy(thrown));
  try {
    yield* unpacking.counted(packed.pipe(gunzip) as AsyncIterable<Uint8Array>);
  } finally {
    packed.destroy();
  }
}

async function* unxzed(source: AsyncIterable<Uint8Array>, unpacking: Unpacking): AsyncGenerator<Uint8Array> {
  const stream = new xz.XzReadableStream(ReadableStream.from(source));
  try {
    yield* unpacking.counted(stream);
  } catch (thrown) {
    // The package names a number, or fails by reading nothing.
    throw thrown instanceof NotUnpacked ? thrown : new NotUnpacked('it is damaged or incomplete');
  }
}

async function* unzstded(source: AsyncIterable<Uint8Array>, unpacking: Unpacking): AsyncGenerator<Uint8Array> {
  const found: Uint8Array[] = [];
  const stream = new Decompress((piece) => {
    unpacking.addUnpacked(piece.length);
    found.push(piece);
  });
  for await (const piece of source) {
    stream.push(piece);
    yield* found.splice(0);
  }
  stream.push(new Uint8Array(0), true);
  yield* found.splice(0);
}
