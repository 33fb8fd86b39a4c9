import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { codeOf, rawOf, rawTable } from '../../../workers/oid/codes.js';

describe('the raw values', () => {
  it('are those of the published table, all 16,384', () => {
    const bytes = Buffer.alloc(2 * 16_384);
    for (const [code, raw] of rawTable().entries()) bytes.writeUInt16LE(raw, 2 * code);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(
      'dc8de82be7850a36d070a23efc480d940325a6eaae6765a355d5b8f83557356d',
    );
  });

  it.each([
    [0, 4],
    [1, 5],
    [2, 6],
    [3, 7],
    [4, 12],
    [920, 14_091],
    [2663, 37_868],
    [3947, 53_851],
    [4715, 65_533],
    [4716, 0],
    [4717, 1],
    [14_999, 10_893],
  ])('code %d is raw %d', (code, raw) => {
    expect(rawOf(code)).toBe(raw);
    expect(codeOf(raw)).toBe(code);
  });

  it('are none for what the pen does not read', () => {
    for (const code of [-1, 15_000, 99_999, 1.5, NaN, Infinity]) expect(() => rawOf(code)).toThrow(/from 0 to 14999/);
  });
});
