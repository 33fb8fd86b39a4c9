import { expect, it } from '@jest/globals';
import { boxesAt } from '../../../workers/audio/formats/boxes.js';
import type { FileBytes } from '../../../workers/audio/formats/file-bytes.js';

function box(type: string, content: readonly Buffer[] = []): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(8), ...content]);
  bytes.writeUInt32BE(bytes.length);
  bytes.write(type, 4, 'latin1');
  return bytes;
}

it('are found below a path, however many there are', async () => {
  const inner = box('trak', Array<Buffer>(10_000).fill(box('stsd')));
  const file = box('moov', Array<Buffer>(20).fill(inner));
  const read: FileBytes['read'] = (at, length) => Promise.resolve(file.subarray(at, at + length));
  const found = await boxesAt({ path: '', size: file.length, read }, [0, file.length], 'moov/trak/stsd');
  expect(found.length).toBe(200_000);
});
