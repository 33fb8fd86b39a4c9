/** Decodes bytes whose encoding is not declared. */
import { isUtf8 } from 'node:buffer';

/**
 * Characters 0x80 to 0x9f; the rest is Latin-1. Node 20's `TextDecoder('windows-1252')` decodes all bytes as Latin-1.
 */
const typographic = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

export function windows1252(bytes: Uint8Array): string {
  const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  return latin1.replace(/[\x80-\x9f]/g, (sign) => typographic.charAt(sign.charCodeAt(0) - 0x80));
}

/** Decodes as UTF-8 if it is valid, else as Windows-1252. */
export const utf8OrWindows = (bytes: Uint8Array): string =>
  isUtf8(bytes) ? new TextDecoder().decode(bytes) : windows1252(bytes);
