/** Ids as UTF-8 bytes that lie somewhere: a string for each would take more memory than all else of a record. */
export interface IdBytes {
  bytes: Uint8Array;
  from: number;
  to: number;
}

const encoder = new TextEncoder();
const scratch = new Uint8Array(1024);

/** Of text that is well-formed. What comes back is overwritten by the next call. */
export function bytesOfId(id: string): IdBytes {
  if (id.length * 3 <= scratch.length) return { bytes: scratch, from: 0, to: encoder.encodeInto(id, scratch).written };
  const bytes = encoder.encode(id);
  return { bytes, from: 0, to: bytes.length };
}

export function isSameId(one: IdBytes, other: IdBytes): boolean {
  if (one.to - one.from !== other.to - other.from) return false;
  // From the end, where ids that are counted differ.
  for (let a = one.to - 1, b = other.to - 1; a >= one.from; a--, b--) {
    if (one.bytes[a] !== other.bytes[b]) return false;
  }
  return true;
}

/** 32 bits, of which each depends on all bytes: FNV-1a, and the last steps of MurmurHash3. */
export function hashOfId({ bytes, from, to }: IdBytes): number {
  const multiply = Math.imul;
  let hash = 0x811c9dc5;
  for (let i = from; i < to; i++) hash = multiply(hash ^ (bytes[i] as number), 0x01000193);
  hash = multiply(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = multiply(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
