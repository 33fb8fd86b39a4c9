import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { cipherBuffers } from '../../../workers/gme/cipher-simd.js';
import { mediaKey, scramble, sumOf } from '../../../workers/gme/cipher.js';

const size = 65_536;
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
  });
});

describe('the cipher by SIMD', () => {
  it('is what runs here', () => {
    expect(cipherBuffers(1, size).kind).toBe('simd');
    expect(cipherBuffers(1, size, true).kind).toBe('js');
  });

  it('equals the plain one for every byte and every key', () => {
    const simd = cipherBuffers(1, size);
    const buffer = simd.buffers[0] as Uint8Array;
    for (let key = 0; key < 256; key++) {
      const expected = everyByte.slice();
      const sum = scramble(expected, key);
      buffer.set(everyByte);
      expect(simd.scramble(0, 256, key)).toBe(sum);
      expect(buffer.subarray(0, 256)).toEqual(expected);
    }
  });

  it.each([true, false])('keeps to the length and to its buffer, for odd lengths too (plain: %s)', (plain) => {
    const cipher = cipherBuffers(3, size, plain);
    const noise = Uint8Array.from({ length: size }, (_, i) => (i * 167 + (i >> 8) * 13) & 0xff);
    for (const length of [0, 1, 15, 16, 17, 31, 33, 255, 1000, 65_521, 65_535, 65_536]) {
      for (const buffer of cipher.buffers) buffer.set(noise);
      const expected = noise.slice(0, length);
      const sum = scramble(expected);
      expect(cipher.scramble(1, length, mediaKey)).toBe(sum);
      const [before, changed, after] = cipher.buffers as [Uint8Array, Uint8Array, Uint8Array];
      expect(Buffer.compare(changed.subarray(0, length), expected)).toBe(0);
      expect(Buffer.compare(changed.subarray(length), noise.subarray(length))).toBe(0);
      expect(Buffer.compare(before, noise)).toBe(0);
      expect(Buffer.compare(after, noise)).toBe(0);
    }
  });

  it('refuses lengths beyond a buffer and odd buffer sizes', () => {
    expect(() => cipherBuffers(1, size).scramble(0, size + 1, mediaKey)).toThrow(RangeError);
    expect(() => cipherBuffers(1, 1000)).toThrow(RangeError);
    expect(() => cipherBuffers(0, size)).toThrow(RangeError);
  });

  it('sums a buffer of 255s without overflow', () => {
    const cipher = cipherBuffers(1, 64 * size);
    (cipher.buffers[0] as Uint8Array).fill(0xff);
    expect(cipher.scramble(0, 64 * size, mediaKey)).toBe(64 * size * 0xff);
  });

  it('is compiled from the source beside it', () => {
    const script = fileURLToPath(new URL('../../../workers/gme/compile-cipher.mjs', import.meta.url));
    expect(() => execFileSync(process.execPath, [script, '--check'], { stdio: 'pipe' })).not.toThrow();
  });
});
