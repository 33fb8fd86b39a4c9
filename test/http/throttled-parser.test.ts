/** Bodies in pieces: the same bytes, few of them at once where the parser has much to do. */
import { expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import { throttled } from '../../http/request/throttled-parser.js';

const piecesOf = async (...bodies: Buffer[]): Promise<Buffer[]> => {
  const pieces: Buffer[] = [];
  for await (const piece of throttled(Readable.from(bodies))) pieces.push(piece);
  return pieces;
};
const returnsIn = (piece: Buffer): number => piece.filter((byte) => byte === 0x0d).length;

it('leaves ordinary bytes in the pieces in which they came', async () => {
  const bodies = [Buffer.from('a\r\nb'), Buffer.alloc(65_536, 7), Buffer.from('c')];
  await expect(piecesOf(...bodies)).resolves.toEqual(bodies);
});

it.each([
  ['returns alone', '\r'],
  ['lines of Windows', '\r\n'],
  ['returns between letters', 'ab\rc'],
])('cuts %s, and loses nothing', async (_, pattern) => {
  const body = Buffer.alloc(65_537, pattern);
  const pieces = await piecesOf(body);
  expect(Buffer.concat(pieces).equals(body)).toBe(true);
  expect(pieces.length).toBeGreaterThan(1);
  expect(Math.max(...pieces.map(returnsIn))).toBe(2048);
  expect(pieces.every((piece) => piece.length > 0)).toBe(true);
});

it('gives everybody else a turn between two pieces', async () => {
  let turns = 0;
  let asking = true;
  const ask = (): void => void (asking && (turns++, setImmediate(ask)));
  setImmediate(ask);
  const pieces = await piecesOf(Buffer.alloc(65_536, '\r'));
  asking = false;
  expect(pieces).toHaveLength(32);
  expect(turns).toBeGreaterThanOrEqual(31);
});
