/**
 * The cipher of media: every byte is XORed with the key, except 0x00, 0xFF, the key and the key XOR 0xFF.
 * The same function decrypts.
 */

/** The pair that we write: the raw value in the header encodes this key. */
export const rawMediaKey = 0x39;
export const mediaKey = 0xad;

const tables = new Map<number, Uint8Array>();

/** Returns the scrambled value of each of the 256 byte values. */
export function cipherTable(key: number): Uint8Array {
  let table = tables.get(key);
  if (table === undefined) {
    table = Uint8Array.from({ length: 256 }, (_, byte) => {
      const stays = byte === 0 || byte === 0xff || byte === key || byte === (key ^ 0xff);
      return stays ? byte : byte ^ key;
    });
    tables.set(key, table);
  }
  return table;
}

/**
 * Scrambles in place.
 * @returns the sum of the scrambled bytes modulo 2³², as the checksum needs it
 */
export function scramble(bytes: Uint8Array, key: number = mediaKey): number {
  const table = cipherTable(key);
  let sum = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = table[bytes[i] as number] as number;
    bytes[i] = byte;
    sum += byte; // exact: 2⁵³ is far beyond the longest file
  }
  return sum % 2 ** 32;
}

/** Returns the sum of the bytes modulo 2³². */
export function sumOf(bytes: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < bytes.length; i++) sum += bytes[i] as number;
  return sum % 2 ** 32;
}
