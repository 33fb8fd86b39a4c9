/** pgvector's binary format of vectors. Sources: "Binary format" in its README, and array_recv of PostgreSQL. */

/** Bytes before the numbers: the count, and two unused bytes. */
const header = 4;

/** Encodes a parameter of type vector. */
export function vectorBytes(vector: Float32Array): Buffer {
  const bytes = Buffer.alloc(header + vector.length * 4);
  writeVector(bytes, 0, vector);
  return bytes;
}

/** Encodes a parameter of type vector[]. @param type the oid of the type vector in this database */
export function vectorsBytes(vectors: readonly Float32Array[], type: number): Buffer {
  const size = vectors.reduce((sum, { length }) => sum + 4 + header + length * 4, 0);
  const bytes = Buffer.alloc(20 + size);
  // One dimension, no nulls, the element type, the count, and 1 as the lower bound.
  [1, 0, type, vectors.length, 1].forEach((value, i) => bytes.writeUInt32BE(value, i * 4));
  let at = 20;
  for (const vector of vectors) {
    bytes.writeInt32BE(header + vector.length * 4, at);
    at = writeVector(bytes, at + 4, vector);
  }
  return bytes;
}

/** Decodes the result of vector_send. */
export function vectorOf(bytes: Buffer): Float32Array {
  // Copy first: the row is a slice at any offset of a larger buffer.
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
