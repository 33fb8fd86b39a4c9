/** Vectors as pgvector sends and takes them in binary: its README, "Binary format", and array_recv of PostgreSQL. */

/** Bytes before the numbers: their count, and two that are unused. */
const header = 4;

/** A parameter of type vector. */
export function vectorBytes(vector: Float32Array): Buffer {
  const bytes = Buffer.alloc(header + vector.length * 4);
  writeVector(bytes, 0, vector);
  return bytes;
}

/** A parameter of type vector[]. @param type the number of the type vector in this database */
export function vectorsBytes(vectors: readonly Float32Array[], type: number): Buffer {
  const size = vectors.reduce((sum, { length }) => sum + 4 + header + length * 4, 0);
  const bytes = Buffer.alloc(20 + size);
  // One dimension, no nulls, the type, how many, the first is number 1.
  [1, 0, type, vectors.length, 1].forEach((value, i) => bytes.writeUInt32BE(value, i * 4));
  let at = 20;
  for (const vector of vectors) {
    bytes.writeInt32BE(header + vector.length * 4, at);
    at = writeVector(bytes, at + 4, vector);
  }
  return bytes;
}

/** What vector_send answers. */
export function vectorOf(bytes: Buffer): Float32Array {
  // Of its own: what comes lies anywhere in a larger buffer.
  const own = Buffer.from(new Uint8Array(bytes.subarray(header)).buffer);
  own.swap32();
  return new Float32Array(own.buffer, own.byteOffset, own.length / 4);
}

function writeVector(bytes: Buffer, start: number, vector: Float32Array): number {
  bytes.writeUInt16BE(vector.length, start);
  let at = start + header;
  for (const value of vector) at = bytes.writeFloatBE(value, at);
  return at;
}
