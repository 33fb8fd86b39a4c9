import { describe, expect, it } from '@jest/globals';
import { block, gap, layOut, raw, reference, text, u16, u32, u8, zerosTo } from '../../../workers/gme/layout.js';

describe('layOut', () => {
  it('fills in offsets forwards, backwards and unaligned, and counts padding from the block', () => {
    const tail = block('tail', [text('end')]);
    const inner = block('inner', [u8(1), zerosTo(3), reference(tail)]);
    const root = block('root', [u8(7), reference(inner), inner, u16(0x1234), tail, reference(inner)]);
    expect(layOut(root)).toEqual([
      Uint8Array.from([7, 5, 0, 0, 0, 1, 0, 0, 14, 0, 0, 0, 0x34, 0x12, 0x65, 0x6e, 0x64, 5, 0, 0, 0]),
    ]);
  });

  it('joins gaps and places what is behind them', () => {
    const first = gap('first', 1000);
    const second = gap('second', 24);
    const last = block('last', [raw(Uint8Array.of(9))]);
    expect(layOut(block('root', [reference(second), reference(last), first, second, last]))).toEqual([
      Uint8Array.from([0xf0, 3, 0, 0, 8, 4, 0, 0]),
      1024,
      Uint8Array.of(9),
    ]);
  });

  it('refuses what cannot be laid out', () => {
    const lost = block('lost', []);
    const twice = block('twice', [u8(1)]);
    expect(() => layOut(block('root', [reference(lost)]))).toThrow('"lost" is referenced but not laid out');
    expect(() => layOut(block('root', [twice, twice]))).toThrow('"twice" is laid out twice');
    expect(() => layOut(block('root', [u32(1), zerosTo(3)]))).toThrow('4 bytes before offset 3');
    expect(() => layOut(block('root', [gap('big', 2 ** 32)]))).toThrow('do not fit');
    for (const value of [-1, 256, 0.5, NaN]) expect(() => u8(value)).toThrow('8 bits');
  });
});
