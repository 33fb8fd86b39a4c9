/** The tags of a file as if its sound were not there. */
import { expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withFileBytes } from '../../../workers/audio/formats/file-bytes.js';
import { tagsOnly } from '../../../workers/audio/tags/tags-only.js';
import { temporaryFolders } from '../../support/folder.js';

const folder = temporaryFolders();

const head = Buffer.alloc(500, 'h');
const sound = Buffer.from(Array.from({ length: 20_000 }, (_, n) => n % 251));
const tail = Buffer.alloc(128, 't').fill('TAG', 0, 3);

it('answers what lies at both ends, also where a read goes from one to the other', async () => {
  const path = join(await folder(), 'a.mp3');
  await writeFile(path, Buffer.concat([head, sound, tail]));
  const expected = Buffer.concat([head, sound.subarray(0, 4096), tail]);
  await withFileBytes(path, async (bytes) => {
    const { size, read } = await tagsOnly(bytes, head.length);
    expect(size).toBe(expected.length);
    for (const from of [0, 499, 4000, 4590, 4595, 4596, 4600, size - 128, size - 1])
      for (const length of [1, 2, 10, 128, 700]) {
        const got = await read(from, length);
        // A copy has its own bytes and no others, whatever it was made of.
        expect([from, length, Buffer.from(got.slice().buffer)]).toEqual([
          from,
          length,
          expected.subarray(from, from + length),
        ]);
      }
  });
});

it.each([
  ['shorter than some frames', 1_000],
  ['as long as some frames', 4_096],
])('leaves sound that is %s whole', async (_, length) => {
  const path = join(await folder(), 'a.mp3');
  const whole = Buffer.concat([sound.subarray(0, length), tail]);
  await writeFile(path, whole);
  await withFileBytes(path, async (bytes) => {
    const { size, read } = await tagsOnly(bytes, 0);
    expect([size, Buffer.from(await read(0, size))]).toEqual([whole.length, whole]);
  });
});
