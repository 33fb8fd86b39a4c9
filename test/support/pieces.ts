/** The bytes in pieces of a size, so that no piece ends where a record or a letter does. */
export async function* inPieces(source: string | Uint8Array, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(source as string);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
