export interface Chunk {
  readonly type: string;
  readonly data: Uint8Array;
}

const [signature, frame] = [8, 12];

/** Yields the chunks of a PNG up to the end or to the point where it is cut off. A truncated last chunk is included. */
export function* pngChunks(bytes: Uint8Array): Generator<Chunk, void, void> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = signature; at + frame <= bytes.length;) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    yield { type, data: bytes.subarray(at + 8, at + 8 + length) };
    if (type === 'IEND') return;
    at += frame + length;
  }
}
