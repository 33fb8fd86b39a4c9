import { TextDecoder } from 'node:util';

/** Bytes as text, chunk by chunk: UTF-8, or UTF-16 where a byte order mark says so (as spreadsheets write it). The mark itself is left out. */
export async function* textOf(bytes: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let held = new Uint8Array(0);
  for await (const chunk of bytes) {
    let piece = typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
    if (decoder === undefined) {
      piece = Buffer.concat([held, piece]);
      if (piece.length < 2) {
        held = new Uint8Array(piece);
        continue;
      }
      decoder = new TextDecoder(encodingOf(piece));
    }
    const text = decoder.decode(piece, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder === undefined ? new TextDecoder().decode(held) : decoder.decode();
  if (rest !== '') yield rest;
}

function encodingOf(start: Uint8Array): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : 'utf-8';
}
