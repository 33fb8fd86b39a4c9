/** Whatever pieces a file comes in, it is written as it is, in few writes, and its descriptor is given back. */
import { expect, it } from '@jest/globals';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GatheredFile } from '../../http/request/gathered-file.js';
import { temporaryFolders } from '../support/folder.js';

const folder = temporaryFolders();

async function written(path: string, pieces: readonly Buffer[]): Promise<GatheredFile> {
  const file = new GatheredFile(path);
  const ended = once(file, 'close');
  for (const piece of pieces) if (!file.write(piece)) await once(file, 'drain');
  file.end();
  await ended;
  return file;
}

function piecesOf(bytes: Buffer, length: () => number): Buffer[] {
  const pieces = [];
  for (let at = 0, next; at < bytes.length; at = next) {
    next = at + length();
    pieces.push(bytes.subarray(at, next));
  }
  return pieces;
}

it.each([
  ['nothing', 0, () => 1],
  ['one byte at a time', 200_000, () => 1],
  ['pieces of the size that is gathered', 65_536 * 3, () => 65_536],
  ['small and large ones', 3_000_000, () => randomInt(1, randomInt(2, 200_000))],
])('writes %s as it comes', async (_name, length, of) => {
  const path = join(await folder(), 'file');
  const bytes = randomBytes(length);
  await written(path, piecesOf(bytes, of));
  expect(readFileSync(path).equals(bytes)).toBe(true);
});

it('has its own copy of what the writer writes into again', async () => {
  const path = join(await folder(), 'file');
  const file = new GatheredFile(path);
  const piece = Buffer.from('one');
  file.write(piece);
  piece.write('two');
  file.end(piece);
  await once(file, 'close');
  expect(readFileSync(path, 'utf8')).toBe('onetwo');
});

it('refuses a path that is taken, and leaves what is there', async () => {
  const path = join(await folder(), 'file');
  writeFileSync(path, 'there');
  await expect(written(path, [randomBytes(10)])).rejects.toThrow('EEXIST');
  expect(readFileSync(path, 'utf8')).toBe('there');
});

it('gives its descriptor back when it is given up', async () => {
  const path = join(await folder(), 'file');
  const file = new GatheredFile(path);
  file.write(randomBytes(100_000));
  file.destroy();
  await once(file, 'close');
  const open = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return '';
    }
  });
  expect(open).not.toContain(path);
});
