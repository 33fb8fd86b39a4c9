import { describe, expect, it } from '@jest/globals';
import { mediaKey, scramble, sumOf } from '../../../workers/gme/cipher.js';

const everyByte = Uint8Array.from({ length: 256 }, (_, i) => i);

describe('the cipher', () => {
  it('leaves 0, 255, the key and its inverse, and XORs the rest', () => {
    const bytes = everyByte.slice();
    scramble(bytes);
    const unchanged = [...everyByte].filter((byte) => bytes[byte] === byte);
    expect(unchanged).toEqual([0x00, 0x52, 0xad, 0xff]);
    expect(bytes[0x4f]).toBe(0x4f ^ 0xad);
  });

  it.each([0x00, 0x01, 0x7f, mediaKey, 0xff])('undoes itself with key %i', (key) => {
    const bytes = everyByte.slice();
    scramble(bytes, key);
    expect(new Set(bytes).size).toBe(256);
    scramble(bytes, key);
    expect(bytes).toEqual(everyByte);
  });

  it('sums modulo 2³²', () => {
    const bytes = new Uint8Array(17_000_000).fill(0xff);
    expect(sumOf(bytes)).toBe((17_000_000 * 255) % 2 ** 32);
    expect(scramble(bytes)).toBe((17_000_000 * 255) % 2 ** 32);
  });
});
