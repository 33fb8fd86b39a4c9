import { describe, expect, it } from '@jest/globals';
import type { TonstiftError } from '../../../workers/base/errors.js';
import { textIn } from '../../../workers/base/language/sentence.js';
import { bytesOnVolume, checkSpace, reserve, spaceOn } from '../../../workers/pen/plan/space.js';
import { withVolume } from '../../../workers/pen/volume-root.js';
import { memoryVolume, withMounts } from './mounts.js';

const wanted = (size: number) => ({ oid: 920, title: 'Grüße', source: '/x', size, sha256: '' });
const problemOf = (size: number, free: number, cluster = 4096): unknown => {
  try {
    checkSpace(wanted(size), { free, cluster });
    return null;
  } catch (thrown) {
    return thrown;
  }
};

describe('space on a pen', () => {
  it.each([
    [0, 0],
    [1, 4096],
    [4096, 4096],
    [4097, 8192],
    [2 ** 32 - 1, 2 ** 32],
  ])('%d bytes take %d in clusters of 4096', (size, taken) => expect(bytesOnVolume(size, 4096)).toBe(taken));

  it('is enough to the byte, with the reserve', () => {
    expect(problemOf(10_000, 12_288 + reserve)).toBeNull();
    expect(problemOf(10_000, 12_287 + reserve)).toMatchObject({ code: 'no_space' });
    expect(problemOf(10_000, 32_768 + reserve - 1, 32_768)).toMatchObject({ code: 'no_space' });
  });

  it('names the album and the sizes where it is not', () =>
    expect(problemOf(70_123_520, 12_345_344)).toMatchObject({
      code: 'no_space',
      message:
        '“Grüße” (920) does not fit on the pen: it needs 70.1 MB, and 12.3 MB are free. 2.1 MB of these stay free.',
    }));

  it('is told with the decimal mark of the language', () => {
    const { words } = problemOf(70_123_520, 12_345_344) as TonstiftError;
    expect(textIn(words, 'de')).toContain('Es braucht 70,1 MB, frei sind 12,3 MB. 2,1 MB davon');
  });

  it('never takes what FAT32 cannot hold', () => {
    expect(problemOf(2 ** 32 - 1, 2 ** 40)).toBeNull();
    expect(problemOf(2 ** 32, 2 ** 40)).toMatchObject({ code: 'too_large' });
  });
});

withMounts('space on a mounted volume', () => {
  it('is what the system says', async () => {
    const pen = memoryVolume('8m');
    await withVolume(pen, {}, async (root) =>
      expect(await spaceOn(root)).toEqual({ free: 8 * 1024 * 1024, cluster: 4096 }),
    );
  });
});
