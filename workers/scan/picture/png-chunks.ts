export interface Chunk {
  readonly type: string;
  readonly data: Uint8Array;
}

const [signature, frame] = [8, 12];

/** The chunks of a PNG, up to the end or to where it is broken off: what is there of the last one counts. */
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
