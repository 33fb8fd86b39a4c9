/** Bytes as text, in the encodings of those who do not say. */
import { isUtf8 } from 'node:buffer';

/** From 0x80 to 0x9f; all else is Latin-1. Node 20's `TextDecoder('windows-1252')` takes the whole of it for that. */
const typographic = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

export function windows1252(bytes: Uint8Array): string {
  const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  return latin1.replace(/[\x80-\x9f]/g, (sign) => typographic.charAt(sign.charCodeAt(0) - 0x80));
}

/** UTF-8 where it is that, else the code page of Western Windows. */
export const utf8OrWindows = (bytes: Uint8Array): string =>
  isUtf8(bytes) ? new TextDecoder().decode(bytes) : windows1252(bytes);
