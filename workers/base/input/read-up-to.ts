/** Reads no more than `most` bytes of a body. */
export async function readUpTo(
  pieces: AsyncIterable<Uint8Array> | null,
  most: number,
): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const read: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces ?? []) {
    read.push(piece);
    size += piece.length;
    if (size > most) break;
  }
  return { bytes: Buffer.concat(read).subarray(0, most), isWhole: size <= most };
}
